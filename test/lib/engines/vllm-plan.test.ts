import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {vllmCapacity, vllmLayers, vllmPool} from "../../../src/lib/engines/vllm.js";
import {vllmPlan, type VllmSetup} from "../../../src/lib/engines/vllm-plan.js";
import {weightBytesPerGpu, weightParts} from "../../../src/lib/weights.js";
import {models, modelById} from "../../catalog-data.js";
import {attention, bareModel, deepSeekMla} from "../bare-model.js";
import {expectWithin} from "../expect-within.js";

const GIB = 2 ** 30;
const setup: VllmSetup = {dtype: "bf16", kvBytes: GIB, maxModelLen: 32768, maxBatchedTokens: 8192};
const plan = (id: string, change: Partial<VllmSetup>) =>
  vllmPlan(modelById(id), {...setup, ...change});

describe("vllmPlan: published logs", () => {
  it("R1, R2: Llama-3.1-8B, 3.81 GiB hold 1,952 blocks and 1.56x of 20,000; 2.89 GiB 1,478 (vllm#10517)", () => {
    // memory is printed to 0.01 GiB, which is 5 blocks
    const first = plan("llama3.1-8b", {kvBytes: 3.81 * GIB, maxModelLen: 20_000});
    expect(Math.abs(first.nBlocks - 1952)).toBeLessThanOrEqual(5);
    expect(Math.abs(first.concurrency - 1.56)).toBeLessThan(0.005);
    const second = plan("llama3.1-8b", {kvBytes: 2.89 * GIB, maxModelLen: 29_000});
    expect(Math.abs(second.nBlocks - 1478)).toBeLessThanOrEqual(5);
    expect(second.concurrency.toFixed(2)).toBe("0.82");
    expect(second.fits).toBe(false);
    // ⌊1,479 · 16⌋ tokens are the longest that fit
    expect(second.longestTokens).toBe(second.nBlocks * 16);
  });

  it("R3: Qwen3-14B, 6.51 GiB are 42,656 tokens, 1.30x of 32,768 (LMCache#1739)", () => {
    const {cacheTokensByBlocks, concurrency} = plan("qwen3-14b", {kvBytes: 6.51 * GIB});
    expectWithin(cacheTokensByBlocks, 42_656, 0.005 / 6.51);
    expect(concurrency.toFixed(2)).toBe("1.30");
  });

  it("R4: Qwen2.5-7B, 16 GiB are exactly 299,584 tokens (vllm PR#44594)", () => {
    const {cacheTokensByBlocks} = plan("qwen2.5-7b", {kvBytes: 16 * GIB});
    expect(cacheTokensByBlocks).toBe(299_584);
  });

  it("R5, R6: GLM-4.7 needs 71.16 GiB for 202,752 tokens, Qwen3-30B-A3B 24.0 for 262,144", () => {
    // vllm#32105: 92 layers, 8 KV heads of 128
    const glm = bareModel([[92, attention(8, 128)]]);
    const needed = vllmPlan(glm, {...setup, maxModelLen: 202_752}).neededBytes;
    expect((needed / GIB).toFixed(2)).toBe("71.16");
    const coder = plan("qwen3-30b-a3b", {maxModelLen: 262_144});
    expect(coder.neededBytes).toBe(24 * GIB);
  });

  it("R7: Gemma-4-31B, 64.68 GiB, 262,144: 26,492 blocks, 11,077 a request, 626,949 tokens (configiq#112)", () => {
    const {nBlocks, blocksPerRequest, cacheTokens, blockBytes} = plan("gemma-4-31b", {
      kvBytes: 64.68 * GIB,
      maxModelLen: 262_144
    });
    expect([nBlocks, blocksPerRequest, cacheTokens]).toEqual([26_492, 11_077, 626_949]);
    expect(blockBytes).toEqual([10 * 262_144]);
  });

  it("R8: gpt-oss-120b, 9,798 blocks print as 78,384 tokens in the older sense (hf-mem#60)", () => {
    const {nBlocks, cacheTokensByBlocks} = plan("gpt-oss-120b", {kvBytes: 5.38 * GIB});
    // 5.38 GiB to 0.005 GiB
    expectWithin(nBlocks, 9798, 0.005 / 5.38);
    expectWithin(cacheTokensByBlocks, 78_384, 0.001);
  });

  it("R10: Qwen3-235B TP4, 8.11 GiB: 1.1 % over the 178,880 that the smallest rank allowed", () => {
    const {cacheTokensByBlocks} = plan("qwen3-235b-a22b", {kvBytes: 8.11 * GIB, tp: 4});
    expect(cacheTokensByBlocks / 178_880).toBeCloseTo(1.0115, 3);
  });

  it("R12: 127,626 blocks of 16 are 2,042,016 tokens and 997.08x of 2,048 (vllm PR#13596)", () => {
    const bytes = 127_626 * 16 * 131_072;
    const {cacheTokens, concurrency} = plan("llama3.1-8b", {kvBytes: bytes, maxModelLen: 2048});
    expect(cacheTokens).toBe(2_042_016);
    expect(concurrency.toFixed(2)).toBe("997.08");
  });

  it("R19: Mistral-Small-24B, 28.20 GiB: 1,444 blocks of 128, 184,832 tokens, 11.55x of 16,000", () => {
    const at = (gibibytes: number) =>
      plan("mistral-small-24b", {
        kvBytes: gibibytes * GIB,
        blockTokens: 128,
        maxModelLen: 16_000
      });
    // the printed 28.20 stands for 28.195 to 28.205
    expect([at(28.195).nBlocks, at(28.205).nBlocks]).toEqual([1443, 1444]);
    expect(at(28.205).cacheTokensByBlocks).toBe(184_832);
    expect(at(28.205).concurrency.toFixed(2)).toBe("11.55");
  });

  it("R20b: 2,558,976 tokens are 2.44x of 1,048,576 (vllm#51494)", () => {
    const bytes = (2_558_976 / 128) * 128 * 131_072;
    const {concurrency} = plan("llama3.1-8b", {
      kvBytes: bytes,
      blockTokens: 128,
      maxModelLen: 1_048_576
    });
    expect(concurrency.toFixed(2)).toBe("2.44");
  });

  it("U48: Gemma-4-26B-A4B, 15.18 GiB: 12.73x in fp8, 9.93x with a scale per head, by padding", () => {
    const fp8 = plan("gemma-4-26b-a4b", {kvBytes: 15.182 * GIB, dtype: "fp8"});
    expect([fp8.concurrency.toFixed(2), fp8.blocksPerRequest]).toEqual(["12.73", 1024 + 5 * 577]);
    const scaled = plan("gemma-4-26b-a4b", {kvBytes: 15.18 * GIB, dtype: "fp8-per-token-head"});
    expect([scaled.nBlocks, scaled.blocksPerRequest]).toEqual([48_976, 4933]);
    expect(scaled.concurrency.toFixed(2)).toBe("9.93");
  });

  it("U55: Gemma-4-31B NVFP4 weights, 103.92 GiB are 1,007,303 tokens, to 23", () => {
    const {cacheTokens} = plan("gemma-4-31b", {kvBytes: 103.92 * GIB, maxModelLen: 262_144});
    expect(Math.abs(cacheTokens - 1_007_303)).toBeLessThanOrEqual(23);
  });

  it("U47: 290,864 tokens and 33.04x of 32,768 are one pool, in both senses, at a block of 784", () => {
    // Qwen3.5-27B's block: 16 full layers, 48 with a state in 3 groups; 1,487 blocks
    const {nBlocks, cacheTokensByBlocks, blocksPerRequest, concurrency} = plan("qwen3.5-27b", {
      kvBytes: 1487 * 16 * 784 * 4096
    });
    expect([nBlocks, blocksPerRequest]).toEqual([1487, 42 + 3]);
    expect(cacheTokensByBlocks).toBe(290_864);
    expect(concurrency.toFixed(2)).toBe("33.04");
  });

  it("U56, U58: blocks as large as a state: 528, 784 and 2,096 tokens", () => {
    expect(plan("qwen3.5-27b", {stateMode: "align"}).prefixUnitTokens).toBe(784);
    expect(plan("nemotron-3-nano-30b-a3b", {stateMode: "align"}).prefixUnitTokens).toBe(2096);
    // Qwen3.5-4B: 32 value heads, 16 key heads of 128; attention with 4 KV heads of 256
    const gdn = {
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 32,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    } as const;
    const small = bareModel([
      [24, gdn],
      [8, attention(4, 256)]
    ]);
    const {prefixUnitTokens, smallestCacheablePrompt} = vllmPlan(small, {
      ...setup,
      stateMode: "align"
    });
    expect([prefixUnitTokens, smallestCacheablePrompt]).toEqual([528, 529]);
  });
});

