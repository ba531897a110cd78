import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  kvBytes,
  kvBytesPerToken,
  kvBytesPerTokenAt,
  kvGrowthBytesPerToken,
  kvProfile,
  kvTokensWithin
} from "../../src/lib/kv.js";
import type {Mixer} from "../../src/lib/model.js";
import {attention, bareModel, deepSeekMla} from "./bare-model.js";

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** LLaMA-3.1-8B as far as its cache goes. */
const llama8b = bareModel([[32, attention(8, 128, {nHeads: 32})]]);
const deepSeekV3 = bareModel([[61, deepSeekMla()]]);
const gptOss20b = bareModel([
  [12, attention(8, 64, {nHeads: 64, window: {kind: "sliding", tokens: 128}})],
  [12, attention(8, 64, {nHeads: 64})]
]);
const gatedDelta: Mixer = {
  kind: "gated-delta",
  nKeyHeads: 16,
  nValueHeads: 48,
  keyHeadDim: 128,
  valueHeadDim: 128,
  convKernel: 4
};
const qwen27b = bareModel([
  [48, gatedDelta],
  [16, attention(4, 256, {nHeads: 24})]
]);

/** The chapter's shapes, and any full-attention model. */
const fullAttention = fc.record({
  nLayers: fc.integer({min: 1, max: 128}),
  nKvHeads: fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 96),
  headDim: fc.constantFrom(64, 96, 128, 256)
});

describe("kvBytesPerToken", () => {
  it("kvBytesPerToken(shape, bytes) counts one key and one value per layer and KV head", () => {
    expect(kvBytesPerToken({nLayers: 1, nKvHeads: 1, headDim: 1}, 1)).toBe(2);
    // 2 · 32 · 8 · 128 · 2; the chapter's 128 KB
    expect(kvBytesPerToken({nLayers: 32, nKvHeads: 8, headDim: 128}, 2)).toBe(131072);
    // GPT-3: 2 · 96 · 96 · 128 · 2 = 4.5 MiB
    expect(kvBytesPerToken({nLayers: 96, nKvHeads: 96, headDim: 128}, 2)).toBe(4718592);
    // OPT-13B, PagedAttention paper section 3: 800 KiB
    expect(kvBytesPerToken({nLayers: 40, nKvHeads: 40, headDim: 128}, 2)).toBe(819200);
  });

  it("kvBytesPerToken(NaN) is NaN", () => {
    expect(kvBytesPerToken({nLayers: NaN, nKvHeads: 8, headDim: 128}, 2)).toBeNaN();
  });
});

