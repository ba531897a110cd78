import type {Field, NumberField, Value, Values} from "./fields.js";
import {formatQuantity, parseQuantity} from "./quantity.js";

/** What a record is read and written with. */
export interface Schema {
  /** The values that the address leaves out */
  readonly defaults: Values;
  /** A field for each key of the defaults, companions included */
  readonly fields: Readonly<Record<string, Field>>;
  /** Whether a catalog has an id; "own" is not asked */
  has(kind: "model" | "gpu" | "price", id: string): boolean;
  /** Throws one sentence when text is not a config.json, a card or a price row */
  check(kind: "own-model" | "own-gpu" | "own-price", text: string): void;
  /** Where texts too long for an address stay */
  readonly vault: Vault;
}

export interface Vault {
  get(name: string): string | null;
  set(name: string, text: string): boolean;
}

export interface Decoded {
  readonly values: Values;
  /** One sentence for each part of the address that was not taken */
  readonly problems: readonly string[];
}

/** The catalog id that stands for the reader's own model, card or price row. */
export const OWN = "own";

/** Characters of an own config.json that an address carries; a longer one stays in this browser. */
export const MAX_OWN_CHARS = 2800;

/** The values an address asks for. Whatever cannot be read falls back to its default and is named. */
export function decodeRecord(search: string, schema: Schema): Decoded {
  const found: Record<string, Value> = {};
  const problems: string[] = [];
  for (const [key, text] of new URLSearchParams(search)) {
    if (!Object.hasOwn(schema.defaults, key)) {
      problems.push(`“${clip(key)}” is not an input of this page`);
    } else if (!Object.hasOwn(found, key)) {
      try {
        found[key] = decodeValue(text, key, schema);
      } catch (error) {
        problems.push(`${key}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const values: Values = {...schema.defaults, ...found};
  return withoutOrphans({values, problems}, schema);
}

/** An "own" without what it stands for falls back too. */
function withoutOrphans({values, problems}: Decoded, {fields, defaults}: Schema): Decoded {
  const orphans = Object.entries(fields).filter(
    ([key, field]) => "companion" in field && values[key] === OWN && values[field.companion] === ""
  );
  const fallback = Object.fromEntries(orphans.map(([key]) => [key, defaults[key] ?? ""]));
  const lost = orphans
    .filter(([key, field]) => !problems.some((text) => startsWithKey(text, key, field)))
    .map(([key]) => `${key}: the address does not hold what “own” stands for`);
  return {values: {...values, ...fallback}, problems: [...problems, ...lost]};
}

function startsWithKey(text: string, key: string, field: Field): boolean {
  return text.startsWith(`${key}:`) || ("companion" in field && text.startsWith(field.companion));
}

/** The query of an address: what differs from the defaults, in the order of the defaults. */
export function encodeRecord(values: Values, schema: Schema): string {
  return Object.keys(schema.defaults)
    .filter((key) => !isSame(values[key], schema.defaults[key]))
    .filter((key) => !isIdle(key, values, schema))
    .map((key) => `${key}=${escape(encodeValue(values[key] ?? "", key, schema))}`)
    .join("&");
}

/** A companion that nothing points to. */
function isIdle(key: string, values: Values, {fields}: Schema): boolean {
  if (!fields[key]?.kind.startsWith("own-")) return false;
  return !Object.entries(fields).some(
    ([owner, field]) => "companion" in field && field.companion === key && values[owner] === OWN
  );
}

export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.join("\n") === b.join("\n") : Object.is(a, b);
}

function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|2C|3A)/gi, (code) => decodeURIComponent(code));
}

function encodeValue(value: Value, key: string, {fields, vault}: Schema): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return value.join(",");
  return fields[key]?.kind === "own-model" ? encodeText(value, vault) : value;
}

/** The value under a key, or a throw with the reason why the text is not one. */
export function decodeValue(text: string, key: string, schema: Schema): Value {
  const field = schema.fields[key];
  switch (field?.kind) {
    case "number":
      return decodeNumber(text, field);
    case "toggle":
      if (text !== "1" && text !== "0") throw new RangeError(`neither 0 nor 1: ${clip(text)}`);
      return text === "1";
    case "choice":
      return oneOf(text, (id) => field.options.some(({value}) => value === id));
    case "model":
    case "gpu":
    case "price":
      return oneOf(text, (id) => id === OWN || schema.has(field.kind, id));
    case "list":
      return decodeList(text, field.maxLength, (id) =>
        typeof field.of === "string"
          ? schema.has(field.of, id)
          : field.of.some(({value}) => value === id)
      );
    case "text":
      return decodeText(text, field.maxLength, field.pattern);
    case "own-model":
    case "own-gpu":
    case "own-price": {
      const own = field.kind === "own-model" ? decodeOwnText(text, schema.vault) : text;
      schema.check(field.kind, own);
      return own;
    }
    default:
      throw new Error("not an input");
  }
}

/** A number in the range of its field. @throws with the range when it is not */
export function decodeNumber(text: string, field: NumberField): number {
  const {style, min, max, isInteger = false} = field;
  const value = parseQuantity(text, style);
  if (!Number.isFinite(value)) throw new RangeError(`not a number: ${clip(text)}`);
  if (value < min || value > max) {
    const show = (bound: number) => formatQuantity(bound, style);
    throw new RangeError(`not between ${show(min)} and ${show(max)}: ${clip(text)}`);
  }
  if (isInteger && !Number.isInteger(value))
    throw new RangeError(`not a whole number: ${clip(text)}`);
  return value === 0 ? 0 : value;
}

function oneOf(text: string, isKnown: (id: string) => boolean): string {
  if (!isKnown(text)) throw new Error(`unknown “${clip(text)}”`);
  return text;
}

function decodeList(
  text: string,
  maxLength: number,
  isKnown: (id: string) => boolean
): readonly string[] {
  const ids = text === "" ? [] : [...new Set(text.split(","))];
  if (ids.length > maxLength) throw new RangeError(`more than ${maxLength}: ${ids.length}`);
  return ids.map((id) => oneOf(id, isKnown));
}

function decodeText(text: string, maxLength: number, pattern: RegExp | undefined): string {
  if (text.length > maxLength)
    throw new RangeError(`longer than ${maxLength} characters: ${text.length}`);
  if (pattern && !pattern.test(text)) throw new Error(`not readable: ${clip(text)}`);
  return text;
}

const KEPT = "kept-";

/** base64url of a text, or the name under which this browser keeps it. */
function encodeText(text: string, vault: Vault): string {
  const bytes = new TextEncoder().encode(text);
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  if (code.length <= MAX_OWN_CHARS) return code;
  const name = KEPT + hash(text);
  vault.set(name, text);
  return name;
}

function decodeOwnText(code: string, vault: Vault): string {
  if (code.startsWith(KEPT)) {
    const text = vault.get(code);
    if (text === null) throw new Error("too long for an address, kept in another browser");
    return text;
  }
  if (!/^[\w-]+$/.test(code)) throw new Error(`not readable: ${clip(code)}`);
  try {
    const binary = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    throw new Error(`not readable: ${clip(code)}`);
  }
}

/** Whether an address holds the text itself, so that a link works in every browser. */
export function travels(text: string): boolean {
  return Math.ceil((new TextEncoder().encode(text).length * 4) / 3) <= MAX_OWN_CHARS;
}

/** FNV-1a twice with different seeds: a name, no secret. */
function hash(text: string): string {
  return [0x811c9dc5, 0x01000193].map((seed) => fnv(text, seed)).join("");
}

function fnv(text: string, seed: number): string {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(16).padStart(8, "0");
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
