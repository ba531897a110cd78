import type {PriceRow} from "../lib/cost/prices.js";
import type {GpuSpec} from "../lib/gpu.js";
import type {ModelSpec} from "../lib/model.js";
import {decodeRecord, encodeRecord, isSame, OWN, type Schema} from "./address.js";
import {el} from "./dom.js";
import {fields as allFields, type Field, type Option, type Value, type Values} from "./fields.js";
import {formElement, type FormItem, type FormOptions} from "./form.js";
import {host} from "./host.js";
import {readOwnGpu, readOwnModel, readOwnPrice, type ConfigReader} from "./own.js";
import {watchElement, withCompanions, type FormElement} from "./valued.js";

/** What the pickers choose from. */
export interface Catalog {
  readonly models?: readonly ModelSpec[];
  /** Family of each model, for the headings of the picker */
  readonly rows?: readonly {readonly id: string; readonly family: string}[];
  readonly gpus?: readonly GpuSpec[];
  readonly prices?: readonly PriceRow[];
  /** Lets the reader paste a config.json */
  readonly fromHfConfig?: ConfigReader;
  /** Fields of this page alone, or other ranges for common ones */
  readonly fields?: Readonly<Record<string, Partial<Field>>>;
}

/** The one typed record of a page, held in its address. */
export interface PageState {
  /** All fields as they are now */
  readonly values: Values;
  readonly schema: Schema;
  readonly catalog: Catalog;
  /** What the address asked for and did not get */
  readonly problems: readonly string[];
  set(patch: Values): void;
  /** Back to the defaults */
  reset(): void;
  /** Calls back after a change of one of the keys; returns the way to stop */
  subscribe(keys: readonly string[], callback: () => void): () => void;
  /** Controls of some fields; its value is these fields and their companions */
  form(items: readonly FormItem[], options?: FormOptions): FormElement;
  /** The value of some fields without controls, for a component that sets them itself */
  watch(keys: readonly string[]): FormElement;
  /** A button that puts the inputs where an experiment wants them */
  setUp(label: string, patch: Values): HTMLButtonElement;
  /** The choices of a field: its own options or the catalog's */
  options(field: Field): readonly Option[];
  /** The model of an id, by default the chosen one */
  model(id?: Value): ModelSpec;
  gpu(id?: Value): GpuSpec;
  price(id?: Value): PriceRow;
  /** The address of the record as it is now */
  link(): string;
}

/** Milliseconds in which the address catches up with a drag. */
const WRITE_DELAY_MS = 200;
/** Changes of one field that follow each other closer than this are one step of the history. */
const STEP_MS = 2000;

/**
 * The record of a page: the defaults, overwritten by what the address holds. Call it once.
 *
 * @throws Error when a key of the defaults is no known field or its default is out of range
 */
export function pageState(defaults: Values, catalog: Catalog = {}): PageState {
  const schema = schemaOf(defaults, catalog);
  let {values, problems} = decodeRecord(host.address.search(), schema);
  const subscribers = new Set<{keys: ReadonlySet<string>; callback: () => void}>();
  const history = historyWriter(() => encodeRecord(values, schema));

  function apply(next: Values): readonly string[] {
    const changed = Object.keys(next).filter((key) => !isSame(next[key], values[key]));
    if (changed.length === 0) return changed;
    values = {...values, ...next};
    for (const {keys, callback} of [...subscribers])
      if (changed.some((key) => keys.has(key))) callback();
    return changed;
  }

  host.address.listen(() => {
    history.cancel();
    const decoded = decodeRecord(host.address.search(), schema);
    problems = decoded.problems;
    apply(decoded.values);
  });

  const state: PageState = {
    schema,
    catalog,
    get values() {
      return values;
    },
    get problems() {
      return problems;
    },
    set(patch) {
      const known = Object.entries(patch).filter(([key]) => Object.hasOwn(schema.defaults, key));
      const changed = apply(Object.fromEntries(known));
      if (changed.length > 0) history.note(changed.join());
    },
    reset() {
      problems = [];
      if (apply(schema.defaults).length > 0) history.note("reset");
      for (const {callback} of [...subscribers]) callback();
    },
    subscribe(keys, callback) {
      const subscriber = {keys: new Set(keys), callback};
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    form: (items, options) => formElement(state, items, options),
    watch: (keys) => watchElement(state, withCompanions(keys, schema.fields)),
    setUp: (label, patch) =>
      el("button", {type: "button", class: "lab-setup", onclick: () => state.set(patch)}, label),
    options: (field) => optionsOf(field, catalog),
    model: (id = values.m ?? "") => findModel(id, values, catalog),
    gpu: (id = values.gpu ?? "") => findGpu(id, values, catalog),
    price: (id = values.tier ?? "") => findPrice(id, values, catalog),
    link() {
      history.flush();
      return host.address.href();
    }
  };
  return state;
}

function schemaOf(defaults: Values, catalog: Catalog): Schema {
  const own = fieldsOf(Object.keys(defaults), catalog.fields ?? {});
  const keys = withCompanions(Object.keys(defaults), own);
  const fields = fieldsOf(keys, catalog.fields ?? {});
  const complete = Object.fromEntries(keys.map((key) => [key, defaults[key] ?? ""]));
  return {
    fields,
    defaults: complete,
    has: (kind, id) => catalogOptions(kind, catalog).some(({value}) => value === id),
    check: (kind, text) => checkOwn(kind, text, catalog),
    vault: {
      get: (name) => host.storage.get(name),
      set: (name, text) => host.storage.set(name, text)
    }
  };
}

function fieldsOf(
  keys: readonly string[],
  overrides: Readonly<Record<string, Partial<Field>>>
): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    keys.map((key) => {
      const common = Object.hasOwn(allFields, key) ? allFields[key] : undefined;
      const override = Object.hasOwn(overrides, key) ? overrides[key] : undefined;
      if (!common && !override?.kind) throw new Error(`unknown field: ${key}`);
      return [key, {...common, ...override} as Field];
    })
  );
}