describe("vllmPlan: DeepSeek-V4", () => {
  const flash = (gibibytes: number, change: Partial<VllmSetup>) =>
    plan("deepseek-v4-flash", {dtype: "fp8", kvBytes: gibibytes * GIB, ...change});

  it("5.44 GiB: 30,000 tokens need 6.66 GiB, 13,528 are the longest (vllm#44376)", () => {
    const {neededBytes, fits} = flash(5.44, {maxModelLen: 30_000, maxBatchedTokens: 16_384});
    expect((neededBytes / GIB).toFixed(2)).toBe("6.66");
    expect(fits).toBe(false);
    // the printed 5.44 stands for 5.435 to 5.445
    const longest = [5.435, 5.445].map((gibibytes) => {
      const {longestTokens} = flash(gibibytes, {maxModelLen: 30_000, maxBatchedTokens: 16_384});
      return longestTokens;
    });
    expect(longest[0]).toBeLessThanOrEqual(13_528);
    expect(longest[1]).toBeGreaterThanOrEqual(13_528);
  });

  it("17,300, 721,699, 1,403,251 and 1,925,540 tokens, by length and batch (2 × RTX PRO 6000)", () => {
    const tokens = (nBlocks: number, maxModelLen: number, maxBatchedTokens: number) =>
      flash((nBlocks * 1_039_680) / GIB, {maxModelLen, maxBatchedTokens}).cacheTokens;
    expect(tokens(7203, 3072, 4096)).toBe(17_300);
    expect(tokens(8083, 32_768, 512)).toBe(721_699);
    expect(tokens(8083, 131_072, 512)).toBe(1_403_251);
    expect(tokens(8045, 1_048_576, 512)).toBe(1_925_540);
  });

  it("R20: the memory behind 20.43x on TP8 gives 7.7 times that on DP8 (vllm#51454)", () => {
    const model = modelById("deepseek-v4-flash");
    const {blockBytes, blocksPerRequest} = flash(1, {maxModelLen: 1_048_576});
    const kvBytes = 20.43 * blocksPerRequest * blockBytes[0]!;
    // about 149 of the 170 GiB that 0.95 of a B200 leaves
    expectWithin(kvBytes / GIB, 149.1, 0.001);
    // on DP8 each card holds all but the experts, of which it holds an eighth
    const {experts, ...rest} = weightParts(model, "fp8-mxfp4");
    const whole = Object.values(rest).reduce((sum, part) => sum + part, experts / 8);
    const more = whole - weightBytesPerGpu(model, "fp8-mxfp4", {tp: 8});
    const {concurrency} = flash((kvBytes - more) / GIB, {maxModelLen: 1_048_576});
    expect(((8 * concurrency) / 20.43).toFixed(1)).toBe("7.7");
    expectWithin(8 * concurrency, 156.9, 0.002);
  });
});