describe("kvProfile", () => {
  it("kvProfile(model, dtype) of full attention is the chapter's formula", () => {
    fc.assert(
      fc.property(fullAttention, (shape) => {
        const model = bareModel([[shape.nLayers, attention(shape.nKvHeads, shape.headDim)]]);
        expect(kvGrowthBytesPerToken(model, "bf16")).toBe(kvBytesPerToken(shape, 2));
        expect(kvGrowthBytesPerToken(model, "fp8")).toBe(kvBytesPerToken(shape, 1));
      })
    );
  });

  it("kvProfile(model, dtype) is linear in layers and tokens", () => {
    fc.assert(
      fc.property(fullAttention, fc.integer({min: 0, max: 2 ** 20}), (shape, tokens) => {
        const once = bareModel([[shape.nLayers, attention(shape.nKvHeads, shape.headDim)]]);
        const twice = bareModel([[2 * shape.nLayers, attention(shape.nKvHeads, shape.headDim)]]);
        const bytes = kvBytes(kvProfile(once, "bf16"), tokens);
        expect(kvBytes(kvProfile(twice, "bf16"), tokens)).toBe(2 * bytes);
        expect(kvBytes(kvProfile(once, "bf16"), 2 * tokens)).toBe(2 * bytes);
      })
    );
  });

  it("kvProfile(model, dtype) caches keys and values of different widths", () => {
    // MiMo-V2-Flash, full layers: 9 · 4 · (192 + 128) · 2
    const model = bareModel([[9, attention(4, 192, {vHeadDim: 128})]]);
    expect(kvGrowthBytesPerToken(model, "bf16")).toBe(23040);
  });

  it("kvProfile(model, dtype, {vDtype}) mixes formats of keys and values", () => {
    // llama.cpp log: Llama-3.1-8B, 2,048 cells, K q5_1 48.00 MiB, V q5_0 44.00 MiB
    const mixed = kvProfile(llama8b, "q5_1", {vDtype: "q5_0"});
    expect(kvBytes(mixed, 2048)).toBe(92 * MIB);
    expect(kvBytes(kvProfile(llama8b, "q8_0", {vDtype: "iq4_nl"}), 2048)).toBe(104 * MIB);
  });

  it("kvProfile(model, 'fp8-per-token-head') adds one fp32 scale per head vector", () => {
    // 2 · 32 · 8 · (128 + 4)
    expect(kvGrowthBytesPerToken(llama8b, "fp8-per-token-head")).toBe(67584);
    expect(kvGrowthBytesPerToken(llama8b, "int8-per-token-head")).toBe(67584);
    // d / 2 + d / 16 a vector
    expect(kvGrowthBytesPerToken(llama8b, "nvfp4")).toBe(2 * 32 * 8 * (64 + 8));
  });

  it("kvProfile(MLA) keeps one latent and one rope key for all heads", () => {
    // DeepSeek ISCA'25 table 1: 70.272 KB; 8.58 GiB at 131,072
    expect(kvGrowthBytesPerToken(deepSeekV3, "bf16")).toBe(70272);
    expect(kvBytes(kvProfile(deepSeekV3, "bf16"), 131072) / GIB).toBeCloseTo(8.58, 2);
    // llama.cpp log, q8_0, 32,768 cells: 1166.625 MiB
    expect(kvBytes(kvProfile(deepSeekV3, "q8_0"), 32768)).toBe(1166.625 * MIB);
  });

  it("kvProfile(MLA, 'fp8_ds_mla') is 656 B a layer and 132 B for the indexer", () => {
    expect(kvGrowthBytesPerToken(bareModel([[1, deepSeekMla()]]), "fp8_ds_mla")).toBe(656);
    // vLLM: 61 · (656 + 132)
    const v32 = bareModel([
      [61, deepSeekMla({nHeads: 64, headDim: 128, topK: 2048, ownsCache: true})]
    ]);
    expect(kvGrowthBytesPerToken(v32, "fp8_ds_mla")).toBe(48068);
    // vLLM blog 2026-04-24: 83.9 GiB in bf16 at 1M
    expect(kvBytes(kvProfile(v32, "bf16"), 2 ** 20) / GIB).toBe(83.875);
    const follower = deepSeekMla({nHeads: 64, headDim: 128, topK: 2048, ownsCache: false});
    expect(kvGrowthBytesPerToken(bareModel([[61, follower]]), "bf16")).toBe(70272);
  });

  it("kvProfile(MLA, {mlaExpanded}) caches every query head", () => {
    const expanded = kvProfile(deepSeekV3, "bf16", {mlaExpanded: true});
    expect(expanded.growingBytesPerToken).toBe(4997120);
    expect(4997120 / 70272).toBeCloseTo(71.1, 1);
    // llama.cpp#7118: DeepSeek-V2, 60 layers, 163,840 cells; the log has 32 B more (header)
    const v2 = bareModel([[60, deepSeekMla()]]);
    expect(kvBytes(kvProfile(v2, "bf16", {mlaExpanded: true}), 163840)).toBe(805306368000);
    // ik_llama.cpp log: R1, 8,192 cells, K q8_0 and V f16 expanded, 28,060 MiB
    const mixed = kvProfile(deepSeekV3, "q8_0", {vDtype: "bf16", mlaExpanded: true});
    expect(kvBytes(mixed, 8192)).toBe(28060 * MIB);
  });

  it("kvProfile(windows) saturates", () => {
    const profile = kvProfile(gptOss20b, "bf16");
    expect(profile.growingBytesPerToken).toBe(24576);
    expect(kvBytesPerTokenAt(profile, 0)).toBe(49152);
    expect(kvBytesPerTokenAt(profile, 127)).toBe(49152);
    expect(kvBytesPerTokenAt(profile, 128)).toBe(24576);
    // cases U17: 8,192 x 32 sequences is 6.09375 GiB
    expect((32 * kvBytes(profile, 8192)) / GIB).toBe(6.09375);
    // Gemma-3-1B at 32,768: 139 MiB (mlxcel#172)
    const gemma = bareModel([
      [22, attention(1, 256, {window: {kind: "sliding", tokens: 512}})],
      [4, attention(1, 256)]
    ]);
    expect(kvBytes(kvProfile(gemma, "bf16"), 32768)).toBe(139 * MIB);
  });

  it("kvProfile(windows of two geometries) keeps each layer's own shape", () => {
    // Gemma-4-26B-A4B, ollama PR#16958: 20,480 a token global, 204,800 in the window
    const profile = kvProfile(
      bareModel([
        [25, attention(8, 256, {window: {kind: "sliding", tokens: 1024}})],
        [5, attention(2, 512)]
      ]),
      "bf16"
    );
    expect(profile.growingBytesPerToken).toBe(20480);
    expect(profile.windows).toEqual([{tokens: 1024, bytesPerToken: 204800}]);
    // the four published sizes reserve 512 more cells than the window (llama.cpp ubatch)
    const cells = 1536 * 204800;
    for (const [tokens, gb] of [
      [4096, 0.4],
      [8192, 0.48],
      [32768, 0.99],
      [131072, 3.0]
    ] as const) {
      expect((profile.growingBytesPerToken * tokens + cells) / 1e9).toBeCloseTo(gb, 2);
    }
  });

  it("kvProfile(shared KV) counts owning layers only", () => {
    const own = attention(2, 512);
    const model = bareModel([
      [4, own],
      [38, {...own, ownsKv: false}]
    ]);
    // Gemma-4-E4B grows by 4 · 2 · 2 · 512 · 2
    expect(kvGrowthBytesPerToken(model, "bf16")).toBe(16384);
  });

  it("kvProfile(linear attention) keeps a constant fp32 state per sequence", () => {
    const profile = kvProfile(qwen27b, "bf16");
    expect(profile.growingBytesPerToken).toBe(65536);
    // lmstudio#1862: 598.50 MiB for 4 sequences, 16,384 MiB of KV at 262,144 tokens
    expect(4 * profile.stateBytes).toBe(598.5 * MIB);
    expect(262144 * profile.growingBytesPerToken).toBe(16384 * MIB);
  });

  it("kvProfile(compressed layers) grows by one entry per ratio tokens", () => {
    const base = {
      kind: "compressed",
      nHeads: 128,
      headDim: 512,
      qLoraRank: 1536,
      oLoraRank: 1024,
      qkRopeHeadDim: 64,
      windowTokens: 128
    } as const;
    const indexer = {nHeads: 64, headDim: 128, topK: 1024, ownsCache: true};
    const v4Pro = bareModel([
      [30, {...base, compressRatio: 4, indexer}],
      [31, {...base, compressRatio: 128, indexer: null}]
    ]);
    const profile = kvProfile(v4Pro, "bf16");
    // vLLM blog 2026-04-24: 9.62 GiB in bf16 at 1M tokens, compressor state apart
    expect((kvBytes(profile, 2 ** 20) - profile.stateBytes) / GIB).toBeCloseTo(9.62, 2);
    // vllm-ascend PR#9270: fp32 pairs, 8 tokens of 2 · 512 · 2 and 128 of 512 · 2; indexer 8 of 2 · 128 · 2
    expect(profile.stateBytes).toBe(4 * (30 * (16384 + 4096) + 31 * 131072));
    // vLLM PR#56893: 584 B a packed entry; 132 B for the index key
    const packed = kvProfile(v4Pro, "fp8_ds_mla");
    expect(packed.growingBytesPerToken).toBe((30 * (584 + 132)) / 4 + (31 * 584) / 128);
    const plain = kvProfile(bareModel([[2, {...base, compressRatio: 0, indexer: null}]]), "bf16");
    expect(plain).toEqual({
      growingBytesPerToken: 0,
      windows: [{tokens: 128, bytesPerToken: 2048}],
      stateBytes: 0
    });
  });

  it("kvProfile(model, dtype, {nMtpLayers}) adds layers like the last one", () => {
    const withMtp = kvProfile(deepSeekV3, "bf16", {nMtpLayers: 1});
    expect(withMtp.growingBytesPerToken).toBe(62 * 1152);
    // 48 states before 16 attention layers: the new layer caches 4 heads of 256
    const hybrid = kvProfile(qwen27b, "bf16", {nMtpLayers: 1});
    expect(hybrid.growingBytesPerToken).toBe(17 * 4096);
    expect(hybrid.stateBytes).toBe(kvProfile(qwen27b, "bf16").stateBytes);
  });

  it("kvProfile(model, dtype, {tp}) conserves the total when tp divides the KV heads", () => {
    const divided = fc.constantFrom(1, 2, 4, 8);
    fc.assert(
      fc.property(divided, fc.integer({min: 0, max: 2 ** 20}), (tp, tokens) => {
        for (const model of [llama8b, gptOss20b]) {
          const whole = kvBytes(kvProfile(model, "bf16"), tokens);
          expect(tp * kvBytes(kvProfile(model, "bf16", {tp}), tokens)).toBe(whole);
        }
      })
    );
  });

  it("kvProfile(model, dtype, {tp}) replicates KV heads beyond their number", () => {
    const one = kvProfile(llama8b, "bf16", {tp: 8}).growingBytesPerToken;
    expect(kvProfile(llama8b, "bf16", {tp: 16}).growingBytesPerToken).toBe(one);
    expect(16 * one).toBe(2 * 131072);
    // ceil, never floor: 8 heads on 3 GPUs are 3 each
    expect(kvProfile(llama8b, "bf16", {tp: 3}).growingBytesPerToken).toBe((131072 / 8) * 3);
  });

  it("kvProfile(MLA, {tp}) is the same on every GPU", () => {
    expect(kvProfile(deepSeekV3, "bf16", {tp: 8}).growingBytesPerToken).toBe(70272);
    const expanded = kvProfile(deepSeekV3, "bf16", {tp: 8, mlaExpanded: true});
    expect(expanded.growingBytesPerToken).toBe(4997120 / 8);
  });

  it("kvProfile(linear attention, {tp}) shares out the state", () => {
    const whole = kvProfile(qwen27b, "bf16").stateBytes;
    expect(8 * kvProfile(qwen27b, "bf16", {tp: 8}).stateBytes).toBe(whole);
  });
});

