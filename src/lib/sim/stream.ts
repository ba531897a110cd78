/** The stream of a page from what its inputs hold. */

import type {GpuSpec} from "../gpu.js";
import {kvProfile} from "../kv.js";
import type {ModelSpec} from "../model.js";
import type {StreamSetup} from "./allocator-runs.js";
import type {BlockPoint} from "./block-points.js";
import {paperSetting} from "./allocator-study.js";
import type {RequestLaw} from "./lengths.js";

export interface StreamInputs {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  /** Bytes for KV */
  readonly kvBytes: number;
  readonly maxModelLen: number;
  readonly blockTokens: number;
  readonly lengths: RequestLaw;
  readonly requestsPerSecond: number;
  readonly seed: number;
}

/** Requests of a page's stream: enough for memory to fill, few enough to draw. */
export const STREAM_REQUESTS = 400;

/**
 * Tokens that a KV memory holds, every layer counted at the whole context.
 *
 * ⌊bytes / bytes a token⌋; Infinity for a model that caches nothing.
 *
 * @see https://arxiv.org/abs/2309.06180 table 1 ("max. # KV cache slots")
 * @example slotsWithin({layout: [], layerKinds: []}, 1000) // Infinity
 */
export function slotsWithin(
  model: Pick<ModelSpec, "layout" | "layerKinds">,
  kvBytes: number
): number {
  const {growingBytesPerToken, windows} = kvProfile(model, "bf16");
  const bytes = windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, growingBytesPerToken);
  return bytes === 0 ? Infinity : Math.floor(kvBytes / bytes);
}

/**
 * What the simulator needs for a page's inputs.
 *
 * @throws RangeError when memory holds less than one longest request, or a model caches nothing
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example streamOf({model: {layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 1, vHeadDim: 1, window: null, ownsKv: true}}]}, kvBytes: 400, maxModelLen: 50}).capacityTokens // 100
 */
export function streamOf({kvBytes, ...inputs}: StreamInputs): StreamSetup {
  const slots = slotsWithin(inputs.model, kvBytes);
  if (slots === Infinity) throw new RangeError(`model caches nothing: ${inputs.model.name}`);
  if (slots < inputs.maxModelLen) {
    throw new RangeError(
      `memory holds ${slots} tokens of ${inputs.model.name}, less than the longest length: ${inputs.maxModelLen}`
    );
  }
  return {...inputs, capacityTokens: Math.min(slots, 2 ** 24), nRequests: STREAM_REQUESTS};
}

/**
 * The paper's setting, which the page's checks hold whatever its inputs are.
 *
 * @throws Error when the catalog lacks the paper's model or card
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example standardStream({models: [{id: "opt-13b"}], gpus: [{id: "a100-sxm-40"}]}).capacityTokens // 15728
 */
export function standardStream({
  models,
  gpus
}: {
  readonly models: readonly ModelSpec[];
  readonly gpus: readonly GpuSpec[];
}): StreamSetup {
  const model = models.find(({id}) => id === paperSetting.model);
  const gpu = gpus.find(({id}) => id === paperSetting.gpu);
  if (!model || !gpu) throw new Error("the catalog lacks the paper's model or card");
  const {capacityTokens, maxModelLen, lengths} = paperSetting;
  const stream = {blockTokens: 16, requestsPerSecond: 4, nRequests: STREAM_REQUESTS, seed: 1};
  return {model, gpu, capacityTokens, maxModelLen, lengths, ...stream};
}

/**
 * Share of memory that holds tokens at one block size; NaN where the sweep has no such size.
 *
 * @example shareAt([{blockTokens: 16, shares: {used: 0.9}}], 16) // 0.9
 */
export function shareAt(
  points: readonly Pick<BlockPoint, "blockTokens" | "shares">[],
  blockTokens: number
): number {
  return points.find((point) => point.blockTokens === blockTokens)?.shares.used ?? NaN;
}
