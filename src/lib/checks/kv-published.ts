/** Cache sizes as papers, blogs and engine logs print them. */

import {kvBytes, kvProfile} from "../kv.js";
import {weightBytes} from "../weights.js";
import {cacheIn, GIB, growthIn, KIB, MIB, type KvFigure} from "./kv-figure.js";

const ISCA = "DeepSeek at ISCA 2025, table 1: https://arxiv.org/abs/2505.09343";
const PAGED = "PagedAttention, section 3: https://arxiv.org/abs/2309.06180";
const V4_BLOG = "vLLM blog of 2026-04-24: https://vllm.ai/blog/deepseek-v4";
const CARD = "gpt-oss model card, table 1: https://arxiv.org/abs/2508.10925";
const github = (path: string): string => `https://github.com/${path}`;

/** Relative room for a figure that is printed to so many digits. */
const printed = (expected: number, step: number): number => step / 2 / expected;

const paperFigures: readonly KvFigure[] = [
  ...(
    [
      ["deepseek-v3", "DeepSeek-V3, a token", 70.272],
      ["qwen2.5-72b", "Qwen2.5-72B, a token", 327.68],
      ["llama3.1-405b", "Llama-3.1-405B, a token", 516.096]
    ] as const
  ).map(([id, name, expected]) => ({
    id,
    name,
    expected,
    ours: growthIn(1000),
    unit: "kB",
    source: ISCA
  })),
  {
    id: "opt-13b",
    name: "OPT-13B, a token",
    expected: 800,
    ours: growthIn(KIB),
    unit: "KiB",
    source: PAGED
  },
  {
    id: "deepseek-v4-pro",
    name: "DeepSeek-V4-Pro at 1M, compressor state apart",
    expected: 9.62,
    ours: (model) => {
      const profile = kvProfile(model, "bf16");
      return (kvBytes(profile, 2 ** 20) - profile.stateBytes) / GIB;
    },
    unit: "GiB",
    tolerance: printed(9.62, 0.01),
    source: V4_BLOG
  },
  {
    id: "deepseek-v3.2",
    name: "DeepSeek-V3.2 at 1M",
    expected: 83.9,
    ours: cacheIn(GIB, 2 ** 20),
    unit: "GiB",
    tolerance: printed(83.9, 0.1),
    source: V4_BLOG
  },
  {
    id: "gpt-oss-20b",
    name: "gpt-oss-20b checkpoint, MXFP4 experts",
    expected: 12.8,
    ours: (model) => weightBytes(model, "mxfp4") / GIB,
    unit: "GiB",
    tolerance: printed(12.8, 0.1),
    source: CARD
  }
];

const logFigures: readonly KvFigure[] = [
  {
    id: "llama3.1-8b",
    name: "8B weights and its 32 MiB rotary cache",
    expected: 14.9888,
    ours: (model) => (weightBytes(model, "bf16") + 32 * MIB) / GIB,
    unit: "GiB",
    tolerance: printed(14.9888, 0.0001),
    source: `vLLM log: ${github("vllm-project/vllm/issues/10517")}`
  },
  {
    id: "deepseek-v2",
    name: "DeepSeek-V2 expanded to all heads, 160K",
    expected: 805306368032,
    ours: cacheIn(1, 163840, {mlaExpanded: true}),
    unit: "B",
    tolerance: 1e-10,
    source: `llama.cpp log, with a header of 32 B: ${github("ggml-org/llama.cpp/issues/7118")}`
  },
  {
    id: "deepseek-v3",
    name: "DeepSeek-V3, latent in q8_0, 32K",
    expected: 1166.62,
    ours: cacheIn(MIB, 32768, {dtype: "q8_0"}),
    unit: "MiB",
    tolerance: printed(1166.62, 0.02),
    source: `log: ${github("ikawrakow/ik_llama.cpp")}`
  },
  {
    id: "llama3.1-8b",
    name: "8B, keys q5_1 and values q5_0, 2K",
    expected: 92,
    ours: cacheIn(MIB, 2048, {dtype: "q5_1", vDtype: "q5_0"}),
    unit: "MiB",
    source: `log: ${github("ikawrakow/ik_llama.cpp")}`
  },
  {
    id: "deepseek-v3.2",
    name: "DeepSeek-V3.2 in fp8_ds_mla, a token",
    expected: 61 * (656 + 132),
    ours: growthIn(1, "fp8_ds_mla"),
    unit: "B",
    source: `vLLM's slots: ${github("spark-arena/sparkrun/issues/247")}`
  },
  {
    id: "gemma-3-1b",
    name: "Gemma-3-1B at 32K",
    expected: 139,
    ours: cacheIn(MIB, 32768),
    unit: "MiB",
    source: github("lablup/mlxcel/pull/172")
  },
  {
    id: "gpt-oss-20b",
    name: "gpt-oss-20b, 32 readers at 8K",
    expected: 6.09,
    ours: (model) => 32 * cacheIn(GIB, 8192)(model),
    unit: "GiB",
    tolerance: printed(6.09, 0.01),
    source: github("alvarobartt/hf-mem/issues/70")
  },
  {
    id: "qwen3.5-27b",
    name: "Qwen3.5-27B, states of 4 readers",
    expected: 598.5,
    ours: (model) => (4 * kvProfile(model, "bf16").stateBytes) / MIB,
    unit: "MiB",
    source: `llama.cpp log: ${github("lmstudio-ai/lmstudio-bug-tracker/issues/1862")}`
  },
  {
    id: "glm-4.5",
    name: "92 layers of 8 KV heads (GLM-4.7) at 202,752",
    expected: 71.16,
    ours: cacheIn(GIB, 202752),
    unit: "GiB",
    tolerance: printed(71.16, 0.01),
    source: `vLLM log: ${github("vllm-project/vllm/issues/32105")}`
  }
];

/** Figures that someone else printed. */
export const publishedFigures: readonly KvFigure[] = [...paperFigures, ...logFigures];
