import {describe, expect, it} from "vitest";
import {backboneBars, expandedBars, perTokenBars} from "../../src/lib/kv-bars.js";
import {modelById} from "../catalog-data.js";

describe("perTokenBars", () => {
  it("perTokenBars(models, dtype) names the kind of attention", () => {
    expect(perTokenBars([modelById("gpt3-175b"), modelById("deepseek-v3")], "bf16")).toEqual([
      {name: "GPT-3 175B, MHA", bytes: 4718592, isHypothetical: false},
      {name: "DeepSeek-V3 671B, MLA", bytes: 70272, isHypothetical: false}
    ]);
  });
});

describe("backboneBars", () => {
  it("backboneBars(8B) differ by sharing alone; one of them ships", () => {
    const bars = backboneBars(modelById("llama3.1-8b"), "bf16");
    expect(bars.map(({name, bytes}) => [name, bytes])).toEqual([
      ["MHA", 524288],
      ["GQA-8", 131072],
      ["GQA-4", 65536],
      ["MQA", 16384],
      ["MLA", 36864]
    ]);
    expect(bars.filter(({isHypothetical}) => !isHypothetical).map(({name}) => name)).toEqual([
      "GQA-8"
    ]);
  });
});

describe("bars of windowed models", () => {
  it("backboneBars(Mistral 7B v0.1) count a token inside the window", () => {
    const bars = backboneBars(modelById("mistral-7b-v0.1"), "bf16");
    expect(bars.find(({name}) => name === "GQA-8")).toMatchObject({bytes: 131072});
  });
});

describe("expandedBars", () => {
  it("expandedBars(DeepSeek-V3) are 71 times apart", () => {
    const [shipped, expanded] = expandedBars(modelById("deepseek-v3"), "bf16");
    expect([shipped?.bytes, expanded?.bytes]).toEqual([70272, 4997120]);
  });
});
