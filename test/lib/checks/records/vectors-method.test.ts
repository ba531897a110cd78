import {describe, expect, it} from "vitest";
import {methodVectors} from "../../../../src/lib/checks/records/vectors-method.js";
import {lab} from "./fixture.js";

const ours = (id: string, inputs: Record<string, unknown> | readonly unknown[]) =>
  methodVectors[id.split("/")[0]!]!({id, inputs, expect: 0, unit: "", source: ""}, lab).ours;

describe("methodVectors", () => {
  it("prefix recomputes the last token and keeps whole blocks", () => {
    expect(ours("prefix/8704@256", {tokens: 8704, block: 256})).toBe(8448);
    expect(ours("prefix/480@528", {tokens: 480, block: 528})).toBe(0);
  });

  it("spec gives speed and arithmetic, or the mean length of an engine's counters", () => {
    expect(ours("spec/leviathan", {alpha: 0.6, gamma: 2, c: 0})).toEqual({
      speedup: 1.96,
      ops: 3 / 1.96
    });
    expect(ours("spec/accept-length", {drafts: 2, accepted: 5})).toBe(3.5);
  });

  it("sampling tells the two orders apart", () => {
    const inputs = {logits: [3, 2, 1], top_p: 0.8, temperature: 0.5};
    expect(ours("sampling/order", inputs)).toMatchObject({
      llamacpp_keep: [0, 1],
      temp_first_keep: [0],
      temp_first_p: [1]
    });
  });

  it("cost adds tokens by price, econ rent and revenue", () => {
    expect(ours("cost/x", [{tokens: 2e6, usd_per_m: 6}])).toBe(12);
    const day = {
      nodes: 1,
      gpus: 8,
      usd_gpu_h: 2,
      hit_B: 1,
      miss_B: 0,
      out_B: 0,
      prices: [0.25, 0, 0]
    };
    expect(ours("econ/day", day)).toEqual({cost_usd_day: 384, revenue_usd_day: 250});
  });
});
