/** The set-up of the page capacity-planner at its defaults. */
import type {PlanSetup} from "../../../src/lib/planner/setup.js";
import {gpuById, modelById} from "../../catalog-data.js";

export const standardPlan: PlanSetup = {
  model: modelById("llama3.1-8b"),
  weightBytes: null,
  gpu: gpuById("h100-sxm"),
  nGpus: 2,
  tp: 1,
  weightDtype: "fp8",
  kvDtype: "fp8",
  engine: "vllm",
  utilization: 0.9,
  overheadBytes: 2 * 2 ** 30,
  blockTokens: 16,
  maxBatchedTokens: 8192,
  contextTokens: 32_768,
  nReaders: 32,
  promptTokens: 8192,
  outputTokens: 512,
  ttftSeconds: 2,
  tpotSeconds: 0.05,
  usdPerGpuHour: 1.97,
  mfu: 0.5,
  mbu: 0.65
};
