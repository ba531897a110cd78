import {expect, it} from "vitest";
import {holdingStop, pagingStop} from "../../../src/lib/sim/stops.js";
import {gpuById, modelById} from "../../catalog-data.js";

const dtypes = {weightDtype: "bf16", kvDtype: "bf16"} as const;
const gpu = gpuById("h100-sxm");

it("holdingStop(inputs) says what the weights take, and how many cards hold them", () => {
  const gpt = holdingStop({model: modelById("gpt3-175b"), gpu, tp: 1, ...dtypes});
  expect(gpt).toMatch(/^GPT-3 175B does not fit on an H100 SXM5: 349\.\d GB of weights/);
  expect(gpt).toContain("it takes 8: set Tensor parallel");
  expect(holdingStop({model: modelById("llama3.1-8b"), gpu, tp: 1, ...dtypes})).toBe("");
});

it("pagingStop(inputs) says how many tokens memory holds: 1 GiB 1,310 of OPT-13B", () => {
  const model = modelById("opt-13b");
  expect(pagingStop({model, kvBytes: 2 ** 30, maxModelLen: 2048})).toMatch(
    /^1\.00 GiB hold 1,310 tokens of OPT-13B, less than one request of the longest length, 2,048/
  );
  expect(pagingStop({model, kvBytes: 2 ** 30, maxModelLen: 1024})).toBe("");
});
