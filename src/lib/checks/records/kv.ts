/** Records about the KV cache as papers, blogs and tools print it. */

import {kvBytes, kvBytesPerToken, kvGrowthBytesPerToken, kvProfile} from "../../kv.js";
import type {LayerPlan} from "../../layers.js";
import {
  exact,
  inBytes,
  input,
  inUnit,
  type CheckRecord,
  type Evaluator,
  type Lab
} from "./record.js";
import {kvDtypeOf, shapeText, withKvHeads} from "./shapes.js";

const perToken: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const dtype = kvDtypeOf(input(record, "bytesPerElement"));
  const unfolded = shapeText(model, dtype);
  return inBytes(kvGrowthBytesPerToken(model, dtype), {unit: record.published.unit, unfolded});
};

const sequence: Evaluator = (record, lab) => {
  const model = asPublished(record, lab);
  const tokens = input(record, "tokens");
  const dtype = kvDtypeOf(input(record, "bytesPerElement"));
  const unfolded = `(${shapeText(model, dtype)}) · ${exact(tokens)} tokens`;
  const bytes = kvBytes(kvProfile(model, dtype), tokens);
  return inBytes(bytes, {unit: record.published.unit, unfolded});
};

/** The first upload of LLaMA-3.1-405B repeated its 8 KV heads to 16, and the table counts 16. */
function asPublished(record: CheckRecord, lab: Lab): LayerPlan {
  const model = lab.model(record.model);
  const nKvHeads = record.inputs.kvHeads;
  return record.model === "llama3.1-405b" ? withKvHeads(model, Number(nKvHeads)) : model;
}

const batch: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const [prompt, output] = [input(record, "promptTokens"), input(record, "outputTokens")];
  const nRequests = input(record, "batch");
  const bytes = nRequests * kvBytes(kvProfile(model, "bf16"), prompt + output);
  const unfolded = `(${shapeText(model, "bf16")}) · (${prompt} + ${output}) tokens · ${nRequests}`;
  return inBytes(bytes, {unit: record.published.unit, unfolded});
};

/** Elements are bytes of a one-byte cache; the small model with plain heads is not in the catalog. */
const elements: Evaluator = (record, lab) => {
  const unit = "elements";
  if (record.model === "deepseek-v2-lite") {
    const model = lab.model(record.model);
    const ours = kvGrowthBytesPerToken(model, "fp8");
    return inUnit(ours, {unit, unfolded: shapeText(model, "fp8")});
  }
  const [nLayers, nKvHeads] = [input(record, "layers"), input(record, "heads")];
  const headDim = input(record, "headDim");
  const ours = kvBytesPerToken({nLayers, nKvHeads, headDim}, 1);
  return inUnit(ours, {unit, unfolded: `2 · ${nLayers} · ${nKvHeads} · ${headDim}`});
};

const ratio: Evaluator = (_record, lab) => {
  const wide = kvGrowthBytesPerToken(lab.model("llama3.1-405b"), "bf16");
  const narrow = kvGrowthBytesPerToken(lab.model("deepseek-v3"), "bf16");
  return inUnit(wide / narrow, {unit: "x", unfolded: `${exact(wide)} / ${exact(narrow)}`});
};

/**
 * Evaluators of the kinds of record that size a cache without an engine.
 *
 * @example kvEvaluators["kv-elements-per-token"]({inputs: {layers: 60, heads: 8, headDim: 128}}).ours // 122880
 */
export const kvEvaluators: Readonly<Record<string, Evaluator>> = {
  "kv-bytes-per-token": perToken,
  "kv-bytes-sequence": sequence,
  "kv-bytes-batch": batch,
  "kv-elements-per-token": elements,
  "kv-ratio": ratio
};
