import {describe, expect, it} from "vitest";
import {kvDtypes, type KvDtype} from "../../src/lib/dtype.js";
import {kvBytes, kvProfile} from "../../src/lib/kv.js";
import {configLines, type KvTerm} from "../../src/lib/kv-term.js";
import {kvTerms} from "../../src/lib/kv-terms.js";
import {expectWithin} from "./expect-within.js";
import {modelById, models} from "../catalog-data.js";

/** The formula as the page writes it: every term times the tokens it counts for. */
function written(terms: readonly KvTerm[], contextTokens: number): number {
  return terms.reduce((sum, {bytes, per, windowTokens}) => {
    if (per === "sequence") return sum + bytes;
    return sum + bytes * Math.min(contextTokens, windowTokens ?? contextTokens);
  }, 0);
}

describe("kvTerms", () => {
  it("kvTerms(8B) is the chapter's formula, factor by factor", () => {
    const [term, ...rest] = kvTerms(modelById("llama3.1-8b"), "bf16");
    expect(rest).toEqual([]);
    expect(term?.factors.map(({letter, value}) => [letter, value])).toEqual([
      ["L", 32],
      ["K", 8],
      ["2", 2],
      ["H", 128],
      ["b", 2]
    ]);
    expect(term?.bytes).toBe(131072);
    expect(configLines([term!])).toEqual([
      {key: "num_hidden_layers", value: 32},
      {key: "num_key_value_heads", value: 8},
      {key: "head_dim", value: 128}
    ]);
  });

  it("kvTerms(model, dtype) add up to kvBytes for every model and format", () => {
    for (const model of models) {
      for (const dtype of Object.keys(kvDtypes) as KvDtype[]) {
        const profile = kvProfile(model, dtype);
        for (const tokens of [1, 100, 4096, 131072]) {
          expectWithin(written(kvTerms(model, dtype), tokens), kvBytes(profile, tokens), 1e-12);
        }
      }
    }
  });

  it("kvTerms(model, dtype) multiply to their bytes", () => {
    for (const model of models) {
      for (const {factors, bytes} of kvTerms(model, "fp8-per-token-head")) {
        expectWithin(
          factors.reduce((product, {value}) => product * value, 1),
          bytes,
          1e-12
        );
      }
    }
  });

  it("kvTerms(DeepSeek-V3) joins dense and expert layers, which cache alike", () => {
    const terms = kvTerms(modelById("deepseek-v3"), "bf16");
    expect(terms.map(({label, bytes}) => [label, bytes])).toEqual([["latent attention", 70272]]);
  });

  it("kvTerms(DeepSeek-V3.2) names the indexer apart: 656 and 132 bytes a layer", () => {
    const terms = kvTerms(modelById("deepseek-v3.2"), "fp8_ds_mla");
    expect(terms.map(({bytes}) => bytes)).toEqual([61 * 656, 61 * 132]);
  });

  it("kvTerms(gpt-oss) names window and full layers apart", () => {
    const terms = kvTerms(modelById("gpt-oss-20b"), "bf16");
    expect(terms.map(({per, windowTokens}) => [per, windowTokens])).toEqual([
      ["token in the window", 128],
      ["token", null]
    ]);
    expect(configLines(terms)[0]).toEqual({key: "layer_types", value: "12 of 24 layers"});
  });

  it("kvTerms(Qwen3.5-27B) has a state per sequence", () => {
    const terms = kvTerms(modelById("qwen3.5-27b"), "bf16");
    expect(terms.find(({per}) => per === "sequence")?.bytes).toBe((598.5 * 2 ** 20) / 4);
  });

  it("kvTerms(MiMo-V2-Flash) adds widths of keys and values that differ", () => {
    const letters = kvTerms(modelById("mimo-v2-flash"), "bf16").map(({factors}) =>
      factors.map(({letter}) => letter)
    );
    expect(letters).toContainEqual(["L", "K", "H + H′", "b"]);
  });
});
