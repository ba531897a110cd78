/** How many readers a replica holds in llama.cpp. */

import {llamaCppPlan} from "../engines/llamacpp-plan.js";
import {MOST_SEQUENCES} from "../engines/llamacpp.js";
import type {EngineCapacity} from "./capacity.js";
import {llamaWords} from "./engine-words.js";
import {replicasOf, type PlanSetup} from "./setup.js";

/**
 * What a replica holds in llama.cpp: as many sequences in one unified buffer as the memory has
 * room for, 256 at most.
 *
 * Layers are split over the cards, so each holds its share of the cache.
 *
 * @throws Error for attention on compressed entries
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache.cpp
 * @example llamaCapacity({model: {layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, kvDtype: "bf16", nGpus: 1, tp: 1, nReaders: 2, contextTokens: 256}, 4096).concurrency // 2
 */
export function llamaCapacity(setup: PlanSetup, kvBytes: number): EngineCapacity {
  const {model, kvDtype, contextTokens, tp} = setup;
  const planFor = (nSequences: number) =>
    llamaCppPlan(model, {
      contextTokens: contextTokens * nSequences,
      nSequences,
      typeK: kvDtype,
      typeV: kvDtype
    });
  const bytesFor = (nSequences: number) => planFor(nSequences).totalBytes / tp;
  const most = mostWithin(bytesFor, kvBytes);
  const plan = planFor(Math.max(1, most));
  return {
    concurrency: most > 0 ? most : Math.max(0, kvBytes) / bytesFor(1),
    tokens: most * contextTokens,
    definition: "llama.cpp's -c: the context of all slots together",
    steps: plan.steps,
    words: [
      ...llamaWords(plan, Math.max(1, most)),
      ...(most === 0 ? ["failed to allocate buffer for kv cache"] : [])
    ],
    requestBytes: bytesFor(1),
    heldBytes: bytesFor(replicasOf(setup).readersPerReplica)
  };
}

/** The largest count whose bytes fit; 0 when one does not. */
function mostWithin(bytesFor: (count: number) => number, bytes: number): number {
  if (bytesFor(1) > bytes) return 0;
  let [low, high] = [1, MOST_SEQUENCES + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (bytesFor(middle) <= bytes) low = middle;
    else high = middle;
  }
  return low;
}
