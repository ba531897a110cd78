/** Vectors about the cache: bytes a token, windows, states, engines. */

import {paddedCells, windowCells} from "../../engines/llamacpp.js";
import {sglangPoolBytes} from "../../engines/sglang.js";
import {vllmCapacity, vllmLayers, vllmPool} from "../../engines/vllm.js";
import {kvBytes, kvBytesPerToken, kvGrowthBytesPerToken, kvProfile} from "../../kv.js";
import {exact} from "./record.js";
import {shapeText} from "./shapes.js";
import {vectorInput as at, type VectorEvaluator, type VectorRecord} from "./vector.js";

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** "2 · L · K · H · b" from a vector's own shape. */
function perToken(vector: VectorRecord) {
  const [nLayers, nKvHeads] = [at(vector, "layers"), at(vector, "kv_heads")];
  const [headDim, bytes] = [at(vector, "head_dim"), at(vector, "bytes")];
  const ours = kvBytesPerToken({nLayers, nKvHeads, headDim}, bytes);
  return {ours, unfolded: `2 · ${nLayers} · ${nKvHeads} · ${headDim} · ${bytes}`};
}

const kvPerToken: VectorEvaluator = (vector, lab) => {
  const formula = "2 · L · K · H · b";
  const isSparse = vector.id.includes("fp8_ds_mla");
  const id = isSparse ? "deepseek-v3.2" : vector.id.split("/")[1]!;
  if (!lab.ids.includes(id)) return {...perToken(vector), formula};
  const [model, dtype] = [lab.model(id), isSparse ? "fp8_ds_mla" : "bf16"] as const;
  return {
    ours: kvGrowthBytesPerToken(model, dtype),
    formula: isSparse ? "L · (latent slot + indexer slot)" : formula,
    unfolded: shapeText(model, dtype)
  };
};

const needed: VectorEvaluator = (vector) => {
  const {ours, unfolded} = perToken(vector);
  const tokens = at(vector, "len");
  return {
    ours: (ours * tokens) / GIB,
    formula: "2 · L · K · H · b · S / 2^30",
    unfolded: `${unfolded} · ${exact(tokens)} / 2^30`
  };
};

/** The pool of a catalog model, and what a request of the longest length takes of it. */
const capacity: VectorEvaluator = (vector, lab) => {
  const is31b = vector.id.includes("gemma-4-31b");
  const model = lab.model(is31b ? "gemma-4-31b" : "gemma-4-26b-a4b");
  const dtype = is31b ? "bf16" : "fp8-per-token-head";
  const pool = vllmPool(vllmLayers(model, dtype), {kvBytes: at(vector, "kv_gib") * GIB});
  const request = {maxModelLen: at(vector, "max_len"), maxBatchedTokens: at(vector, "mnbt")};
  const {blocksPerRequest, concurrency, cacheTokens} = vllmCapacity(pool, request);
  return {
    ours: {
      num_blocks: pool.nBlocks,
      blocks_per_request: blocksPerRequest,
      tokens: cacheTokens,
      concurrency
    },
    formula: "⌊memory / block⌋; Σ groups of blocks a request; their ratio",
    unfolded: `⌊${at(vector, "kv_gib")} GiB / ${exact(pool.blockBytes)} B⌋ = ${exact(pool.nBlocks)}; / ${exact(blocksPerRequest)}`
  };
};

const tokens: VectorEvaluator = (vector, lab) => {
  const layers = vllmLayers(lab.model("qwen2.5-7b"), "bf16");
  const blockTokens = at(vector, "block");
  const {nBlocks, blockBytes} = vllmPool(layers, {kvBytes: at(vector, "kv_bytes"), blockTokens});
  return {
    ours: nBlocks * blockTokens,
    formula: "⌊memory / block⌋ · block",
    unfolded: `⌊${exact(at(vector, "kv_bytes"))} B / ${exact(blockBytes)} B⌋ · ${blockTokens}`
  };
};

const sglang: VectorEvaluator = (vector, lab) => {
  const nTokens = at(vector, "tokens");
  const {keyBytes} = sglangPoolBytes(lab.model("qwen3-30b-a3b"), {dtype: "bf16", nTokens});
  return {
    ours: keyBytes / GIB,
    formula: "L · K · H · b · (tokens + 1) / 2^30",
    unfolded: `${exact(keyBytes)} B / 2^30`
  };
};

