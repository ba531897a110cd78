import type {MistakeFigures} from "../mistakes.js";
import type {ModelSpec} from "../model.js";
import {activeParams, paramCount, totalParams} from "../params.js";
import {weightBytes} from "../weights.js";

/**
 * Mistakes about the size of a model's weights.
 *
 * @example weightMistakes({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []})[0].wrong // 42
 */
export function weightMistakes(model: ModelSpec): MistakeFigures[] {
  const {embedding} = paramCount(model);
  const {value: total} = totalParams(model);
  const tied: MistakeFigures = {
    name: model.tiedEmbeddings ? "tied embedding counted twice" : "output head forgotten",
    unit: "parameters",
    wrong: model.tiedEmbeddings ? total + embedding : total - embedding,
    right: total,
    wrongFormula: model.tiedEmbeddings ? "total + V · D" : "total − V · D",
    rightFormula: model.tiedEmbeddings ? "one matrix, counted once" : "two matrices, both counted",
    source: model.tiedEmbeddings
      ? "keras-team/keras-hub@71453d08 llama3_presets.py"
      : "vllm-fit issue 27"
  };
  return [tied, activeForTotal(model), plainInt4(model)];
}

function activeForTotal(model: ModelSpec): MistakeFigures {
  const {value: total} = totalParams(model);
  const hasExperts = model.layerKinds.some(({mlps}) => mlps.some(({kind}) => kind === "moe"));
  return {
    name: "memory from the active parameters",
    unit: "bytes",
    wrong: (hasExperts ? activeParams(model).value : total) * 2,
    right: total * 2,
    wrongFormula: "2 · active",
    rightFormula: "2 · total: every expert is kept",
    source: "llmfit pull 544"
  };
}

function plainInt4(model: ModelSpec): MistakeFigures {
  return {
    name: "4-bit weights as a quarter of 16-bit",
    unit: "bytes",
    wrong: totalParams(model).value / 2,
    right: weightBytes(model, "int4-g128"),
    wrongFormula: "total · 4 / 8",
    rightFormula: "4.16 bits with scales; embedding, head and norms stay in 16",
    source: "https://github.com/huggingface/accelerate/issues/3297"
  };
}
