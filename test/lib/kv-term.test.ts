import {describe, expect, it} from "vitest";
import {configLines, factor, term} from "../../src/lib/kv-term.js";
import {kvTerms} from "../../src/lib/kv-terms.js";
import {models} from "../catalog-data.js";

const layers = factor("L", "layers", {value: 32, config: [{key: "num_hidden_layers", value: 32}]});
const width = factor("H", "width", {value: 64});

describe("term", () => {
  it("term(label, per, parts) ends with the bytes of an element", () => {
    const {factors, bytes, windowTokens} = term("x", "token", {
      factors: [layers, width],
      layerBytes: 68
    });
    expect(factors.at(-1)).toMatchObject({letter: "b", value: 68 / 64});
    expect(bytes).toBe(32 * 68);
    expect(windowTokens).toBeNull();
  });

  it("term(NaN bytes) is NaN", () => {
    expect(term("x", "token", {factors: [layers, width], layerBytes: NaN}).bytes).toBeNaN();
  });
});

describe("configLines", () => {
  it("configLines(terms) names each line of every model once", () => {
    for (const model of models) {
      const lines = configLines(kvTerms(model, "bf16")).map(({key, value}) => `${key}: ${value}`);
      expect(lines.length).toBeGreaterThan(0);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });
});