function checkOwn(kind: string, text: string, {fromHfConfig}: Catalog): void {
  if (kind === "own-gpu") readOwnGpu(text);
  else if (kind === "own-price") readOwnPrice(text);
  else if (!fromHfConfig) throw new Error("this page takes no config.json");
  else readOwnModel(text, fromHfConfig);
}

function optionsOf(field: Field, catalog: Catalog): readonly Option[] {
  if (field.kind === "choice") return field.options;
  if (field.kind === "list")
    return typeof field.of === "string" ? catalogOptions(field.of, catalog) : field.of;
  if (field.kind === "model" || field.kind === "gpu" || field.kind === "price")
    return catalogOptions(field.kind, catalog);
  return [];
}

const optionCache = new WeakMap<Catalog, Map<string, readonly Option[]>>();

function catalogOptions(kind: "model" | "gpu" | "price", catalog: Catalog): readonly Option[] {
  const cache = optionCache.get(catalog) ?? new Map<string, readonly Option[]>();
  optionCache.set(catalog, cache);
  const options = cache.get(kind) ?? listOptions(kind, catalog);
  cache.set(kind, options);
  return options;
}

function listOptions(kind: "model" | "gpu" | "price", catalog: Catalog): readonly Option[] {
  const {models = [], rows = [], gpus = [], prices = []} = catalog;
  if (kind === "gpu")
    return gpus.map(({id, name}) => ({value: id, label: name, group: vendorOf(name)}));
  if (kind === "price")
    return prices.map(({id, model, provider, tier}) => ({
      value: id,
      label: model,
      group: provider,
      note: tier
    }));
  const families = new Map(rows.map(({id, family}) => [id, family]));
  return models.map(({id, name}) => ({
    value: id,
    label: name,
    group: families.get(id) ?? "Models"
  }));
}

/** The maker is the first word of a card's name. */
function vendorOf(name: string): string {
  return name.split(" ")[0] ?? name;
}

const ownThings = new Map<string, unknown>();

/** Reads the same text once only: pages ask again on each change. */
function readOnce<T>(kind: string, text: string, read: (text: string) => T): T {
  const key = `${kind}:${text}`;
  if (!ownThings.has(key)) {
    if (ownThings.size > 20) ownThings.clear();
    ownThings.set(key, read(text));
  }
  return ownThings.get(key) as T;
}

function findModel(id: Value, values: Values, {models = [], fromHfConfig}: Catalog): ModelSpec {
  const own = values.cfg;
  if (id === OWN && typeof own === "string" && fromHfConfig)
    return readOnce("model", own, (text) => readOwnModel(text, fromHfConfig));
  return found(models, id, "model");
}

function findGpu(id: Value, values: Values, {gpus = []}: Catalog): GpuSpec {
  const own = values.card;
  if (id === OWN && typeof own === "string") return readOnce("gpu", own, readOwnGpu);
  return found(gpus, id, "gpu");
}

function findPrice(id: Value, values: Values, {prices = []}: Catalog): PriceRow {
  const own = values.row;
  if (id === OWN && typeof own === "string") return readOnce("price", own, readOwnPrice);
  return found(prices, id, "price");
}

function found<T extends {readonly id: string}>(things: readonly T[], id: Value, kind: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown ${kind}: ${String(id)}`);
  return thing;
}

/** Writes the address a little after a change: a new step of the history for a new movement. */
function historyWriter(search: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWhat = "";
  let lastTime = -Infinity;
  let isNewStep = false;

  function flush(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const next = search();
    if (next !== host.address.search()) host.address[isNewStep ? "push" : "replace"](next);
    isNewStep = false;
  }

  return {
    flush,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      lastWhat = "";
    },
    note(what: string) {
      const now = performance.now();
      const isSameMovement = what === lastWhat && now - lastTime < STEP_MS;
      if (!isSameMovement && timer !== undefined) flush();
      isNewStep ||= !isSameMovement;
      lastWhat = what;
      lastTime = now;
      clearTimeout(timer);
      timer = setTimeout(flush, WRITE_DELAY_MS);
    }
  };
}
