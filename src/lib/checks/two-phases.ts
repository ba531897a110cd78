import {byId} from "../by-id.js";
import {checkRow, type CheckRow} from "../check-row.js";
import {chapterBytes} from "../ceilings.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import {scalingRows, shareRows, type CheckData} from "./measured-speeds.js";
import {BOOK, bookRows} from "./scaling-book.js";
import {criticalBatchSize, decodeCeiling, decodeStep, prefillPass} from "../roofline.js";
import {decodeWeightBytes} from "../weights.js";

/**
 * Checks of the page two-phases: bounds, critical batches, the scaling book's step times, gpt-fast's
 * scaling over cards, measured bandwidth, and that no step is faster than the roof.
 *
 * @example twoPhasesChecks.length // 1
 */
export function twoPhasesChecks(data: CheckData): CheckRow[] {
  return [
    ...ceilingRows(data),
    ...criticalRows(data),
    ...bookRows(byId(data.gpus, "tpu-v5e")),
    ...scalingRows(data),
    ...shareRows(data),
    roofRow(data)
  ];
}

interface CeilingCase {
  readonly name: string;
  readonly expected: number;
  readonly bytes: number;
  /** What the bandwidth is divided by, in words */
  readonly divisor: string;
}

function ceilingCases(model: ModelSpec): readonly CeilingCase[] {
  return [
    {name: "70B bf16 on an H100, 140 GB", expected: 23.9, bytes: 140e9, divisor: "140 GB"},
    {
      name: "the same, exact count",
      expected: 23.7,
      bytes: chapterBytes(model, "bf16"),
      divisor: "2 B × 70,553,706,496"
    },
    {
      name: "the same, without the input embedding",
      expected: 24.1,
      bytes: decodeWeightBytes(model, "bf16"),
      divisor: "2 B × 69,503,033,344"
    }
  ];
}

function ceilingRows({models, gpus}: CheckData): CheckRow[] {
  const {hbmBytesPerSecond} = byId(gpus, "h100-sxm");
  return ceilingCases(byId(models, "llama3.1-70b")).map(({name, expected, bytes, divisor}) =>
    checkRow({
      name,
      expected,
      ours: decodeCeiling({hbmBytesPerSecond, bytes}),
      unit: "tokens/s",
      tolerance: 0.003,
      source: `3,350 GB/s over ${divisor}`
    })
  );
}

const STAS = "stas00/ml-engineering@744d01e1 compute/accelerator/README.md";

interface CriticalCase {
  readonly card: string;
  readonly expected: number;
  readonly flopsPerSecond: number;
  readonly hbmBytesPerSecond: number;
  readonly bytesPerParam: number;
  readonly source: string;
}

const STAS_CASE = {bytesPerParam: 2, source: STAS};
const BOOK_CASE = {flopsPerSecond: 197e12, hbmBytesPerSecond: 820e9, source: BOOK};

/** With the rates that each source divides; our A100 and TPU rows differ a little. */
const CRITICAL_CASES: readonly CriticalCase[] = [
  {...STAS_CASE, card: "H200", expected: 206, flopsPerSecond: 989e12, hbmBytesPerSecond: 4.8e12},
  {...STAS_CASE, card: "A100", expected: 156, flopsPerSecond: 312e12, hbmBytesPerSecond: 2e12},
  {...BOOK_CASE, card: "TPU v5e", expected: 240, bytesPerParam: 2},
  {...BOOK_CASE, card: "TPU v5e, int8 weights", expected: 120, bytesPerParam: 1}
];

function criticalRows({gpus}: CheckData): CheckRow[] {
  const {flopsPerSecond, hbmBytesPerSecond} = byId(gpus, "h100-sxm");
  const h100 = {
    ...STAS_CASE,
    card: "H100, our row",
    expected: 295,
    flopsPerSecond: flopsPerSecond.bf16 ?? NaN,
    hbmBytesPerSecond
  };
  return [h100, ...CRITICAL_CASES].map(({card, expected, source, ...rates}) =>
    checkRow({
      name: `critical batch, ${card}`,
      expected,
      ours: criticalBatchSize(rates),
      unit: "tokens",
      tolerance: 0.5 / expected,
      source
    })
  );
}

/** One of each make: dense, mixtures, MLA, windows, states. */
const ROOF_MODELS = [
  "llama3.1-8b",
  "llama3.1-70b",
  "deepseek-v3",
  "gpt-oss-120b",
  "gemma-3-27b",
  "qwen3-next-80b-a3b"
];

/** Set-ups for which either phase is faster than the card's peaks allow; there must be none. */
function roofRow({models, gpus}: CheckData): CheckRow {
  const cards = gpus.filter(({flopsPerSecond}) => flopsPerSecond.bf16 !== null);
  const ideal = {weightDtype: "bf16", kvDtype: "bf16", mfu: 1, mbu: 1} as const;
  const isOver = (model: ModelSpec, gpu: GpuSpec) =>
    [
      decodeStep(model, {...ideal, gpu, batchSize: 64, contextTokens: 4096}),
      prefillPass(model, {...ideal, gpu, promptTokens: 4096})
    ].some(
      ({flops, bytes, seconds}) =>
        flops / seconds > (gpu.flopsPerSecond.bf16 ?? Infinity) * ROUNDING ||
        bytes / seconds > gpu.hbmBytesPerSecond * ROUNDING
    );
  const pairs = ROOF_MODELS.flatMap((id) => cards.map((gpu) => isOver(byId(models, id), gpu)));
  return checkRow({
    name: `phases faster than a roof, of ${pairs.length} pairs of model and card`,
    expected: 0,
    ours: pairs.filter(Boolean).length,
    unit: "pairs",
    source: "FLOP/s ≤ F and bytes/s ≤ BW"
  });
}

/** Allowed over a roof: the last bits of a sum. */
const ROUNDING = 1 + 1e-9;
