import {describe, expect, it} from "vitest";
import {
  ALL_REDUCE_BASE_SECONDS,
  ALL_REDUCE_HOP_SECONDS,
  allReduceSeconds,
  groupSeconds
} from "../../src/lib/interconnect.js";

describe("allReduceSeconds({nGpus, bytes, bytesPerSecond})", () => {
  it("moves 2 (n − 1)/n of the bytes", () => {
    const free = {baseSeconds: 0, hopSeconds: 0, bytes: 800, bytesPerSecond: 100};
    expect(allReduceSeconds({...free, nGpus: 2})).toBe(8);
    expect(allReduceSeconds({...free, nGpus: 8})).toBe(14);
  });
  it("waits for 2 (n − 1) hops however small the message", () => {
    // NCCL's table, tree LL128 over NVLink: 14 + 2 · 7 · 1.25 µs
    expect(allReduceSeconds({nGpus: 8, bytes: 0, bytesPerSecond: 1})).toBeCloseTo(31.5e-6, 12);
    expect(ALL_REDUCE_BASE_SECONDS + 14 * ALL_REDUCE_HOP_SECONDS).toBeCloseTo(31.5e-6, 12);
  });
  it("is nothing for one card, link or not", () => {
    expect(allReduceSeconds({nGpus: 1, bytes: 1e9, bytesPerSecond: NaN})).toBe(0);
  });
  it("lies between vLLM's one-stage kernel and NCCL as measured on 8 cards", () => {
    // vLLM PR 37756, B300: 16 KiB in 7 µs and 29 µs; vLLM issue 50576, 8 A800: 8 KiB in 46.5 µs
    const ours = allReduceSeconds({nGpus: 8, bytes: 16384, bytesPerSecond: 900e9});
    expect(ours).toBeGreaterThan(7e-6);
    expect(ours).toBeLessThan(46.5e-6);
  });
});

describe("groupSeconds({tp, pp, nLayers, hiddenSize, nTokens, bytesPerSecond})", () => {
  const pass = {nLayers: 80, hiddenSize: 8192, nTokens: 1, bytesPerSecond: 450e9};
  it("is two all-reduces a layer", () => {
    const one = allReduceSeconds({nGpus: 4, bytes: 16384, bytesPerSecond: 450e9});
    expect(groupSeconds({...pass, tp: 4})).toBeCloseTo(160 * one, 12);
  });
  it("is nothing for one card and not known without a link figure", () => {
    expect(groupSeconds({...pass, tp: 1, bytesPerSecond: null})).toBe(0);
    expect(groupSeconds({...pass, tp: 2, bytesPerSecond: null})).toBeNaN();
  });
  it("sends once from each pipeline stage to the next", () => {
    expect(groupSeconds({...pass, tp: 1, pp: 3})).toBeCloseTo(2 * (14e-6 + 16384 / 450e9), 12);
  });
});
