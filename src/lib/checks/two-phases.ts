import {checkRow, type CheckRow} from "../check-row.js";
import {chapterBytes} from "../ceilings.js";
import type {GpuSpec} from "../gpu.js";
import {measuredMbu, type MeasuredFile} from "../measured.js";
import type {ModelSpec} from "../model.js";
import {BOOK, bookRows} from "./scaling-book.js";
import {criticalBatchSize, decodeCeiling, decodeStep, prefillPass} from "../roofline.js";
import {decodeWeightBytes} from "../weights.js";

export interface CheckData {
  readonly models: readonly ModelSpec[];
  readonly gpus: readonly GpuSpec[];
  readonly measured: MeasuredFile;
}

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
    ...bookRows(found(data.gpus, "tpu-v5e")),
    ...scalingRows(data),
    ...mbuRows(data),
    roofRow(data)
  ];
}

function found<T extends {readonly id: string}>(things: readonly T[], id: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown id: ${id}`);
  return thing;
}

function ceilingRows({models, gpus}: CheckData): CheckRow[] {
  const model = found(models, "llama3.1-70b");
  const {hbmBytesPerSecond} = found(gpus, "h100-sxm");
  const cases = [
    {name: "70B bf16 on an H100, 140 GB", expected: 23.9, bytes: 140e9, params: "140 GB"},
    {
      name: "the same, exact count",
      expected: 23.7,
      bytes: chapterBytes(model, "bf16"),
      params: "2 B × 70,553,706,496"
    },
    {
      name: "the same, without the input embedding",
      expected: 24.1,
      bytes: decodeWeightBytes(model, "bf16"),
      params: "2 B × 69,503,033,344"
    }
  ];
  return cases.map(({name, expected, bytes, params}) =>
    checkRow({
      name,
      expected,
      ours: decodeCeiling({hbmBytesPerSecond, bytes}),
      unit: "tokens/s",
      tolerance: 0.003,
      source: `3,350 GB/s over ${params}`
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
  const {flopsPerSecond, hbmBytesPerSecond} = found(gpus, "h100-sxm");
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

function scalingRows({models, gpus, measured}: CheckData): CheckRow[] {
  const seconds = (modelId: string, nGpus: number) =>
    decodeStep(found(models, modelId), {
      gpu: found(gpus, "a100-sxm-80"),
      nGpus,
      weightDtype: "bf16",
      kvDtype: "bf16",
      contextTokens: 100,
      mbu: 0.685
    }).seconds;
  return measured.scaling.map(({modelId, nGpus, tokensPerSecond, source}) =>
    checkRow({
      name: `${modelId} on ${nGpus} A100, MBU 0.685`,
      expected: tokensPerSecond,
      ours: 1 / seconds(modelId, nGpus),
      unit: "tokens/s",
      tolerance: 0.1,
      source
    })
  );
}

/** The published shares are rounded to a percent. */
const PUBLISHED_MBU: Readonly<Record<string, number>> = {
  "gptfast-llama2-7b-bf16": 0.685,
  "gptfast-llama2-7b-int8": 0.52,
  "gptfast-llama2-7b-int4": 0.42,
  "gptfast-llama2-70b-int8": 0.65,
  "gptfast-llama2-70b-int4": 0.54,
  "gptfast-llama3.1-8b-bf16": 0.69,
  "vllm-16937-llama3.1-8b": 0.638,
  "vllm-20780-llama3.1-8b": 0.678
};

function mbuRows({gpus, measured}: CheckData): CheckRow[] {
  return measured.decode.map((point) =>
    checkRow({
      name: `MBU, ${point.modelId} ${point.weightDtype} on ${point.gpuId}`,
      expected: PUBLISHED_MBU[point.id] ?? NaN,
      ours: measuredMbu(point, found(gpus, point.gpuId)),
      unit: "of peak",
      tolerance: 0.012,
      source: point.source
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
  const pairs = ROOF_MODELS.flatMap((id) => cards.map((gpu) => isOver(found(models, id), gpu)));
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
