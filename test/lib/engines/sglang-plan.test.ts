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

  it("a model that caches no tokens has no plan", () => {
    expect(() => sglangPlan(bareModel([[1, {kind: "none"}]]), left(GIB))).toThrow(
      "no layer of this model caches tokens"
    );
  });
});