/** Gemma's two caches: windowed layers hold the window and a batch, the others everything. */
const llamaWindows: VectorEvaluator = (vector, lab) => {
  const contextCells = at(vector, "ctx");
  const [windowTokens, nUbatch] = [at(vector, "n_swa"), at(vector, "n_ubatch")];
  const cells = windowCells({windowTokens, nUbatch, contextCells});
  const {growingBytesPerToken, windows} = kvProfile(lab.model("gemma-4-e4b"), "bf16");
  const windowBytes = windows[0]!.bytesPerToken;
  return {
    ours: {
      swa_cells: cells,
      swa_mib: (cells * windowBytes) / MIB,
      swa_full_mib: (contextCells * windowBytes) / MIB,
      global_mib: (contextCells * growingBytesPerToken) / MIB
    },
    formula: "min(context, pad(window + batch)) · bytes a token",
    unfolded: `min(${contextCells}, pad(${windowTokens} + ${nUbatch})) = ${cells}; ${exact(windowBytes)} and ${exact(growingBytesPerToken)} B a token`
  };
};

const llama: VectorEvaluator = (vector, lab) => {
  if (vector.id.includes("swa")) return llamaWindows(vector, lab);
  if (vector.id.includes("recurrent")) {
    const {stateBytes} = kvProfile(lab.model("qwen3.5-27b"), "bf16");
    const seqs = at(vector, "seqs");
    const unfolded = `${seqs} · ${exact(stateBytes)} B / 2^20`;
    return {ours: (seqs * stateBytes) / MIB, formula: "sequences · state", unfolded};
  }
  const isExpanded = vector.id.includes("expanded");
  const model = lab.model(isExpanded ? "deepseek-v2" : "deepseek-r1");
  const profile = kvProfile(model, isExpanded ? "bf16" : "q8_0", {mlaExpanded: isExpanded});
  const cells = paddedCells(at(vector, "ctx"));
  const bytes = cells * profile.growingBytesPerToken;
  return {
    ours: isExpanded ? bytes : bytes / MIB,
    formula: isExpanded ? "L · N · (k + v) · 2 · cells" : "L · 576 · 8.5 / 8 · cells / 2^20",
    unfolded: `${exact(profile.growingBytesPerToken)} B · ${exact(cells)} cells`
  };
};

/** The bare window in MLX, window and batch in ollama. */
const windows: VectorEvaluator = (vector, lab) => {
  const ctx = at(vector, "ctx");
  if (vector.id.includes("gemma-3-1b")) {
    const bytes = kvBytes(kvProfile(lab.model("gemma-3-1b"), "bf16"), ctx);
    const formula = "growth · S + window bytes · min(S, W)";
    return {ours: bytes / MIB, formula, unfolded: `${exact(bytes)} B / 2^20`};
  }
  const profile = kvProfile(lab.model("gemma-4-26b-a4b"), "bf16");
  const cells = windowCells({
    windowTokens: at(vector, "sliding", "window"),
    nUbatch: at(vector, "sliding", "ubatch"),
    contextCells: ctx
  });
  const windowBytes = profile.windows[0]!.bytesPerToken;
  const {growingBytesPerToken: growth} = profile;
  return {
    ours: (ctx * growth + cells * windowBytes) / 1e9,
    formula: "growth · S + window bytes · cells",
    unfolded: `(${exact(ctx)} · ${exact(growth)} + ${cells} · ${exact(windowBytes)}) B / 10^9`
  };
};

/**
 * Evaluators of vectors about the cache, by the beginning of their ids.
 *
 * @example kvVectors["kv-per-token"]({id: "kv/x", inputs: {layers: 32, kv_heads: 8, head_dim: 128, bytes: 2}}, {ids: []}).ours // 131072
 */
export const kvVectors: Readonly<Record<string, VectorEvaluator>> = {
  "kv-per-token": kvPerToken,
  "vllm/tokens": tokens,
  "vllm/needed": needed,
  vllm: capacity,
  sglang,
  llamacpp: llama,
  swa: windows
};
