/** Values of a GGUF header by key, checked. */

import type {GgufHeader, GgufValue} from "./header.js";

/** A model's own keys, without the architecture in front. */
export interface GgufFields {
  readonly architecture: string;
  /** A number, or null where the key is absent */
  number(key: string): number | null;
  /** A number that must be there */
  required(key: string): number;
  /** The value for layer i of a key that may hold one for all or a list */
  ofLayer(key: string, layer: number): number | null;
  /** The shape of a tensor, fastest first; null where it is absent */
  shape(tensor: string): readonly number[] | null;
  value(key: string): GgufValue | null;
}

/**
 * The keys of a header's architecture.
 *
 * @throws Error naming the key that is missing or of a wrong type
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md "LLM"
 * @example ggufFields({metadata: new Map([["general.architecture", "llama"], ["llama.block_count", 2]]), tensors: []}).required("block_count") // 2
 */
export function ggufFields({
  metadata,
  tensors
}: Pick<GgufHeader, "metadata" | "tensors">): GgufFields {
  const architecture = metadata.get("general.architecture");
  if (typeof architecture !== "string") {
    throw new Error("missing key in GGUF file: general.architecture");
  }
  const shapes = new Map(tensors.map(({name, shape}) => [name, shape]));
  const value = (key: string) => metadata.get(`${architecture}.${key}`) ?? null;
  const named = (key: string) => `${architecture}.${key}`;
  const asNumber = (raw: unknown, key: string) => numberOf(raw, named(key));
  return {
    architecture,
    value,
    number: (key) => asNumber(value(key), key),
    required(key) {
      const found = asNumber(value(key), key);
      if (found === null) throw new Error(`missing key in GGUF file: ${named(key)}`);
      return found;
    },
    ofLayer(key, layer) {
      const raw = value(key);
      return asNumber(Array.isArray(raw) ? (raw as readonly unknown[])[layer] : raw, key);
    },
    shape: (tensor) => shapes.get(tensor) ?? null
  };
}

function numberOf(raw: unknown, name: string): number | null {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "number" && raw >= 0 && raw < 2 ** 53) return raw;
  if (typeof raw === "boolean") return Number(raw);
  throw new TypeError(`not a number in GGUF file: ${name}, ${String(raw).slice(0, 40)}`);
}
