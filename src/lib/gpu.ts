/** Accelerators in base units, from the rows of src/data/raw/gpus.json or from a reader's own figures. */

/** Arithmetic a card has a peak for; weights of other types are widened to one of these first. */
export type ComputeDtype = "bf16" | "fp8" | "int8" | "fp4";

export interface GpuSpec {
  readonly id: string;
  readonly name: string;
  /** Memory that a program can see, bytes: the driver's figure where known; null when not published */
  readonly hbmBytes: number | null;
  /** Memory of the chip by its data sheet, bytes; null when not published */
  readonly hbmBytesNominal: number | null;
  /** Peak memory bandwidth of one card, B/s, as published */
  readonly hbmBytesPerSecond: number;
  /** Peak dense rates of one card, FLOP/s (never with sparsity), as published; null where it has none */
  readonly flopsPerSecond: Readonly<Record<ComputeDtype, number | null>>;
  /** Link to other cards, one direction, B/s; null when not published */
  readonly interconnectBytesPerSecond: number | null;
  /** What the link is: NVLink 4, PCIe Gen5 x16 … */
  readonly interconnectNote: string;
  readonly tdpWatts: number | null;
  readonly source: string;
  /** Day the source was read */
  readonly retrieved: string;
  readonly verified: boolean;
  /** Fields that were not read in the source, in words; empty when all were */
  readonly unverified: string;
  readonly notes: readonly string[];
}

/** Lowest and highest value that a field of a row may take, in the row's unit. */
const RANGES = {
  memoryBytes: [1e9, 4e12],
  reportedUsableBytes: [1e9, 4e12],
  driverReportedBytes: [1e9, 4e12],
  memoryBytesPerSecond: [1e10, 1e14],
  bf16DenseTflops: [1, 1e5],
  fp8DenseTflops: [1, 1e5],
  int8DenseTops: [1, 1e5],
  fp4DenseTflops: [1, 1e5],
  linkOneWayBytesPerSecond: [1e9, 1e13],
  tdpWatts: [5, 5000]
} as const;

type Field = keyof typeof RANGES;

/**
 * A card in base units from a row of raw/gpus.json, checked field by field.
 *
 * Memory is what a program can see: the driver's figure, else a reported usable one, else the chip's.
 *
 * @throws RangeError or TypeError that names the row and the field
 * @example fromGpuRow({id: "x", name: "X", memoryBytes: 8e10, memoryBytesPerSecond: 2e12, bf16DenseTflops: 300, source: "s", retrieved: "2026-11-29", verified: true}).flopsPerSecond.bf16 // 300000000000000
 */
export function fromGpuRow(row: unknown): GpuSpec {
  if (typeof row !== "object" || row === null)
    throw new TypeError(`invalid gpu row: ${String(row)}`);
  const fields: Readonly<Record<string, unknown>> = {...row};
  const read = (field: Field) => rangedField(fields, field);
  const nominal = read("memoryBytes");
  const bandwidth = read("memoryBytesPerSecond");
  if (bandwidth === null)
    throw new TypeError(`missing memoryBytesPerSecond of ${String(fields.id)}`);
  return {
    id: textField(fields, "id"),
    name: textField(fields, "name"),
    hbmBytes: read("driverReportedBytes") ?? read("reportedUsableBytes") ?? nominal,
    hbmBytesNominal: nominal,
    hbmBytesPerSecond: bandwidth,
    flopsPerSecond: peaksFrom(read),
    interconnectBytesPerSecond: read("linkOneWayBytesPerSecond"),
    interconnectNote: typeof fields.linkNote === "string" ? fields.linkNote : "",
    tdpWatts: read("tdpWatts"),
    ...provenance(fields)
  };
}

function peaksFrom(read: (field: Field) => number | null): GpuSpec["flopsPerSecond"] {
  const perSecond = (tera: number | null) => (tera === null ? null : tera * 1e12);
  return {
    bf16: perSecond(read("bf16DenseTflops")),
    fp8: perSecond(read("fp8DenseTflops")),
    int8: perSecond(read("int8DenseTops")),
    fp4: perSecond(read("fp4DenseTflops"))
  };
}

