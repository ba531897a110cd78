import {describe, expect, it} from "vitest";
import {shareAt, slotsWithin, standardStream, streamOf} from "../../../src/lib/sim/stream.js";
import {gpuById, gpus, modelById, models} from "../../catalog-data.js";

describe("streams", () => {
  it("slotsWithin(model, bytes) gives the paper's table 1: 15.7 K, 9.7 K and 60.1 K slots", () => {
    const slots = (id: string, gib: number) => slotsWithin(modelById(id), gib * 2 ** 30);
    expect(slots("opt-13b", 12)).toBe(15_728);
    // printed 21 and 264 GB are rounded
    expect(Math.abs(slots("opt-66b", 21) / 9700 - 1)).toBeLessThan(0.02);
    expect(Math.abs(slots("opt-175b", 264) / 60_100 - 1)).toBeLessThan(0.02);
  });

  it("streamOf(inputs) refuses a memory that holds no longest request", () => {
    const inputs = {
      model: modelById("opt-13b"),
      gpu: gpuById("a100-sxm-40"),
      kvBytes: 2 ** 30,
      maxModelLen: 2048,
      blockTokens: 16,
      lengths: standardStream({models, gpus}).lengths,
      requestsPerSecond: 1,
      seed: 1
    };
    expect(() => streamOf(inputs)).toThrow("memory holds 1310 tokens of OPT-13B, less than");
    expect(streamOf({...inputs, maxModelLen: 1024}).capacityTokens).toBe(1310);
  });

  it("standardStream(catalog) is the paper's setting", () => {
    expect(standardStream({models, gpus})).toMatchObject({
      capacityTokens: 15_728,
      maxModelLen: 2048,
      blockTokens: 16
    });
    expect(() => standardStream({models: [], gpus})).toThrow("the catalog lacks the paper's model");
  });

  it("shareAt(points, size) is NaN where there is none", () => {
    expect(shareAt([], 16)).toBeNaN();
  });
});
