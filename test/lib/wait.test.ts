import {describe, expect, it} from "vitest";
import {decodeStep, prefillSeconds} from "../../src/lib/roofline.js";
import {requestWait, waitBand} from "../../src/lib/wait.js";
import {gpuById, modelById} from "../catalog-data.js";

const model = modelById("llama3.1-70b");
const options = {
  gpu: gpuById("h100-sxm"),
  nGpus: 2,
  weightDtype: "bf16",
  kvDtype: "bf16",
  promptTokens: 8192,
  outputTokens: 512
} as const;

describe("requestWait(model, options)", () => {
  it("is the first token and 511 gaps at the context of the answer's middle", () => {
    const wait = requestWait(model, options);
    const {seconds} = decodeStep(model, {...options, contextTokens: 8192 + 256});
    expect(wait.ttftSeconds).toBe(prefillSeconds(model, options));
    expect(wait.tpotSeconds).toBe(seconds);
    expect(wait.seconds).toBeCloseTo(wait.ttftSeconds + 511 * seconds, 9);
    expect(wait.writingSeconds).toBeCloseTo(511 * seconds, 9);
  });
  it("equals the sum over tokens, whose times grow evenly with context", () => {
    let sum = prefillSeconds(model, options);
    for (let token = 1; token < 512; token++)
      sum += decodeStep(model, {...options, contextTokens: 8192 + token}).seconds;
    expect(requestWait(model, options).seconds).toBeCloseTo(sum, 6);
  });
  it("is longer in company", () => {
    const alone = requestWait(model, options).seconds;
    expect(requestWait(model, {...options, batchSize: 32}).seconds).toBeGreaterThan(alone);
  });
});

it("waitBand(model, options) holds the wait at usual efficiencies between its ends", () => {
  const {low, high} = waitBand(model, options);
  const {seconds} = requestWait(model, options);
  expect(low).toBeLessThan(seconds);
  expect(high).toBeGreaterThan(seconds);
});
