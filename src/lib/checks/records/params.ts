/** Records about parameter counts. */

import {fromHfConfig} from "../../hf-config.js";
import {mlpParams} from "../../mlp-params.js";
import type {ModelSpec} from "../../model.js";
import {paramCount} from "../../params.js";
import {exact, input, inUnit, type CheckRecord, type Evaluator, type Lab} from "./record.js";

const unit = "parameters";
/** Entries of a count that are not parts of it. */
const sums = new Set(["total", "active", "activeWithoutEmbedding"]);

const count: Evaluator = (record, lab) => {
  const parts = paramCount(lab.model(record.model));
  const terms = Object.entries(parts).filter(([name, value]) => !sums.has(name) && value > 0);
  return inUnit(parts.total, {unit, unfolded: sumText(terms)});
};

/** The published count keeps the rotary frequencies of every layer, half a head wide. */
const withBuffers: Evaluator = (record, lab) => {
  const {total} = paramCount(lab.model(record.model));
  const [layers, headDim] = [input(record, "layers"), input(record, "headDim")];
  const unfolded = `${exact(total)} + ${layers} · ${headDim} / 2`;
  return inUnit(total + (layers * headDim) / 2, {unit: "elements", unfolded});
};

/** The tied matrix counted as embedding and again as head. */
const tiedTwice: Evaluator = (record, lab) => {
  const {total, embedding} = paramCount(lab.model(record.model));
  return inUnit(total + embedding, {unit, unfolded: `${exact(total)} + ${exact(embedding)}`});
};

const active: Evaluator = (record, lab) => {
  const {
    total,
    active,
    activeWithoutEmbedding: ours,
    embedding
  } = paramCount(lab.model(record.model));
  const idle = `${exact(total - active)} idle experts`;
  return inUnit(ours, {
    unit,
    unfolded: `${exact(total)} − ${idle} − ${exact(embedding)} embedding`
  });
};

const nonEmbedding: Evaluator = (record, lab) => {
  const {total, embedding, head} = paramCount(namedOrBuilt(record, lab));
  const unfolded = `${exact(total)} − ${exact(embedding)} − ${exact(head)}`;
  return inUnit(total - embedding - head, {unit, unfolded});
};

/** Pythia 1.4B is not in the catalog: its config's shape, with a vocabulary that drops out again. */
function namedOrBuilt(record: CheckRecord, lab: Lab): ModelSpec {
  if (record.model !== "pythia-1.4b") return lab.model(record.model);
  return fromHfConfig({
    model_type: "gpt_neox",
    num_hidden_layers: input(record, "layers"),
    hidden_size: input(record, "hidden"),
    intermediate_size: input(record, "intermediate"),
    num_attention_heads: 16,
    vocab_size: 50304
  });
}

/** gpt-oss' card counts experts with their biases, and the router with its own, as MLP. */
const mlpSplit: Evaluator = (record, lab) => {
  const {hiddenSize, layerKinds} = lab.model(record.model);
  const terms = layerKinds.map(({count, mlps}) => {
    const parts = mlps.map((mlp) => mlpParams(mlp, hiddenSize));
    return parts.reduce((sum, p) => sum + count * (p.experts + p.router + p.biases), 0);
  });
  const total = terms.reduce((a, b) => a + b, 0);
  return inUnit(total, {unit, unfolded: terms.map(exact).join(" + ")});
};

function sumText(terms: readonly (readonly [string, number])[]): string {
  return terms.map(([name, value]) => `${exact(value)} ${name}`).join(" + ");
}

/**
 * Evaluators of the kinds of record that count parameters.
 *
 * @example paramEvaluators["param-count-non-embedding"]({model: "pythia-1.4b", inputs: {layers: 24, hidden: 2048, intermediate: 8192}}).ours // 1208602624
 */
export const paramEvaluators: Readonly<Record<string, Evaluator>> = {
  "param-count": count,
  "param-count-rounded": count,
  "param-count-with-buffers": withBuffers,
  "param-count-anomaly": tiedTwice,
  "param-count-non-embedding": nonEmbedding,
  "active-params": active,
  "param-split": mlpSplit
};
