import {describe, expect, it} from "vitest";
import {llamaCppPlan} from "../../../src/lib/engines/llamacpp-plan.js";
import {sglangPlan, type SglangSetup} from "../../../src/lib/engines/sglang-plan.js";
import {llamaWords, sglangWords} from "../../../src/lib/planner/engine-words.js";
import {modelById} from "../../catalog-data.js";

const GIB = 2 ** 30;
const left = (bytes: number, change: Partial<SglangSetup>): SglangSetup => ({
  dtype: "bf16",
  memFractionStatic: 1,
  availableBeforeBytes: 0,
  availableAfterBytes: bytes,
  ...change
});

describe("sglangWords", () => {
  it("are the lines of a log with a window pool (MiMo-V2-Flash TP4, sglang#18039)", () => {
    // 9 layers with 1 KV head and 39 with 2, of 192 and 128, on each of 4 GPUs
    const bytes = 375_360 * (9 * 640 + 0.8 * 39 * 1280) + 1;
    const plan = sglangPlan(modelById("mimo-v2-flash"), left(bytes, {tp: 4, pageTokens: 64}));
    expect(sglangWords(plan).slice(0, 2)).toEqual([
      "Use sliding window memory pool. full_layer_tokens=375360, swa_layer_tokens=300288",
      "KV Cache is allocated. #tokens: 300288, K size: 8.38 GB, V size: 5.59 GB"
    ]);
  });

  it("are one line for compressed attention, one for plain layers", () => {
    const flash = sglangPlan(modelById("deepseek-v4-flash"), left(19.58 * GIB, {dtype: "fp8"}));
    expect(sglangWords(flash)).toEqual([
      "DSV4 memory calculation: bytes_per_full_token=15955.85, full_token=1317627"
    ]);
    const plain = sglangPlan(modelById("llama3.1-8b"), left(8 * GIB, {}));
    expect(sglangWords(plain)).toEqual([
      "KV Cache is allocated. #tokens: 65536, K size: 4.00 GB, V size: 4.00 GB"
    ]);
  });
});

describe("llamaWords", () => {
  it("are a line a cache (gpt-oss-20b), and one of the states (Qwen3.6-27B, lmstudio#1862)", () => {
    const types = {typeK: "bf16", typeV: "bf16"} as const;
    const oss = llamaCppPlan(modelById("gpt-oss-20b"), {contextTokens: 8192, ...types});
    // 12 layers of 2 · 8 · 64 · 2 B: 8,192 cells, and 768 with a window of 128
    expect(llamaWords(oss, 1)).toEqual([
      "llama_kv_cache: size = 192.00 MiB (8192 cells, 1 seqs)",
      "llama_kv_cache: size = 18.00 MiB (768 cells, 1 seqs)"
    ]);
    const qwen = llamaCppPlan(modelById("qwen3.5-27b"), {
      contextTokens: 262_144,
      nSequences: 4,
      ...types
    });
    expect(llamaWords(qwen, 4)).toEqual([
      "llama_kv_cache: size = 16384.00 MiB (262144 cells, 4 seqs)",
      "llama_memory_recurrent: size = 598.50 MiB"
    ]);
  });
});
