/** One replica over all cards against a replica on each, where the cache cannot be shared out. */

import {vllmPlan} from "../../engines/vllm-plan.js";
import {weightBytesPerGpu, weightParts} from "../../weights.js";
import {exact, input, inUnit, type Evaluator} from "./record.js";

/**
 * Concurrency of as many replicas as there are cards, over that of one replica on all of them.
 *
 * The memory for KV on a card follows from the one replica's concurrency; a replica by itself has
 * less of it, since its card holds all but the experts, of which it keeps its share.
 *
 * @see https://github.com/vllm-project/vllm/issues/51454
 * @example replicaRatio.length // 2
 */
export const replicaRatio: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const [nGpus, one] = [input(record, "gpus"), input(record, "concurrency")];
  const setup = {
    dtype: "fp8",
    maxModelLen: input(record, "maxModelLen"),
    maxBatchedTokens: input(record, "maxBatchedTokens")
  } as const;
  const {blocksPerRequest, blockBytes} = vllmPlan(model, {...setup, kvBytes: 0});
  const kvBytes = one * blocksPerRequest * blockBytes[0]!;
  const {experts, ...rest} = weightParts(model, "fp8-mxfp4");
  const alone = Object.values(rest).reduce((sum, part) => sum + part, experts / nGpus);
  const more = alone - weightBytesPerGpu(model, "fp8-mxfp4", {tp: nGpus});
  const {concurrency} = vllmPlan(model, {...setup, kvBytes: kvBytes - more});
  const unfolded = `${exact(kvBytes)} B of KV on a card, ${exact(more)} B less with its own weights: ${nGpus} · ${exact(concurrency)} / ${one}`;
  return inUnit((nGpus * concurrency) / one, {unit: "x", unfolded});
};
