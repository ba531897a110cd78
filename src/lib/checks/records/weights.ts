/** Records about bytes of weights, loaded or on disk. */

import {weightDtypes} from "../../dtype.js";
import type {ModelSpec} from "../../model.js";
import {mainAttention, mixersOf} from "../../layers.js";
import {paramCount} from "../../params.js";
import {weightBytes, weightBytesPerGpu} from "../../weights.js";
import {exact, inBytes, input, type CheckRecord, type Evaluator} from "./record.js";
import {hasInput} from "./shapes.js";

/** Bits a weight by the record's file line, or by the lab's own table for one uniform type. */
const gguf: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const params = paramCount(model).total + splitMlaCopy(record, model);
  const bits =
    record.inputs.bitsPerWeight === 8.5
      ? weightDtypes.q8_0.matrixBits
      : input(record, "bitsPerWeight");
  const unfolded = `${exact(params)} · ${bits} / 8`;
  return inBytes((params * bits) / 8, {unit: record.published.unit, unfolded});
};

/** Files "incl. MLA copies" store the up-projection of keys and values a second time. */
function splitMlaCopy(record: CheckRecord, model: ModelSpec): number {
  if (!/MLA (copies|split)/.test(record.note ?? "") && !hasMlaRemark(record)) return 0;
  return mixersOf(model).reduce((sum, mixer) => {
    if (mixer.kind !== "mla") return sum;
    return sum + mixer.kvLoraRank * mixer.nHeads * (mixer.qkNopeHeadDim + mixer.vHeadDim);
  }, 0);
}

function hasMlaRemark({id}: CheckRecord): boolean {
  return id === "gguf-dsr1-f16" || id === "gguf-kimik2-q8";
}

/** What vLLM's loader reports: 16-bit weights and the table of rotary angles. */
const loaded: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const {unit} = record.published;
  if (hasInput(record, "tp")) {
    const tp = input(record, "tp");
    const bytes = weightBytesPerGpu(model, "bf16", {tp});
    const whole = exact(weightBytes(model, "bf16"));
    return inBytes(bytes, {unit, unfolded: `${whole} B over ${tp} GPUs, norms on each`});
  }
  const weights = weightBytes(model, "bf16");
  const {headDim} = mainAttention(model)!;
  const rotary = model.maxModelLen! * headDim * 2;
  const unfolded = `${exact(weights)} B + ${exact(model.maxModelLen!)} · ${headDim} · 2 B of rotary angles`;
  return inBytes(weights + rotary, {unit, unfolded});
};

const stored: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const {unit} = record.published;
  if (hasInput(record, "expertBitsPerWeight")) {
    const unfolded = `${exact(paramCount(model).experts)} · 4.25 / 8 and the rest in 16 bits`;
    return inBytes(weightBytes(model, "mxfp4"), {unit, unfolded});
  }
  const {attention, denseMlp} = paramCount(model);
  const unfolded = `(${exact(attention)} attention + ${exact(denseMlp)} MLP) · 2`;
  return inBytes((attention + denseMlp) * 2, {unit, unfolded});
};

/**
 * Evaluators of the kinds of record that size weights.
 *
 * @example Object.keys(weightEvaluators).length // 3
 */
export const weightEvaluators: Readonly<Record<string, Evaluator>> = {
  "gguf-weight-bytes": gguf,
  "weight-bytes-loaded": loaded,
  "weight-bytes": stored
};
