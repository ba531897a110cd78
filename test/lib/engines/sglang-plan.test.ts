import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {sglangPlan} from "../../../src/lib/engines/sglang-plan.js";
import {modelById} from "../../catalog-data.js";
import {attention, bareModel} from "../bare-model.js";

const GIB = 2 ** 30;
/** A machine on which exactly `restBytes` are left for KV. */
const left = (restBytes: number) => ({
  dtype: "bf16" as const,
  memFractionStatic: 1,
  availableBeforeBytes: 100 * GIB,
  availableAfterBytes: restBytes
});

describe("sglangPlan", () => {
  it("R11: 1,669,816 tokens of 48 layers, 4 KV heads of 128 are K = V = 76.44 GiB (sglang#18263)", () => {
    const model = bareModel([[48, attention(4, 128)]]);
    const {nTokens, keyBytes, valueBytes} = sglangPlan(model, left(1_669_816 * 98_304 + 1));
    expect(nTokens).toBe(1_669_816);
    expect([keyBytes, valueBytes].map((bytes) => (bytes / GIB).toFixed(2))).toEqual([
      "76.44",
      "76.44"
    ]);
  });

  it("Qwen3-235B TP4: 367,404 tokens print as 8.23 GB a side, which are GiB (vllm#21348)", () => {
    const {keyBytes} = sglangPlan(modelById("qwen3-235b-a22b"), {
      ...left(367_404 * 94 * 512),
      tp: 4
    });
    expect((keyBytes / GIB).toFixed(2)).toBe("8.23");
  });

  it("rest = free after loading − free before · (1 − fraction), by hand", () => {
    const {restBytes, steps} = sglangPlan(modelById("llama3.1-8b"), {
      dtype: "bf16",
      memFractionStatic: 0.875,
      availableBeforeBytes: 80 * GIB,
      availableAfterBytes: 64 * GIB
    });
    // 64 − 80 · 0.125
    expect(restBytes).toBe(54 * GIB);
    expect(steps.map(({value}) => value)).toEqual([54 * GIB, 442_368, 442_369 * 131_072]);
  });

  it("states take their slots and a spare one first (Qwen3.5-397B TP2: 82 slots, 7.29 GiB)", () => {
    const model = modelById("qwen3.5-397b-a17b");
    const {stateBytes, nTokens} = sglangPlan(model, {...left(20 * GIB), tp: 2, nStateSlots: 82});
    // 45 layers · 83 · 32 value heads · 128 · 128 · 4 B and the convolution
    expect(stateBytes / GIB).toBeGreaterThan(7.29);
    expect(stateBytes / GIB).toBeLessThan(7.6);
    // K and V, one head of 256 on each GPU, 15 layers
    expect(nTokens).toBe(Math.floor((20 * GIB - stateBytes) / (15 * 2 * 256 * 2)));
  });

  it("tokens come in whole pages and fit", () => {
    const page = fc.constantFrom(1, 16, 64, 128);
    fc.assert(
      fc.property(fc.integer({min: -(2 ** 30), max: 2 ** 36}), page, (restBytes, pageTokens) => {
        const plan = sglangPlan(modelById("gpt-oss-20b"), {...left(restBytes), pageTokens});
        expect(plan.nTokens % pageTokens).toBe(0);
        expect(plan.nTokens * plan.cellBytes).toBeLessThanOrEqual(Math.max(0, plan.restBytes));
      })
    );
  });

  it("windows have a pool of their own: MiMo-V2-Flash TP4, 375,360 and 300,288 tokens (sglang#18039)", () => {
    const model = modelById("mimo-v2-flash");
    const bytes = 375_360 * (9 * 640 + 0.8 * 39 * 1280) + 1;
    const {nTokens, windowPool} = sglangPlan(model, {...left(bytes), tp: 4, pageTokens: 64});
    expect(nTokens).toBe(375_360);
    expect(windowPool!.nTokens).toBe(300_288);
    expect((windowPool!.keyBytes / GIB).toFixed(2)).toBe("8.38");
    expect((windowPool!.valueBytes / GIB).toFixed(2)).toBe("5.59");
  });

  it("without a window pool both hold as many: MiMo TP4, 77.63 GB, 1,496,958 tokens (sglang#15464)", () => {
    const plan = sglangPlan(modelById("mimo-v2-flash"), {
      ...left(1_496_958 * (9 * 640 + 39 * 1280) + 1),
      tp: 4,
      windowRatio: 1
    });
    expect([plan.nTokens, plan.windowPool!.nTokens]).toEqual([1_496_958, 1_496_958]);
    const {windowPool, keyBytes, valueBytes} = plan;
    const sizes = [windowPool!.keyBytes, windowPool!.valueBytes, keyBytes, valueBytes];
    expect(sizes.map((bytes) => (bytes / GIB).toFixed(2))).toEqual([
      "41.76",
      "27.84",
      "4.82",
      "3.21"
    ]);
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    expect((total / GIB).toFixed(2)).toBe("77.63");
  });

  it("with windows alone the ratio is left out", () => {
    const model = bareModel([[4, attention(2, 64, {window: {kind: "sliding", tokens: 128}})]]);
    const {nTokens, windowPool} = sglangPlan(model, left(GIB));
    // 4 layers · 2 · 2 · 64 · 2 B
    expect([nTokens, windowPool!.nTokens]).toEqual([GIB / 2048, GIB / 2048]);
  });

  it("a smaller window pool leaves more to the other, and the memory is not exceeded", () => {
    const ratio = fc.double({min: 0.01, max: 1, noNaN: true});
    fc.assert(
      fc.property(fc.constantFrom("gpt-oss-20b", "gemma-3-27b", "llama4-scout"), ratio, (id, r) => {
        const plan = sglangPlan(modelById(id), {...left(8 * GIB), windowRatio: r});
        const whole = sglangPlan(modelById(id), {...left(8 * GIB), windowRatio: 1});
        expect(plan.nTokens).toBeGreaterThanOrEqual(whole.nTokens);
        expect(plan.windowPool!.nTokens).toBeLessThanOrEqual(plan.nTokens);
        expect(plan.nTokens * plan.cellBytes).toBeLessThanOrEqual(8 * GIB);
      })
    );
  });

  it("DeepSeek-V4-Flash: 19.58 GB are 1,317,632 tokens in pages of 256 (log of 2026-05-15)", () => {
    const {nTokens} = sglangPlan(modelById("deepseek-v4-flash"), {
      ...left(19.58 * GIB),
      dtype: "fp8",
      pageTokens: 256
    });
    // the memory is printed to 0.01 GB, which is 673 tokens
    expect(Math.abs(nTokens - 1_317_632)).toBeLessThanOrEqual(337 + 256);
  });

  it("a model that caches no tokens has no plan", () => {
    expect(() => sglangPlan(bareModel([[1, {kind: "none"}]]), left(GIB))).toThrow(
      "no layer of this model caches tokens"
    );
  });
});
