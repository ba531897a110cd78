/** A model from the header of a GGUF file. */

import {groupLayers, type LayerShape} from "../layers.js";
import type {ModelSpec} from "../model.js";
import {ggufFields, type GgufFields} from "./fields.js";
import {typeShares, type GgufHeader} from "./header.js";
import {ggufLayer} from "./layers.js";

/** Most layers that a file may claim. */
const MAX_LAYERS = 2000;

/**
 * The model that a GGUF file holds, its layers read off its tensors.
 *
 * Draft layers (nextn_predict_layers) are counted apart; the published size is the file's own sum of
 * elements, exact.
 *
 * @throws Error in one sentence naming the key or tensor that is missing or not read
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @example fromGguf({metadata: new Map([["general.architecture", "llama"], ["llama.block_count", 0], ["llama.embedding_length", 8]]), tensors: [{name: "token_embd.weight", shape: [8, 10], type: "F16", nElements: 80, bytes: 160}]}).vocabSize // 10
 */
export function fromGguf(header: Pick<GgufHeader, "metadata" | "tensors">): ModelSpec {
  const fields = ggufFields(header);
  const {tensors, metadata} = header;
  refuseParts(metadata);
  const nMtpLayers = fields.number("nextn_predict_layers") ?? 0;
  const embedding = fields.shape("token_embd.weight");
  if (!embedding) throw new Error("missing tensor in GGUF file: token_embd.weight");
  const name = metadata.get("general.name");
  return {
    id: "gguf",
    name: typeof name === "string" && name !== "" ? name : `your ${fields.architecture} file`,
    hiddenSize: fields.required("embedding_length"),
    vocabSize: embedding[1] ?? 0,
    maxModelLen: fields.number("context_length"),
    tiedEmbeddings: fields.shape("output.weight") === null,
    ...groupLayers(layersOf(fields, nMtpLayers)),
    normBias: fields.shape("output_norm.bias") !== null,
    finalNorm: fields.shape("output_norm.weight") !== null,
    nPositions: fields.shape("position_embd.weight")?.[1] ?? 0,
    headBias: fields.shape("output.bias") !== null,
    nMtpLayers,
    nativeDtype: typeShares(tensors)[0]?.type ?? "unknown",
    notModelled: [],
    published: publishedOf(tensors)
  };
}

/** A part of a split file names all layers and has the tensors of some. */
function refuseParts(metadata: GgufHeader["metadata"]): void {
  const count = metadata.get("split.count");
  if (typeof count !== "number" || count <= 1) return;
  throw new Error(`file is one part of ${count}: join them with llama-gguf-split --merge`);
}

function layersOf(fields: GgufFields, nMtpLayers: number): LayerShape[] {
  const nLayers = fields.required("block_count") - nMtpLayers;
  if (!(nLayers >= 0 && nLayers <= MAX_LAYERS)) {
    throw new RangeError(`invalid number of layers in GGUF file: ${nLayers}`);
  }
  return Array.from({length: nLayers}, (_, i) => ggufLayer(fields, i));
}

function publishedOf(tensors: GgufHeader["tensors"]): ModelSpec["published"] {
  return {
    totalParams: tensors.reduce((sum, {nElements}) => sum + nElements, 0),
    totalKind: "exact",
    activeParams: null,
    source: "the file's own tensors"
  };
}
