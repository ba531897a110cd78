import {describe, expect, it} from "vitest";
import {catalogMixer, layerLetter, sharesKv} from "../../src/lib/catalog-mixers.js";
import {mixersOf} from "../../src/lib/layers.js";
import {catalogRow, modelById} from "../catalog-data.js";

describe("catalogMixer", () => {
  it("catalogMixer(row, i) is plain attention where the row has no layout", () => {
    expect(catalogMixer(catalogRow("llama3.1-8b"), 31)).toEqual({
      kind: "attention",
      nHeads: 32,
      nKvHeads: 8,
      headDim: 128,
      vHeadDim: 128,
      window: null,
      ownsKv: true,
      qkvBias: false,
      outputBias: false,
      qkNorm: "none",
      sinks: false,
      sharedKvProjection: false,
      outputGate: false
    });
  });

  it("catalogMixer(row, i) gives global layers of Gemma 4 their own heads", () => {
    const row = catalogRow("gemma-4-31b");
    const shape = {nKvHeads: 16, headDim: 256, vHeadDim: 256};
    expect(catalogMixer(row, 0)).toMatchObject({...shape, window: {tokens: 1024}});
    const full = {nKvHeads: 4, headDim: 512, vHeadDim: 512, window: null, sharedKvProjection: true};
    expect(catalogMixer(row, 5)).toMatchObject(full);
  });

  it("catalogMixer(row, i) gives sliding layers of MiMo their own heads and sinks", () => {
    const row = catalogRow("mimo-v2-flash");
    expect(catalogMixer(row, 1)).toMatchObject({nKvHeads: 8, vHeadDim: 128, sinks: true});
    expect(catalogMixer(row, 5)).toMatchObject({nKvHeads: 4, vHeadDim: 128, sinks: false});
  });

  it("catalogMixer(row, i) puts an indexer on every layer of DeepSeek-V3.2, on 21 of GLM-5.2", () => {
    const owned = (id: string) =>
      mixersOf(modelById(id)).filter((mixer) => mixer.kind === "mla" && mixer.indexer?.ownsCache);
    expect(owned("deepseek-v3.2").length).toBe(61);
    expect(owned("glm-5.2").length).toBe(21);
  });

  it("catalogMixer(row, i) compresses by 4 with an indexer and by 128 without (DeepSeek-V4)", () => {
    const row = catalogRow("deepseek-v4-pro");
    expect(catalogMixer(row, 0)).toMatchObject({compressRatio: 128, indexer: null});
    expect(catalogMixer(row, 2)).toMatchObject({compressRatio: 4, indexer: {topK: 1024}});
  });

  it("catalogMixer(row, i) lays Jamba out with attention on one layer in eight, from the fifth", () => {
    const kinds = mixersOf(modelById("jamba-v0.1")).map(({kind}) => kind);
    const attention = kinds.flatMap((kind, index) => (kind === "attention" ? [index] : []));
    expect(attention).toEqual([4, 12, 20, 28]);
  });

  it("catalogMixer(row, i) names a linear layer of unknown kind", () => {
    const row = catalogRow("qwen3.5-27b");
    const attention = {...row.attention, linear: {type: "Slow"}};
    expect(() => catalogMixer({...row, attention}, 0)).toThrow(
      "unknown attention.linear.type: Slow"
    );
  });
});

describe("layerLetter and sharesKv", () => {
  it("layerLetter(row, i) repeats the pattern", () => {
    const row = {details: {norms: 2, source: "", layout: "SSF"}};
    expect([0, 1, 2, 3, 5].map((index) => layerLetter(row, index)).join("")).toBe("SSFSF");
  });

  it("sharesKv(row, i) holds for the last 20 of Gemma 4 E2B's 35 layers", () => {
    const row = catalogRow("gemma-4-e2b");
    expect(sharesKv(row, 14)).toBe(false);
    expect(sharesKv(row, 15)).toBe(true);
    expect(
      mixersOf(modelById("gemma-4-e2b")).filter((m) => m.kind === "attention" && m.ownsKv).length
    ).toBe(15);
  });
});
