import {describe, expect, it} from "vitest";
import {vllmPlan} from "../../../src/lib/engines/vllm-plan.js";
import {vllmSteps, vllmWords} from "../../../src/lib/engines/vllm-steps.js";
import {modelById} from "../../catalog-data.js";

const GIB = 2 ** 30;
const gemma = vllmPlan(modelById("gemma-4-31b"), {
  dtype: "bf16",
  kvBytes: 64.68 * GIB,
  maxModelLen: 262_144,
  maxBatchedTokens: 8192
});

describe("vllmSteps", () => {
  it("each line gives its value from numbers of the lines before", () => {
    const lines = gemma.steps.map(({unfolded, value, unit}) => [unfolded, value, unit]);
    expect(lines).toEqual([
      ["262144 · 10", 2_621_440, "bytes"],
      [`⌊${Number((64.68 * GIB).toPrecision(6))} / 2621440⌋`, 26_492, "blocks"],
      ["6 groups", 11_077, "blocks"],
      ["26492 / 11077", 26_492 / 11_077, "times"],
      ["⌊2.39162 · 262144⌋", 626_949, "tokens"],
      ["⌊26492 / 6⌋ · 16", 70_640, "tokens"]
    ]);
    const at = {maxModelLen: 262_144, stage: 0, nPages: 11_077, pageBytes: 2_621_440};
    expect(vllmSteps(gemma, at)).toEqual(gemma.steps);
  });

  it("packed pools count pages first, and have one size (DeepSeek-V4-Flash, 131,072 tokens)", () => {
    const {steps} = vllmPlan(modelById("deepseek-v4-flash"), {
      dtype: "fp8",
      kvBytes: 8083 * 1_039_680,
      maxModelLen: 131_072,
      maxBatchedTokens: 512
    });
    expect(steps.map(({unfolded, value}) => [unfolded, value])).toEqual([
      ["5 groups", 1_039_680],
      ["⌊8403733440 / 1039680⌋", 8083],
      // 512 + 2 · 11 + 131 + 81
      ["5 groups", 746],
      ["⌈746 · 1051776 / 1039680⌉", 755],
      ["8083 / 755", 8083 / 755],
      ["⌊10.706 · 131072⌋", 1_403_251]
    ]);
  });
});

describe("vllmWords", () => {
  it("says what the engine says when it starts", () => {
    expect(vllmWords(gemma, 262_144)).toEqual([
      "GPU KV cache size: 626,949 tokens",
      "Maximum concurrency for 262,144 tokens per request: 2.39x"
    ]);
  });

  it("says what the engine says when the longest request does not fit (vllm#34076's shape)", () => {
    const plan = vllmPlan(modelById("qwen3-30b-a3b"), {
      dtype: "bf16",
      kvBytes: 5 * GIB,
      maxModelLen: 262_144,
      maxBatchedTokens: 2048
    });
    const [words] = vllmWords(plan, 262_144);
    expect(words).toContain("max seq len (262144), 24.00 GiB KV cache is needed");
    expect(words).toContain("larger than the available KV cache memory (5.00 GiB)");
    // ⌊5 GiB / 1,572,864 B⌋ · 16
    expect(words).toContain("the estimated maximum model length is 54608.");
  });

  it("says what the engine says when nothing is left for blocks (kv_cache_utils.py, available_memory <= 0)", () => {
    const plan = {
      fits: false,
      cacheTokens: 0,
      concurrency: 0,
      neededBytes: GIB,
      availableBytes: -GIB,
      longestTokens: 0
    };
    expect(vllmWords(plan, 10)).toEqual([
      "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine."
    ]);
  });

  it("gives no estimate when not even a block fits", () => {
    const plan = {
      fits: false,
      cacheTokens: 0,
      concurrency: 0,
      neededBytes: GIB,
      availableBytes: 10,
      longestTokens: 0
    };
    expect(vllmWords(plan, 10)[0]).toContain("(0.00 GiB). Try increasing");
  });
});
