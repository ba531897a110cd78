import {describe, expect, it} from "vitest";
import {groupRates, passTime} from "../../src/lib/pass-time.js";
import {gpuById} from "../catalog-data.js";

const parts = {
  weightSeconds: 3,
  computeSeconds: 1,
  kvSeconds: 2,
  interconnectSeconds: 0.5,
  overheadSeconds: 0.25,
  flops: 100,
  attentionFlops: 30,
  bytes: 20,
  kvBytes: 5
};

describe("passTime(parts)", () => {
  it("adds the cache to the longer of weights and compute, then links and overhead", () => {
    expect(passTime(parts).seconds).toBe(2 + 3 + 0.5 + 0.25);
    expect(passTime({...parts, computeSeconds: 7}).seconds).toBe(2 + 7 + 0.5 + 0.25);
  });
  it("names the longest part", () => {
    expect(passTime(parts).bound).toBe("weights");
    expect(passTime({...parts, computeSeconds: 7}).bound).toBe("compute");
    expect(passTime({...parts, kvSeconds: 7}).bound).toBe("kv");
    expect(passTime({...parts, interconnectSeconds: 7}).bound).toBe("interconnect");
    expect(passTime({...parts, overheadSeconds: 7}).bound).toBe("overhead");
  });
  it("has the intensity and the rate reached", () => {
    expect(passTime(parts).intensity).toBe(5);
    expect(passTime({...parts, interconnectSeconds: 0, overheadSeconds: 0}).flopsPerSecond).toBe(
      20
    );
  });
  it("lets NaN through", () => {
    expect(passTime({...parts, interconnectSeconds: NaN}).seconds).toBeNaN();
  });
});

describe("groupRates({gpu, nGpus, tp, weightDtype, mfu, mbu})", () => {
  const base = {gpu: gpuById("h100-sxm"), weightDtype: "bf16", kvDtype: "bf16"} as const;
  it("is the peaks times the efficiencies times the cards of a group", () => {
    expect(groupRates({...base, nGpus: 2, mfu: 0.5, mbu: 0.5})).toEqual({
      tp: 2,
      pp: 1,
      bytesPerSecond: 3.35e12,
      flopsPerSecond: 989e12,
      attentionFlopsPerSecond: 989e12
    });
  });
  it("does not speed up with pipeline stages", () => {
    const rates = groupRates({...base, nGpus: 8, tp: 2, mfu: 1, mbu: 1});
    expect([rates.pp, rates.bytesPerSecond]).toEqual([4, 6.7e12]);
  });
  it("computes attention in bf16 beside fp8 weights", () => {
    const rates = groupRates({...base, weightDtype: "fp8", mfu: 1});
    expect([rates.flopsPerSecond, rates.attentionFlopsPerSecond]).toEqual([1979e12, 989e12]);
  });
  it("has no compute roof where no peak is published", () => {
    expect(groupRates({...base, gpu: gpuById("m4-max")}).flopsPerSecond).toBe(Infinity);
  });
});
