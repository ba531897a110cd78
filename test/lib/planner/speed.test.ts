import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {outputTokensPerSecond, tpotBand, ttftBand} from "../../../src/lib/planner/speed.js";
import {decodeWeightBytes, weightBytes} from "../../../src/lib/weights.js";
import {gpuById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

describe("ttftBand and tpotBand", () => {
  it("a file's bytes are read, whatever format the menu names", () => {
    const file = {...standardPlan, weightBytes: 4.92e9, nReaders: 1};
    const seconds = (["bf16", "fp8", "int4-g128"] as const).map((weightDtype) => [
      tpotBand({...file, weightDtype}).usual,
      ttftBand({...file, weightDtype}).usual
    ]);
    expect(new Set(seconds.map(String)).size).toBe(1);
    // half of the file: half of its reading; the input embedding is looked up, not read
    const light = tpotBand({...file, weightBytes: 2.46e9}).usual;
    const {model} = standardPlan;
    const share = decodeWeightBytes(model, "bf16") / weightBytes(model, "bf16");
    const read = (2.46e9 * share) / (0.65 * 3.35e12);
    expect(tpotBand(file).usual - light).toBeCloseTo(read, 9);
  });

  it("a file as large as the 16-bit weights is as fast as they are", () => {
    const plain = {...standardPlan, weightDtype: "bf16"} as const;
    const file = {...plain, weightBytes: weightBytes(plain.model, "bf16")};
    expect(tpotBand(file).usual).toBeCloseTo(tpotBand(plain).usual, 12);
    expect(ttftBand(file).usual).toBeCloseTo(ttftBand(plain).usual, 12);
  });

  it("without a published peak there is no time to the first token", () => {
    const mac = {...standardPlan, gpu: gpuById("m4-max")};
    expect(ttftBand(mac).usual).toBeNaN();
    expect(tpotBand(mac).usual).toBeGreaterThan(0);
  });
});

describe("outputTokensPerSecond", () => {
  const latency = {ttftSeconds: 0.4, tpotSeconds: 0.01};

  it("by hand: 32 readers on 2 replicas, 64 tokens each in 0.64 s and 16 prompts of 0.4 s", () => {
    const setup = {nReaders: 32, outputTokens: 64, nGpus: 2, tp: 1};
    expect(outputTokensPerSecond(setup, latency)).toBeCloseTo((32 * 64) / (0.64 + 6.4), 9);
  });

  it("free prompts give readers over TPOT, and no prompt speeds writing up", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 999}), fc.integer({min: 1, max: 9999}), (n, answer) => {
        const setup = {nReaders: n, outputTokens: answer, nGpus: 1, tp: 1};
        const free = outputTokensPerSecond(setup, {...latency, ttftSeconds: 0});
        expect(free).toBeCloseTo(n / 0.01, 6);
        expect(outputTokensPerSecond(setup, latency)).toBeLessThan(free);
      }),
      {seed: 3}
    );
  });
});
