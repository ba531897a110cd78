import type {PriceRow} from "../lib/cost/prices.js";
import type {GpuSpec} from "../lib/gpu.js";
import type {ModelSpec} from "../lib/model.js";
import {OWN, type Schema} from "./address.js";
import {fields as allFields, type Field, type Option, type Value, type Values} from "./fields.js";
import {host} from "./host.js";
import {readOwnGpu, readOwnModel, readOwnPrice, type ConfigReader} from "./own.js";
import {withCompanions} from "./valued.js";

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

/**
 * How a record is read and written: the fields of the defaults, their companions, the catalog.
 *
 * @throws Error when a key of the defaults is no known field
 */
export function schemaOf(defaults: Values, catalog: Catalog): Schema {
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

/** The choices of a field: its own options or the catalog's. */
export function optionsOf(field: Field, catalog: Catalog): readonly Option[] {
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

/** The model of an id, or the one that the reader pasted. @throws Error when there is none */
export function findModel(
  id: Value,
  values: Values,
  {models = [], fromHfConfig}: Catalog
): ModelSpec {
  const own = values.cfg;
  if (id === OWN && typeof own === "string" && fromHfConfig)
    return readOnce("model", own, (text) => readOwnModel(text, fromHfConfig));
  return found(models, id, "model");
}

/** The card of an id, or the reader's own. @throws Error when there is none */
export function findGpu(id: Value, values: Values, {gpus = []}: Catalog): GpuSpec {
  const own = values.card;
  if (id === OWN && typeof own === "string") return readOnce("gpu", own, readOwnGpu);
  return found(gpus, id, "gpu");
}

/** The price row of an id, or the reader's own. @throws Error when there is none */
export function findPrice(id: Value, values: Values, {prices = []}: Catalog): PriceRow {
  const own = values.row;
  if (id === OWN && typeof own === "string") return readOnce("price", own, readOwnPrice);
  return found(prices, id, "price");
}

function found<T extends {readonly id: string}>(things: readonly T[], id: Value, kind: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown ${kind}: ${String(id)}`);
  return thing;
}