describe("kvBytes", () => {
  it("kvBytes(profile, tokens) gives the chapter's figures", () => {
    const profile = kvProfile(llama8b, "bf16");
    expect(kvBytes(profile, 8192)).toBe(GIB);
    expect(kvBytes(profile, 131072)).toBe(16 * GIB);
    const gpt3 = bareModel([[96, attention(96, 128)]]);
    expect(kvBytes(kvProfile(gpt3, "bf16"), 131072)).toBe(576 * GIB);
    const unshared = bareModel([[32, attention(32, 128)]]);
    expect(kvBytes(kvProfile(unshared, "bf16"), 131072)).toBe(64 * GIB);
  });

  it("kvBytes(profile, tokens) never falls as the context grows", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 20), fc.nat(2 ** 12), (tokens, more) => {
        for (const model of [llama8b, gptOss20b, qwen27b, deepSeekV3]) {
          const profile = kvProfile(model, "fp8");
          expect(kvBytes(profile, tokens + more)).toBeGreaterThanOrEqual(kvBytes(profile, tokens));
        }
      })
    );
  });

  it("kvBytes(profile, 0) is the state alone; kvBytes(profile, NaN) is NaN", () => {
    expect(kvBytes(kvProfile(llama8b, "bf16"), 0)).toBe(0);
    expect(kvBytes(kvProfile(qwen27b, "bf16"), 0)).toBe(kvProfile(qwen27b, "bf16").stateBytes);
    expect(kvBytes(kvProfile(gptOss20b, "bf16"), NaN)).toBeNaN();
    expect(kvBytesPerTokenAt(kvProfile(gptOss20b, "bf16"), NaN)).toBeNaN();
  });

  it("kvBytes(profile, tokens) evaluates a million contexts in a tenth of a second", () => {
    const profile = kvProfile(gptOss20b, "bf16");
    const sweep = (): number => {
      let sum = 0;
      for (let tokens = 0; tokens < 1e6; tokens++) sum += kvBytes(profile, tokens);
      return sum;
    };
    sweep();
    const start = performance.now();
    expect(sweep()).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(100);
  });
});