describe("vllmPlan: laws", () => {
  it("agrees with the pool of vllm.ts wherever that is defined", () => {
    const plain = models.filter((model) =>
      model.layerKinds.every(({mixer}) => mixer.kind === "attention" && !isChunked(mixer))
    );
    expect(plain.length).toBeGreaterThan(50);
    const bytes = fc.integer({min: 2 ** 20, max: 2 ** 40});
    fc.assert(
      fc.property(
        fc.constantFrom(...plain),
        bytes,
        fc.constantFrom(1, 2, 8),
        (model, kvBytes, tp) => {
          const ours = vllmPlan(model, {...setup, kvBytes, tp});
          const theirs = vllmPool(vllmLayers(model, "bf16", {tp}), {kvBytes});
          expect(ours.nBlocks).toBe(theirs.nBlocks);
          expect(ours.concurrency).toBe(vllmCapacity(theirs, setup).concurrency);
        }
      )
    );
  });

  function isChunked(mixer: {window?: {kind: string} | null}): boolean {
    return mixer.window?.kind === "chunked";
  }

  it("every model of the catalog has a plan, or one sentence", () => {
    for (const model of models) {
      const isCompressed = model.layerKinds.some(({mixer}) => mixer.kind === "compressed");
      if (isCompressed) expect(() => vllmPlan(model, setup)).toThrow("in FP8 only, not in bf16");
      expect(vllmPlan(model, {...setup, dtype: "fp8", kvBytes: 2 ** 40}).fits).toBe(true);
    }
  });

  it("more memory never gives fewer blocks, a longer request never more concurrency", () => {
    const pick = fc.constantFrom("gemma-4-31b", "qwen3.5-27b", "llama4-scout", "deepseek-v3.2");
    fc.assert(
      fc.property(pick, fc.integer({min: 1, max: 2 ** 36}), (id, kvBytes) => {
        const less = plan(id, {kvBytes});
        const more = plan(id, {kvBytes: kvBytes + 2 ** 30});
        expect(more.nBlocks).toBeGreaterThanOrEqual(less.nBlocks);
        const longer = plan(id, {kvBytes, maxModelLen: 65_536});
        expect(longer.concurrency).toBeLessThanOrEqual(less.concurrency);
        expect(less.nBlocks * less.blockBytes[0]!).toBeLessThanOrEqual(kvBytes);
      })
    );
  });

  it("the longest length is the last one that fits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("gemma-3-27b", "qwen3.5-27b", "llama3.1-8b", "deepseek-v4-flash"),
        fc.integer({min: 2 ** 24, max: 2 ** 32}),
        (id, kvBytes) => {
          const at = {kvBytes, dtype: "fp8"} as const;
          const {longestTokens} = plan(id, {...at, maxModelLen: 131_072});
          fc.pre(longestTokens > 0 && longestTokens < 131_072);
          expect(plan(id, {...at, maxModelLen: longestTokens}).fits).toBe(true);
          expect(plan(id, {...at, maxModelLen: longestTokens + 1}).fits).toBe(false);
        }
      )
    );
  });

  it("pipeline stages need their own layers only, and the poorest decides (vllm#34076)", () => {
    const whole = plan("qwen3-30b-a3b", {kvBytes: 8 * GIB});
    const halves = plan("qwen3-30b-a3b", {kvBytes: 8 * GIB, pp: 2});
    expect(halves.nBlocks).toBe(2 * whole.nBlocks);
    const uneven = plan("qwen3-30b-a3b", {kvBytes: [8 * GIB, 2 * GIB], pp: 2});
    expect(uneven.nBlocks).toBe(Math.floor(halves.nBlocks / 4));
    expect(uneven.availableBytes).toBe(2 * GIB);
  });

  it("MLA is one vector on every GPU; index keys count beside it", () => {
    // DeepSeek-V3.2 with fp8_ds_mla: 61 · (656 + 132) B a token
    const {blockBytes} = plan("deepseek-v3.2", {dtype: "fp8_ds_mla", tp: 8, blockTokens: 64});
    expect(blockBytes).toEqual([64 * 48_068]);
    const v3 = vllmPlan(bareModel([[61, deepSeekMla()]]), setup);
    expect(v3.blockBytes).toEqual([16 * 70_272]);
  });

  it("chunked layers hold a chunk and what is in flight (Llama 4 Scout: 8,192)", () => {
    const {groups, blocksPerRequest} = plan("llama4-scout", {maxModelLen: 131_072});
    const chunked = groups.filter(({kind}) => kind === "chunked");
    expect(chunked[0]!.windowTokens).toBe(8192);
    // 12 full and 36 chunked layers: one group of 12 and three
    expect(blocksPerRequest).toBe(131_072 / 16 + chunked.length * (16_384 / 16));
  });

  it("a drafted token keeps a state of its own", () => {
    const {blocksPerRequest} = plan("qwen3.5-27b", {nSpeculativeTokens: 2});
    expect(blocksPerRequest).toBe(42 + 3 * 3);
    expect(plan("qwen3.5-27b", {stateMode: "all"}).blocksPerRequest).toBe(4 * 42);
    expect(plan("qwen3.5-27b", {}).prefixUnitTokens).toBeNull();
  });

  it("a model that caches nothing has no plan", () => {
    expect(() => vllmPlan(bareModel([[2, {kind: "none"}]]), setup)).toThrow(
      "no layer of this model caches anything"
    );
  });
});
