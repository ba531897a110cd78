/** The header of a GGUF file: what the model is, and what each of its tensors is stored as. */

import {ByteReader, NEEDS_MORE} from "./bytes.js";
import {ggmlTypes, tensorBytes} from "./types.js";

export type GgufValue = string | number | boolean | readonly (string | number | boolean)[];

export interface GgufTensor {
  readonly name: string;
  /** Fastest first, as in the file: (columns, rows, …) */
  readonly shape: readonly number[];
  /** Name of its type: Q4_K, F32 … */
  readonly type: string;
  readonly nElements: number;
  readonly bytes: number;
}

export interface GgufHeader {
  readonly version: number;
  /** Values by key; of a list longer than MAX_LIST only its length, under the key with ".length" */
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensor[];
}

/** Lists beyond this length (vocabularies, merges) are passed over. */
export const MAX_LIST = 4096;
const MAGIC = 0x46554747;
/** Counts beyond these are noise, not a model. */
const MAX_ENTRIES = 100_000;
const MAX_TENSORS = 1_000_000;
const MAX_DIMENSIONS = 8;

/**
 * The header of a GGUF file from its first bytes; null when more of the file is needed.
 *
 * @throws Error in one sentence when the bytes are no GGUF file or one that cannot be read
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @example parseGgufHeader(new Uint8Array([71, 71, 85, 70])) // null
 */
export function parseGgufHeader(bytes: Uint8Array): GgufHeader | null {
  try {
    return readHeader(new ByteReader(bytes));
  } catch (error) {
    if (error instanceof RangeError && error.message === NEEDS_MORE) return null;
    throw error;
  }
}

function readHeader(reader: ByteReader): GgufHeader {
  if (reader.u32() !== MAGIC) throw new Error("not a GGUF file: it does not begin with GGUF");
  const version = reader.u32();
  if (version > 2 ** 16) throw new Error("big-endian GGUF files are not read");
  if (version < 2 || version > 3) throw new Error(`unknown version of GGUF: ${version}`);
  const nTensors = counted(reader.u64(), "tensors", MAX_TENSORS);
  const nEntries = counted(reader.u64(), "metadata entries", MAX_ENTRIES);
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < nEntries; i++) readEntry(reader, metadata);
  const tensors = Array.from({length: nTensors}, () => readTensor(reader));
  return {version, metadata, tensors};
}

function counted(value: number, what: string, most: number): number {
  if (value <= most) return value;
  throw new RangeError(`impossible number of ${what} in GGUF file: ${value}`);
}

function readEntry(reader: ByteReader, metadata: Map<string, GgufValue>): void {
  const key = reader.text();
  const kind = reader.u32();
  if (kind !== 9) {
    metadata.set(key, readScalar(reader, kind, key));
    return;
  }
  const itemKind = reader.u32();
  const length = reader.u64();
  if (length > MAX_LIST) {
    skipList(reader, {itemKind, length, key});
    metadata.set(`${key}.length`, length);
    return;
  }
  metadata.set(
    key,
    Array.from({length}, () => readScalar(reader, itemKind, key))
  );
}

function skipList(
  reader: ByteReader,
  {itemKind, length, key}: {itemKind: number; length: number; key: string}
): void {
  if (itemKind === 8) {
    for (let i = 0; i < length; i++) reader.skipText();
    return;
  }
  const size = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8][itemKind];
  if (!size) throw new TypeError(`unknown type of list in GGUF file: ${key}, ${itemKind}`);
  reader.skip(size * length);
}

/** Values by the number of their type: u8 i8 u16 i16 u32 i32 f32 bool text list u64 i64 f64. */
const SCALARS: readonly (((reader: ByteReader) => string | number | boolean) | null)[] = [
  (reader) => reader.u8(),
  (reader) => reader.i8(),
  (reader) => reader.u16(),
  (reader) => reader.i16(),
  (reader) => reader.u32(),
  (reader) => reader.i32(),
  (reader) => reader.f32(),
  (reader) => reader.u8() !== 0,
  (reader) => reader.text(),
  null,
  (reader) => reader.u64(),
  (reader) => reader.i64(),
  (reader) => reader.f64()
];

function readScalar(reader: ByteReader, kind: number, key: string): string | number | boolean {
  const read = SCALARS[kind];
  if (!read) throw new TypeError(`unknown type of value in GGUF file: ${key}, ${kind}`);
  return read(reader);
}

function readTensor(reader: ByteReader): GgufTensor {
  const name = reader.text();
  const nDimensions = counted(reader.u32(), `dimensions of ${name}`, MAX_DIMENSIONS);
  const shape = Array.from({length: nDimensions}, () => reader.u64());
  const number = reader.u32();
  reader.skip(8);
  const type = ggmlTypes[number];
  if (!type) throw new Error(`unknown type of tensor ${name}: ${number}`);
  const nElements = shape.reduce((product, size) => product * size, 1);
  return {name, shape, type: type.name, nElements, bytes: tensorBytes(type, nElements)};
}

/** Bytes of a file's tensors by type, largest first. */
export interface TypeShare {
  readonly type: string;
  readonly nTensors: number;
  readonly nElements: number;
  readonly bytes: number;
}

/**
 * What a file's tensors are stored as: exact bytes by type, largest first.
 *
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @example typeShares([{type: "F32", nElements: 2, bytes: 8}, {type: "F32", nElements: 1, bytes: 4}]) // [{"type": "F32", "nTensors": 2, "nElements": 3, "bytes": 12}]
 */
export function typeShares(
  tensors: readonly Pick<GgufTensor, "type" | "nElements" | "bytes">[]
): TypeShare[] {
  const shares = new Map<string, TypeShare>();
  for (const {type, nElements, bytes} of tensors) {
    const share = shares.get(type) ?? {type, nTensors: 0, nElements: 0, bytes: 0};
    shares.set(type, {
      type,
      nTensors: share.nTensors + 1,
      nElements: share.nElements + nElements,
      bytes: share.bytes + bytes
    });
  }
  return [...shares.values()].sort((a, b) => b.bytes - a.bytes);
}