describe("kvTokensWithin", () => {
  it("kvTokensWithin(profile, bytes) finds where the cache overtakes the weights", () => {
    // 16,060,522,496 B of weights / 131,072
    expect(kvTokensWithin(kvProfile(llama8b, "bf16"), 16060522496)).toBe(122532);
  });

  it("kvTokensWithin(profile, kvBytes(profile, tokens)) is tokens", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 2 ** 20}), (tokens) => {
        for (const model of [llama8b, gptOss20b, qwen27b, deepSeekV3]) {
          const profile = kvProfile(model, "bf16");
          expect(kvTokensWithin(profile, kvBytes(profile, tokens))).toBe(tokens);
          expect(kvTokensWithin(profile, kvBytes(profile, tokens) - 1)).toBe(tokens - 1);
        }
      })
    );
  });

  it("kvTokensWithin(profile, bytes) is negative below the state and endless for windows alone", () => {
    expect(kvTokensWithin(kvProfile(qwen27b, "bf16"), 0)).toBeLessThan(0);
    const mistral = bareModel([[32, attention(8, 128, {window: {kind: "sliding", tokens: 4096}})]]);
    expect(kvTokensWithin(kvProfile(mistral, "bf16"), GIB)).toBe(Infinity);
    expect(kvTokensWithin(kvProfile(mistral, "bf16"), GIB / 2 - 1)).toBe(4095);
    expect(kvTokensWithin(kvProfile(mistral, "bf16"), NaN)).toBeNaN();
  });
});
