import {describe, expect, it} from "vitest";
import {
  crossingText,
  fitVerdict,
  kvCacheAnswer,
  longestFigure,
  naiveText
} from "../../../src/lib/answers/kv-cache.js";
import {memoryFit, type FitOptions} from "../../../src/lib/fit.js";
import type {ModelSpec} from "../../../src/lib/model.js";
import {modelById} from "../../catalog-data.js";

/** A model of which neither a formula nor a publication gives the size. */
const unknown = {...modelById("llama3.1-8b"), notModelled: ["x"], published: null};
const bf16 = {kvDtype: "bf16", weightDtype: "bf16"} as const;
const at = (id: string, contextTokens: number) =>
  kvCacheAnswer({model: modelById(id), contextTokens, ...bf16});

describe("kvCacheAnswer", () => {
  it("kvCacheAnswer(8B at 128K) says that the cache is larger than the weights", () => {
    const {text, kvBytes, ratio} = at("llama3.1-8b", 131072);
    expect(text).toBe(
      "One reader of Llama 3.1 8B at 128K holds 16.00 GiB of keys and values, more than the 14.96 GiB of weights."
    );
    expect(kvBytes).toBe(2 ** 34);
    expect(ratio).toBeCloseTo(1.07, 2);
  });

  it("kvCacheAnswer says what share a smaller cache is, and nothing of a tiny one", () => {
    expect(at("llama3.1-8b", 8192).text).toContain(
      "1.00 GiB of keys and values, 6.69 % of the 14.96 GiB"
    );
    expect(at("llama3.1-8b", 1024).text).toContain("128 MiB of keys and values, beside 14.96 GiB");
  });

  it("kvCacheAnswer(model of unknown size) says so", () => {
    const {text, ratio} = kvCacheAnswer({model: unknown, contextTokens: 8192, ...bf16});
    expect(text).toContain("is not known");
    expect(ratio).toBeNaN();
  });
});

describe("fitVerdict", () => {
  const gpu = {name: "H100", hbmBytes: 81559 * 2 ** 20};
  const verdictOf = (model: ModelSpec, change: Partial<FitOptions> = {}): string => {
    const options = {...bf16, gpu, contextTokens: 131072, batchSize: 1, ...change};
    return fitVerdict(memoryFit(model, options), {...options, maxModelLen: model.maxModelLen});
  };
  const verdict = (id: string, change?: Partial<FitOptions>): string =>
    verdictOf(modelById(id), change);

  it("fitVerdict(8B on one H100) names the most readers and the longest context", () => {
    expect(verdict("llama3.1-8b")).toBe(
      "Fits: 1 reader at 128K, 38.73 GiB free on each card; the most at this context is 3; the longest context for them is 448,308 tokens, beyond the model's own 131,072."
    );
  });

  it("fitVerdict(too many readers) says how much is missing", () => {
    expect(verdict("llama3.1-8b", {batchSize: 4})).toMatch(
      /^Does not fit: 4 readers at 128K, 9\.\d+ GiB short on each card; the most at this context is 3/
    );
  });

  it("fitVerdict(weights too large) does not speak of contexts", () => {
    expect(verdict("llama3.1-70b")).toMatch(/^Does not fit: the weights alone leave no room/);
  });

  it("fitVerdict(windows only, unknown size, too few cards)", () => {
    expect(verdict("mistral-7b-v0.1")).toContain("any context fits");
    expect(verdictOf(unknown)).toMatch(/^Not known/);
    expect(verdict("llama3.1-8b", {tp: 2})).toMatch(/^Too few cards/);
  });
});

describe("crossingText", () => {
  it("crossingText(crossings, dtype) names model and context", () => {
    const crossing = {model: "X", contextTokens: 122532, kvBytes: 1, weightBytes: 1};
    expect(crossingText([crossing], "bf16")).toBe(
      "Diamonds: one reader's cache outgrows the model's weights (bf16): X at 122,532 tokens."
    );
    expect(crossingText([], "bf16")).toContain("No cache");
  });
});

describe("longestFigure and naiveText", () => {
  it("longestFigure(Infinity) is a word, longestFigure(-1) no context at all", () => {
    expect(longestFigure(Infinity)).toEqual({
      value: "any",
      unit: "length",
      text: "of context fits"
    });
    expect(longestFigure(-1).value).toBe("0");
  });

  it("naiveText(totals, tokens) has no endless number and none that is unknown", () => {
    const totals = (flops: number) => ({naive: {total: 3 * flops}, cached: {total: flops}});
    expect(naiveText(totals(1e12), 60_000)).toBe(
      "3 TFLOP against 1 TFLOP. Re-running the weights costs most until the text has 60,000 tokens; from there, re-running attention does."
    );
    expect(naiveText(totals(1e12), Infinity)).toMatch(/ at any length\.$/);
    expect(naiveText(totals(NaN), Infinity)).toBe("Not known: the size of the weights.");
  });
});
