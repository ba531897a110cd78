/** One stream in pages of each size. */

import {allocatorSummary, type StreamSetup} from "./allocator-runs.js";
import {BLOCK_SIZES} from "./axes.js";
import type {MemoryShares} from "./metrics.js";

/** Waste of pages at one block size. */
export interface BlockPoint {
  readonly blockTokens: number;
  readonly shares: MemoryShares;
  readonly meanRunning: number;
}

/**
 * The stream in pages of each size.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 section 7.2 "Impact of block size"
 * @example blockPoints({capacityTokens: 512, maxModelLen: 8, blockTokens: 4, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, requestsPerSecond: 1, nRequests: 4, seed: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}}).length // 9
 */
export function blockPoints({
  sizes = BLOCK_SIZES,
  ...setup
}: StreamSetup & {readonly sizes?: readonly number[]}): BlockPoint[] {
  return sizes.map((blockTokens) => {
    const {shares, meanRunning} = allocatorSummary("paged", {...setup, blockTokens});
    return {blockTokens, shares, meanRunning};
  });
}
