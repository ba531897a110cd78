import {byId} from "../by-id.js";
import {checkRow, type CheckRow} from "../check-row.js";
import type {GpuSpec} from "../gpu.js";
import {measuredMbu, type MeasuredDecode, type MeasuredFile} from "../measured.js";
import type {ModelSpec} from "../model.js";
import {decodeStep} from "../roofline.js";

export interface CheckData {
  readonly models: readonly ModelSpec[];
  readonly gpus: readonly GpuSpec[];
  readonly measured: MeasuredFile;
}

/** MBU of gpt-fast on one A100, with which the other group sizes are computed. */
const ONE_CARD_SHARE = 0.685;

/**
 * Decode speed on groups of cards: measured, and computed from the bandwidth share of one card.
 *
 * @see https://github.com/pytorch-labs/gpt-fast "Tensor Parallelism"
 * @example scalingRows({models: [], gpus: [], measured: {decode: [], prefill: [], scaling: [], matmul: []}}) // []
 */
export function scalingRows({models, gpus, measured}: CheckData): CheckRow[] {
  const seconds = ({modelId, gpuId, nGpus}: MeasuredDecode) =>
    decodeStep(byId(models, modelId), {
      gpu: byId(gpus, gpuId),
      nGpus,
      weightDtype: "bf16",
      kvDtype: "bf16",
      contextTokens: 100,
      mbu: ONE_CARD_SHARE
    }).seconds;
  return measured.scaling.map((point) =>
    checkRow({
      name: `${point.modelId} on ${point.nGpus} A100, MBU ${ONE_CARD_SHARE}`,
      expected: point.tokensPerSecond,
      ours: 1 / seconds(point),
      unit: "tokens/s",
      tolerance: 0.1,
      source: point.source
    })
  );
}

/** The published shares are rounded to a percent. */
const publishedShares: Readonly<Record<string, number>> = {
  "gptfast-llama2-7b-bf16": 0.685,
  "gptfast-llama2-7b-int8": 0.52,
  "gptfast-llama2-7b-int4": 0.42,
  "gptfast-llama2-70b-int8": 0.65,
  "gptfast-llama2-70b-int4": 0.54,
  "gptfast-llama3.1-8b-bf16": 0.69,
  "vllm-16937-llama3.1-8b": 0.638,
  "vllm-20780-llama3.1-8b": 0.678
};

/**
 * Shares of peak bandwidth that measured speeds amount to, beside those that are published.
 *
 * @see https://github.com/pytorch-labs/gpt-fast "Benchmarks"
 * @example shareRows({models: [], gpus: [], measured: {decode: [], prefill: [], scaling: [], matmul: []}}) // []
 */
export function shareRows({gpus, measured}: CheckData): CheckRow[] {
  return measured.decode.map((point) =>
    checkRow({
      name: `MBU, ${point.modelId} ${point.weightDtype} on ${point.gpuId}`,
      expected: publishedShares[point.id] ?? NaN,
      ours: measuredMbu(point, byId(gpus, point.gpuId)),
      unit: "of peak",
      tolerance: 0.012,
      source: point.source
    })
  );
}
