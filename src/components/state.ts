import type {PriceRow} from "../lib/cost/prices.js";
import type {GpuSpec} from "../lib/gpu.js";
import type {ModelSpec} from "../lib/model.js";
import type {ScenarioInput} from "../lib/scenario/compare.js";
import {decodeRecord, encodeRecord, isSame, type Schema} from "./address.js";
import {findGpu, findModel, findPrice, optionsOf, schemaOf, type Catalog} from "./catalog.js";
import {el} from "./dom.js";
import type {Field, Option, Value, Values} from "./fields.js";
import {formElement, valueText, type FormItem, type FormOptions} from "./form.js";
import {host} from "./host.js";
import {publishInputs} from "./published.js";
import {watchElement, withCompanions, type FormElement} from "./valued.js";

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
 * @throws Error when a key of the defaults is no known field
 */
export function pageState(defaults: Values, catalog: Catalog = {}): PageState {
  const schema = schemaOf(defaults, catalog);
  const record = followAddress(schema);
  const {apply, subscribe} = record;
  const history = historyWriter(() => encodeRecord(record.values(), schema));
  const found = (key: string, id: Value | undefined) => id ?? record.values()[key] ?? "";
  host.address.listen(() => {
    history.cancel();
    record.reread();
  });
  const state: PageState = {
    schema,
    catalog,
    get values() {
      return record.values();
    },
    get problems() {
      return record.problems();
    },
    set(patch) {
      const known = Object.entries(patch).filter(([key]) => Object.hasOwn(schema.defaults, key));
      const changed = apply(Object.fromEntries(known));
      if (changed.length > 0) history.note(changed.join());
    },
    reset() {
      if (record.reset().length > 0) history.note("reset");
    },
    subscribe,
    form: (items, options) => formElement(state, items, options),
    watch: (keys) => watchElement(state, withCompanions(keys, schema.fields)),
    setUp: (label, patch) =>
      el("button", {type: "button", class: "lab-setup", onclick: () => state.set(patch)}, label),
    options: (field) => optionsOf(field, catalog),
    model: (id) => findModel(found("m", id), record.values(), catalog),
    gpu: (id) => findGpu(found("gpu", id), record.values(), catalog),
    price: (id) => findPrice(found("tier", id), record.values(), catalog),
    link() {
      history.flush();
      return host.address.href();
    }
  };
  publishInputs({inputs: () => inputTexts(state), problems: () => state.problems});
  return state;
}

/** All inputs in words, as a comparison shows them. */
function inputTexts(state: PageState): readonly ScenarioInput[] {
  return Object.keys(state.schema.defaults)
    .filter((key) => !state.schema.fields[key]?.kind.startsWith("own-"))
    .map((key) => {
      const label = state.schema.fields[key]?.label ?? key;
      return {key, label, text: valueText(key, state)};
    });
}

/** The values of a record and who listens to which of them. */
function followAddress(schema: Schema) {
  let {values, problems} = decodeRecord(host.address.search(), schema);
  const subscribers = new Set<{keys: ReadonlySet<string>; callback: () => void}>();

  function apply(next: Values): readonly string[] {
    const changed = Object.keys(next).filter((key) => !isSame(next[key], values[key]));
    if (changed.length === 0) return changed;
    values = {...values, ...next};
    for (const {keys, callback} of [...subscribers])
      if (changed.some((key) => keys.has(key))) callback();
    return changed;
  }

  function tellAll(): void {
    for (const {callback} of [...subscribers]) callback();
  }

  return {
    apply,
    values: () => values,
    problems: () => problems,
    reread() {
      const decoded = decodeRecord(host.address.search(), schema);
      problems = decoded.problems;
      if (apply(decoded.values).length === 0 && problems.length > 0) tellAll();
    },
    /** Tells everyone, also boxes that hold a draft which never became a value */
    reset() {
      problems = [];
      const changed = apply(schema.defaults);
      tellAll();
      return changed;
    },
    subscribe(keys: readonly string[], callback: () => void) {
      const subscriber = {keys: new Set(keys), callback};
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    }
  };
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
