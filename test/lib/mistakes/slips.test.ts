import {describe, expect, it} from "vitest";
import {kvProfile} from "../../../src/lib/kv.js";
import {slipped, slips, type SlipName} from "../../../src/lib/mistakes/slips.js";
import {modelById, models} from "../../catalog-data.js";

const growth = (id: string, ...names: SlipName[]) =>
  kvProfile(slipped(modelById(id), names), "bf16").growingBytesPerToken;

describe("slipped", () => {
  it("reads MLA as one head of D / N: 61 · 2 · 112 · 2 B for Kimi-K2.5", () => {
    expect(growth("kimi-k2.5", "latent as a head")).toBe(27_328);
    expect(growth("llama3.1-8b", "latent as a head")).toBe(131_072);
  });

  it("gives windowed layers the width of full ones, and full ones the heads of windowed ones", () => {
    // Gemma-4-26B-A4B: 25 windowed layers of 8 · 256, 5 full of 2 · 512
    const wide = kvProfile(slipped(modelById("gemma-4-26b-a4b"), ["one geometry"]), "bf16");
    expect(wide.windows).toEqual([{tokens: 1024, bytesPerToken: 25 * 8 * 512 * 2 * 2}]);
    expect(growth("gemma-4-26b-a4b", "window heads")).toBe(5 * 8 * 512 * 2 * 2);
  });

  it("forgets windowed layers, or lets compressed entries stand for every token", () => {
    expect(kvProfile(slipped(modelById("gpt-oss-120b"), ["windows forgotten"]), "bf16")).toEqual({
      growingBytesPerToken: 36_864,
      windows: [],
      stateBytes: 0
    });
    expect(growth("deepseek-v4-flash", "entries a token")).toBe(88_064);
  });

  it("is made one after the other, and leaves a model without the trait alone", () => {
    // 430,080 B: 30 layers, each at the full context and 512 wide
    expect(growth("gemma-4-26b-a4b", "one geometry", "no windows")).toBe(430_080);
    const names = Object.keys(slips) as SlipName[];
    for (const name of names.filter((n) => n !== "no values" && n !== "query heads")) {
      expect(growth("llama3.1-8b", name), name).toBe(131_072);
    }
  });

  it("keeps the number of layers, whatever the slip and model", () => {
    for (const model of models) {
      for (const name of Object.keys(slips) as SlipName[]) {
        expect(slipped(model, [name]).layout).toBe(model.layout);
      }
    }
  });
});