function provenance(fields: Readonly<Record<string, unknown>>) {
  const retrieved = textField(fields, "retrieved");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(retrieved)) {
    throw new TypeError(`invalid retrieved of ${String(fields.id)}: ${retrieved}`);
  }
  return {
    source: textField(fields, "source"),
    retrieved,
    verified: fields.verified === true,
    unverified: typeof fields.unverified === "string" ? fields.unverified : "",
    notes: Array.isArray(fields.notes) ? fields.notes.map(String) : []
  };
}

function textField(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`missing ${name} of ${String(fields.id)}`);
}

function rangedField(fields: Readonly<Record<string, unknown>>, name: Field): number | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  const [low, high] = RANGES[name];
  if (typeof value === "number" && value >= low && value <= high) return value;
  throw new RangeError(`invalid ${name} of ${String(fields.id)}: ${String(value)}`);
}

/**
 * Cards from the rows of a file, in the file's order.
 *
 * @throws Error when the file is no list, a row is bad or an id occurs twice
 * @example gpusFromRows([]).length // 0
 */
export function gpusFromRows(rows: unknown): GpuSpec[] {
  if (!Array.isArray(rows)) throw new TypeError("invalid gpu file: not a list of rows");
  const gpus = rows.map(fromGpuRow);
  const repeated = gpus.find(({id}, i) => gpus.findIndex((other) => other.id === id) < i);
  if (repeated) throw new Error(`repeated gpu id: ${repeated.id}`);
  return gpus;
}

/** What a reader types for a card of their own. */
export interface CustomGpu {
  readonly name?: string;
  readonly hbmBytes: number;
  readonly hbmBytesPerSecond: number;
  /** Peak dense bf16 rate, FLOP/s; null leaves compute out */
  readonly flopsPerSecond: number | null;
  /** Peak dense 8-bit float rate, FLOP/s; null runs 8-bit weights on 16-bit arithmetic */
  readonly fp8FlopsPerSecond?: number | null;
  readonly interconnectBytesPerSecond?: number | null;
}

/**
 * A reader's own card; the id is always "own".
 *
 * @throws RangeError naming the field when a figure is not a positive number
 * @example customGpu({hbmBytes: 8e10, hbmBytesPerSecond: 2e12, flopsPerSecond: 3e14}).id // "own"
 */
export function customGpu({
  name = "My card",
  fp8FlopsPerSecond = null,
  ...card
}: CustomGpu): GpuSpec {
  const positive = {fp8FlopsPerSecond, ...card};
  for (const [field, value] of Object.entries(positive)) {
    if (value !== null && !(value > 0 && value < Infinity)) {
      throw new RangeError(`invalid ${field} of own card: ${value}`);
    }
  }
  return {
    id: "own",
    name,
    hbmBytes: card.hbmBytes,
    hbmBytesNominal: card.hbmBytes,
    hbmBytesPerSecond: card.hbmBytesPerSecond,
    flopsPerSecond: {bf16: card.flopsPerSecond, fp8: fp8FlopsPerSecond, int8: null, fp4: null},
    interconnectBytesPerSecond: card.interconnectBytesPerSecond ?? null,
    interconnectNote: "typed by the reader",
    tdpWatts: null,
    source: "typed by the reader",
    retrieved: "",
    verified: false,
    unverified: "all fields",
    notes: []
  };
}

/**
 * Memory of a card that a program can see, bytes.
 *
 * @throws Error in one sentence when no figure is published
 * @example programBytes({name: "X", hbmBytes: 8e10}) // 80000000000
 */
export function programBytes({name, hbmBytes}: Pick<GpuSpec, "name" | "hbmBytes">): number {
  if (hbmBytes === null) throw new Error(`no published memory size: ${name}`);
  return hbmBytes;
}
