/** What the kv-cache page checks of itself: the chapter's figures, published ones, and laws. */

import {withAttention} from "../backbone.js";
import type {CheckRow} from "../check-row.js";
import {crossingTokens, memoryFit} from "../fit.js";
import {kvProfile} from "../kv.js";
import type {ModelSpec} from "../model.js";
import {cacheIn, figureRows, GIB, growthIn, KIB, MIB, type KvFigure} from "./kv-figure.js";
import {publishedFigures} from "./kv-published.js";

const CHAPTER = "the chapter";
const bf16 = {weightDtype: "bf16", kvDtype: "bf16"} as const;
const h100 = {name: "H100", hbmBytes: 81559 * MIB};

const chapterFigures: readonly KvFigure[] = [
  {name: "8B, a token", expected: 128, ours: growthIn(KIB), unit: "KiB"},
  {name: "8B at 8K", expected: 1, ours: cacheIn(GIB, 8192), unit: "GiB"},
  {name: "8B at 128K", expected: 16, ours: cacheIn(GIB, 131072), unit: "GiB"}
].map((figure) => ({...figure, id: "llama3.1-8b", source: CHAPTER}));

const handFigures: readonly KvFigure[] = [
  {
    id: "llama3.1-8b",
    name: "8B: longest context with less cache than weights",
    expected: 122532,
    ours: (model) => crossingTokens(model, bf16),
    unit: "tokens",
    source: "2 · 8,030,261,248 / 131,072, rounded down"
  },
  {
    id: "llama3.1-8b",
    name: "8B at 128K on one H100",
    expected: 3,
    ours: (model) => memoryFit(model, {...bf16, gpu: h100, contextTokens: 131072}).maxReaders,
    unit: "readers",
    source: "(0.9 · 81,559 MiB − 14.96 GiB − 2 GiB) / 16 GiB, rounded down"
  },
  {
    id: "llama3.1-8b",
    name: "8B with 32 unshared heads at 128K",
    expected: 64,
    ours: (model) => cacheIn(GIB, 131072)(withAttention(model, "mha")),
    unit: "GiB",
    source: "32 / 8 · 16 GiB"
  },
  {
    id: "gpt3-175b",
    name: "GPT-3, a token",
    expected: 4718592,
    ours: growthIn(1),
    unit: "B",
    source: "2 · 96 · 96 · 128 · 2"
  },
  {
    id: "gpt3-175b",
    name: "GPT-3 at 128K",
    expected: 576,
    ours: cacheIn(GIB, 131072),
    unit: "GiB",
    source: "4.5 MiB · 131,072"
  },
  {
    id: "deepseek-v3",
    name: "DeepSeek-V3 expanded to 128 heads, a token",
    expected: 4997120,
    ours: (model) => kvProfile(model, "bf16", {mlaExpanded: true}).growingBytesPerToken,
    unit: "B",
    source: "61 · 128 · (128 + 64 + 128) · 2"
  }
];

/** One figure that is a law: what the copies on a tensor-parallel group add up to. */
function copies(
  id: string,
  name: string,
  {tp, expected}: {tp: number; expected: number}
): KvFigure {
  const total = (model: ModelSpec): number =>
    tp * kvProfile(model, "bf16", {tp}).growingBytesPerToken;
  return {
    id,
    name: `${name} on ${tp} cards, all copies`,
    expected,
    ours: (model) => total(model) / kvProfile(model, "bf16").growingBytesPerToken,
    unit: "× one card",
    source: "https://github.com/vllm-project/vllm/blob/main/vllm/config/model.py get_num_kv_heads"
  };
}

const lawFigures: readonly KvFigure[] = [
  {
    id: "llama3.1-8b",
    name: "8B: twice the context",
    expected: 2,
    ours: (model) => cacheIn(1, 16384)(model) / cacheIn(1, 8192)(model),
    unit: "× the cache",
    source: "linear in tokens"
  },
  copies("llama3.1-8b", "8 KV heads", {tp: 8, expected: 1}),
  copies("llama3.1-8b", "8 KV heads", {tp: 16, expected: 2}),
  copies("deepseek-v3", "One latent", {tp: 8, expected: 8})
];

/**
 * The rows of the kv-cache page: chapter, arithmetic by hand, published figures, laws.
 *
 * A figure whose model is not in the list is left out.
 *
 * @example kvCacheChecks([]) // []
 */
export function kvCacheChecks(models: readonly ModelSpec[]): readonly CheckRow[] {
  const figures = [...chapterFigures, ...handFigures, ...publishedFigures, ...lawFigures];
  return figureRows(figures, models);
}
