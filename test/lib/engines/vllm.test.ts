import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  vllmBlocksPerRequest,
  vllmCapacity,
  vllmKvBytes,
  vllmLayers,
  vllmPool
} from "../../../src/lib/engines/vllm.js";
import {modelById} from "../../catalog-data.js";

const GIB = 2 ** 30;

describe("vllmKvBytes", () => {
  it("vllmKvBytes(budget) is what is left of the utilization's share", () => {
    // llm-d-planner, H100 of 79.18 GiB, Llama-3.1-8B: 51.38 GiB
    const bytes = vllmKvBytes({
      totalBytes: 79.18 * GIB,
      utilizationFraction: 0.9,
      weightBytes: 14.99 * GIB,
      activationBytes: 4.76 * GIB,
      nonTorchBytes: 0.13 * GIB
    });
    expect(bytes / GIB).toBeCloseTo(51.382, 9);
  });

  it("vllmKvBytes(budget) is negative where the model does not fit", () => {
    const budget = {weightBytes: 100, activationBytes: 0, nonTorchBytes: 0};
    expect(vllmKvBytes({totalBytes: 100, utilizationFraction: 0.9, ...budget})).toBe(-10);
  });
});

describe("vllmLayers", () => {
  it("vllmLayers(model, dtype) gathers Gemma 4's layers by what a token takes and by window", () => {
    // sliding 16 heads of 256, global 4 heads of 512, K and V, 2 bytes
    expect(vllmLayers(modelById("gemma-4-31b"), "bf16")).toEqual([
      {nLayers: 50, bytesPerToken: 16384, windowTokens: 1024},
      {nLayers: 10, bytesPerToken: 8192, windowTokens: null}
    ]);
  });

  it("vllmLayers(model, dtype, {tp}) has one head left of four on eight GPUs", () => {
    const [layers] = vllmLayers(modelById("qwen3-30b-a3b"), "bf16", {tp: 8});
    expect(layers).toEqual({nLayers: 48, bytesPerToken: 512, windowTokens: null});
  });

  it("vllmLayers(model, dtype) leaves layers out that keep only a state", () => {
    const layers = vllmLayers(modelById("qwen3-next-80b-a3b"), "bf16");
    expect(layers).toMatchObject([{nLayers: 12, windowTokens: null}]);
  });
});

describe("vllmPool", () => {
  it("vllmPool(layers, options) gives 1,479 blocks in 2.89 GiB (vllm#10517 printed 1,478)", () => {
    const layers = vllmLayers(modelById("llama3.1-8b"), "bf16");
    const pool = vllmPool(layers, {kvBytes: 2.89 * GIB});
    expect(pool).toMatchObject({nBlocks: 1479, blockBytes: 16 * 131072});
  });

  it("vllmPool(layers, options) stretches the block of smaller layers to the largest page", () => {
    const {groups, blockBytes} = vllmPool(vllmLayers(modelById("gemma-4-31b"), "bf16"), {
      kvBytes: GIB
    });
    expect(blockBytes).toBe(10 * 262144);
    expect(groups.map(({blockTokens}) => blockTokens)).toEqual([16, 16, 16, 16, 16, 32]);
  });

  it("vllmPool(layers, options) pads where the ratio of pages is not whole (vllm#40388)", () => {
    const layers = vllmLayers(modelById("gemma-4-26b-a4b"), "fp8-per-token-head");
    const {groups, blockBytes} = vllmPool(layers, {kvBytes: GIB});
    expect(blockBytes).toBe(332800); // 5 layers of 16 · 4,160 B
    expect(groups.every(({blockTokens}) => blockTokens === 16)).toBe(true);
  });

  it("vllmPool(layers, options) takes the larger count where it pads less than a quarter", () => {
    const layer = {bytesPerToken: 1, windowTokens: null};
    const layers = [
      {...layer, nLayers: 10},
      {...layer, nLayers: 12, windowTokens: 8}
    ];
    expect(vllmPool(layers, {kvBytes: 1e6}).groups.length).toBe(2);
    const uneven = [layers[0]!, {...layers[1]!, nLayers: 20}];
    expect(vllmPool(uneven, {kvBytes: 1e6}).groups.length).toBe(3);
  });

  it("vllmPool(layers, options) never hands out more than the memory", () => {
    const layers = vllmLayers(modelById("gpt-oss-20b"), "bf16");
    fc.assert(
      fc.property(fc.integer({min: 0, max: 2e9}), (kvBytes) => {
        const {nBlocks, blockBytes} = vllmPool(layers, {kvBytes});
        expect(nBlocks * blockBytes).toBeLessThanOrEqual(kvBytes);
        expect((nBlocks + 1) * blockBytes).toBeGreaterThan(kvBytes);
      })
    );
  });
});

describe("vllmBlocksPerRequest and vllmCapacity", () => {
  const request = {maxModelLen: 262144, maxBatchedTokens: 8192};

  it("vllmCapacity(pool, request) gives Gemma-4-31B its 626,949 tokens (configiq#112)", () => {
    const layers = vllmLayers(modelById("gemma-4-31b"), "bf16");
    const pool = vllmPool(layers, {kvBytes: 64.68 * GIB});
    // ⌈262144 / 32⌉ + 5 · (⌈9215 / 16⌉ + 1)
    expect(vllmBlocksPerRequest(pool.groups, request)).toBe(8192 + 5 * 577);
    expect(vllmCapacity(pool, request)).toMatchObject({
      blocksPerRequest: 11077,
      cacheTokens: 626949
    });
  });

  it("vllmCapacity(pool, request) keeps both meanings of the cache size (gpt-oss-120b: 78,384)", () => {
    // hf-mem#60: 5.38 GiB, old definition 9,798 blocks // 2 · 16
    const layers = vllmLayers(modelById("gpt-oss-120b"), "bf16");
    const pool = vllmPool(layers, {kvBytes: 9798 * 18 * 2048 * 16});
    const capacity = vllmCapacity(pool, {maxModelLen: 131072, maxBatchedTokens: 8192});
    expect(capacity.cacheTokensByBlocks).toBe(78384);
    expect(capacity.cacheTokens).toBeGreaterThan(capacity.cacheTokensByBlocks);
  });

  it("vllmBlocksPerRequest(groups, request) keeps one token less than the window beside the batch", () => {
    // the newest token is of the batch: ⌈(1025 − 1 + 8192) / 16⌉ + 1
    const groups = [{blockTokens: 16, windowTokens: 1025}];
    expect(vllmBlocksPerRequest(groups, request)).toBe(576 + 1);
  });

  it("vllmBlocksPerRequest(groups, request) never holds more of a window than the request", () => {
    const groups = [{blockTokens: 16, windowTokens: 1024}];
    expect(vllmBlocksPerRequest(groups, {maxModelLen: 32, maxBatchedTokens: 8192})).toBe(3);
  });
});
