/** The set-up of the page continuous-batching at its defaults. */
import type {BatchingInputs} from "../../../src/lib/sim/batching-run.js";
import {requestLaws} from "../../../src/lib/sim/lengths.js";
import {gpuById, modelById} from "../../catalog-data.js";

export const standardInputs: BatchingInputs = {
  model: modelById("llama3.1-8b"),
  gpu: gpuById("h100-sxm"),
  tp: 1,
  weightDtype: "bf16",
  kvDtype: "bf16",
  lengths: requestLaws.sharegpt,
  requestsPerSecond: 10,
  maxSequences: 32,
  maxBatchedTokens: 2048,
  chunkedPrefill: true,
  watermarkFraction: 0.01,
  sharedFraction: 0,
  order: "fcfs",
  level: {ttftSeconds: 1, tpotSeconds: 0.05},
  seed: 1
};
