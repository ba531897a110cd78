/** Reading fields of a config that anyone may have written: own keys only, types and ranges checked. */

/** A JSON object of a config.json, or one nested in it. */
export type HfConfig = Readonly<Record<string, unknown>>;

/** Above any model's layers, heads, widths, vocabulary and context; a slip or a prank is higher. */
const MAX_COUNT = 1e9;

/**
 * A JSON value as a config object.
 *
 * @throws when it is not an object, or has a key that would reach a prototype
 * @example asConfig({model_type: "llama"}, "config") // {"model_type": "llama"}
 */
export function asConfig(json: unknown, name: string): HfConfig {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new TypeError(`${name} is not an object: ${shown(json)}`);
  }
  for (const key of ["__proto__", "constructor", "prototype"]) {
    if (Object.hasOwn(json, key)) throw new TypeError(`forbidden field: ${key}`);
  }
  return json as HfConfig;
}

/**
 * The first of several keys that a config gives a value other than null; undefined without one.
 *
 * @example field({n_layer: 12}, "num_hidden_layers", "n_layer") // 12
 */
export function field(config: HfConfig, ...keys: readonly string[]): unknown {
  const key = keyOf(config, keys);
  return key === undefined ? undefined : config[key];
}

function keyOf(config: HfConfig, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(config, key) && config[key] != null);
}

/**
 * A whole number from 1 up, under the first key that has one; null when all are absent or null.
 *
 * @throws when the value is not a number, not whole, or out of range
 * @example count({n_head: 12}, "num_attention_heads", "n_head") // 12
 */
export function count(config: HfConfig, ...keys: readonly string[]): number | null {
  return wholeNumber(config, keys, 1);
}

/**
 * As `count`, with 0 allowed and standing for absence of what is counted.
 *
 * @example countOrZero({first_k_dense_replace: 0}, "first_k_dense_replace") // 0
 */
export function countOrZero(config: HfConfig, ...keys: readonly string[]): number {
  return wholeNumber(config, keys, 0) ?? 0;
}

/**
 * As `count`, for a field that the config must have.
 *
 * @throws `missing field: …`, naming the first key
 * @example requiredCount({hidden_size: 4096}, "hidden_size") // 4096
 */
export function requiredCount(config: HfConfig, ...keys: readonly string[]): number {
  const value = count(config, ...keys);
  if (value === null) throw new RangeError(`missing field: ${keys[0]}`);
  return value;
}

function wholeNumber(config: HfConfig, keys: readonly string[], least: number): number | null {
  const key = keyOf(config, keys);
  if (key === undefined) return null;
  const value = config[key];
  if (typeof value !== "number") throw new TypeError(`${key} is not a number: ${shown(value)}`);
  if (!Number.isInteger(value) || value < least || value > MAX_COUNT) {
    throw new RangeError(`invalid ${key}: ${value}`);
  }
  return value;
}

/**
 * A true or false; `fallback` when absent.
 *
 * @throws when the value is of another type
 * @example flag({}, "attention_bias", false) // false
 */
export function flag(config: HfConfig, key: string, fallback: boolean): boolean {
  const value = field(config, key);
  if (value === undefined) return fallback;
  if (typeof value !== "boolean")
    throw new TypeError(`${key} is not true or false: ${shown(value)}`);
  return value;
}

/**
 * A list with at least `length` entries; null when absent. Entries past the last layer belong to
 * multi-token-prediction layers.
 *
 * @throws when the value is not a list or too short
 * @example list({layer_types: ["full_attention"]}, "layer_types", 1) // ["full_attention"]
 */
export function list(config: HfConfig, key: string, length: number): readonly unknown[] | null {
  const value = field(config, key);
  if (value === undefined) return null;
  if (!Array.isArray(value)) throw new TypeError(`${key} is not a list: ${shown(value)}`);
  if (value.length < length) {
    throw new RangeError(`${key} has ${value.length} entries for ${length} layers`);
  }
  return value;
}

/**
 * A value as an error message shows it: JSON, cut to 40 characters; of one that is nested too
 * deeply for that, nothing but so much.
 *
 * @example shown("32") // "\"32\""
 */
export function shown(value: unknown): string {
  const text = written(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "nested too deeply";
  }
}
