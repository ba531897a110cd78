import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {groupLayers} from "../../src/lib/layers.js";
import type {ModelSpec} from "../../src/lib/model.js";
import {activeParams, paramCount, totalParams} from "../../src/lib/params.js";
import {modelById, models} from "../catalog-data.js";

/** Mistral-like layers of any size, for laws. */
function plain(nLayers: number, options: Partial<ModelSpec> = {}): ModelSpec {
  const {layerKinds} = modelById("llama3.1-8b");
  const {mixer, mlps, nNorms} = layerKinds[0]!;
  const layers = Array.from({length: nLayers}, () => ({mixer, mlps, nNorms}));
  return {...modelById("llama3.1-8b"), ...groupLayers(layers), ...options};
}

describe("paramCount", () => {
  it("paramCount(model) adds up LLaMA-3.1-8B by hand", () => {
    // V·D = 128256 · 4096; a layer: q and o 2 · 4096², k and v 2 · 4096 · 1024; MLP 3 · 4096 · 14336
    const count = paramCount(modelById("llama3.1-8b"));
    expect(count.embedding).toBe(525336576);
    expect(count.head).toBe(525336576);
    expect(count.attention).toBe(32 * 41943040);
    expect(count.denseMlp).toBe(32 * 176160768);
    expect(count.norms).toBe(32 * 8192 + 4096);
    expect(count.total).toBe(8030261248);
  });

  it("paramCount(model) gives the chapter's 70B its published count", () => {
    // meta-llama/Meta-Llama-3.1-70B, Hugging Face safetensors index
    expect(paramCount(modelById("llama3.1-70b")).total).toBe(70553706496);
  });

  it.each([
    // one model per term that the plain fields miss; counts as published (src/data/raw/models.json)
    ["deepseek-v3", 671026419200, "router bias of 256 × 58"],
    ["gemma-2-9b", 9241705984, "four norms a layer"],
    ["gemma-3-27b", 27009002240, "four norms and qk norms"],
    ["falcon-180b", 179522565120, "norm biases and a head of its own"],
    ["olmo-2-7b", 7298617344, "qk norms over the whole width"],
    ["gpt-oss-20b", 20914757184, "expert, output and router biases, sinks"],
    ["gpt2", 124439808, "learned positions and biases"],
    ["gpt-j-6b", 6050882784, "MLP and head biases"],
    ["gpt-neox-20b", 20554567680, "attention and MLP biases"],
    ["qwen3.5-27b", 27356728560, "gated delta layers, output gates, vision tower"]
  ])("paramCount(%s) is %i: %s", (id, published) => {
    expect(paramCount(modelById(id)).total).toBe(published);
  });

  it("paramCount(model) is exact for every exact count of the catalog", () => {
    const exact = models.filter(({published}) => published?.totalKind === "exact");
    expect(exact.length).toBe(53);
    for (const model of exact) {
      expect([model.id, paramCount(model).total]).toEqual([model.id, model.published!.totalParams]);
    }
  });

  it("paramCount(model) comes within 1 % of a rounded total, or says why not", () => {
    // text part against a name that counts towers too, or a name rounded to one digit
    const apart = new Map([
      ["llama4-scout", "109B counts the vision tower"],
      ["gemma-4-26b-a4b", "26B counts the vision tower"],
      ["gemma-4-e2b", "5.1B counts vision and audio towers"],
      ["gemma-4-e4b", "7.9B counts vision and audio towers"],
      ["nemotron-3-nano-30b-a3b", "30B is a name; the vendor's text says 31.6B"],
      ["deepseek-v4-pro", "1.6T is rounded to two digits"],
      ["opt-13b", "13B is rounded to two digits"],
      ["kimi-k2.5", "1.04T counts the vision tower and a GGUF copy"]
    ]);
    for (const model of models) {
      const published = model.published?.totalParams;
      if (!published || model.notModelled.length > 0 || apart.has(model.id)) continue;
      const difference = Math.abs(paramCount(model).total / published - 1);
      expect(difference, model.id).toBeLessThan(0.01);
    }
  });

  it("paramCount(model) counts active parameters as gpt-oss and DeepSeek publish them", () => {
    // gpt-oss model card table 1: 3.61B and 5.13B, unembedding counted, embedding not
    expect(paramCount(modelById("gpt-oss-20b")).activeWithoutEmbedding).toBe(3608307264);
    expect(paramCount(modelById("gpt-oss-120b")).activeWithoutEmbedding).toBe(5132849472);
    // DeepSeek-V3 README_WEIGHTS: 36.7B; 37.55B with the input embedding, 36.63B without
    const {active, activeWithoutEmbedding} = paramCount(modelById("deepseek-v3"));
    expect([active, activeWithoutEmbedding]).toEqual([37552297472, 36625618432]);
  });

  it("paramCount(model) totals the sum of its parts, and activates no more than that", () => {
    for (const model of models) {
      const {total, active, activeWithoutEmbedding, ...parts} = paramCount(model);
      expect(Object.values(parts).reduce((a, b) => a + b, 0)).toBe(total);
      expect(active).toBeLessThanOrEqual(total);
      expect(activeWithoutEmbedding).toBeLessThanOrEqual(active);
      expect(activeWithoutEmbedding).toBeGreaterThan(0);
    }
  });

  it("paramCount(model) is linear in layers", () => {
    const one = paramCount(plain(1)).total - paramCount(plain(0)).total;
    fc.assert(
      fc.property(fc.integer({min: 0, max: 200}), (n) => {
        expect(paramCount(plain(n)).total).toBe(paramCount(plain(0)).total + n * one);
      })
    );
  });

  it("paramCount(model) counts a tied matrix once", () => {
    const tied = paramCount(plain(2, {tiedEmbeddings: true}));
    const untied = paramCount(plain(2, {tiedEmbeddings: false}));
    expect(tied.head).toBe(0);
    expect(untied.total - tied.total).toBe(tied.embedding);
    expect(tied.activeWithoutEmbedding).toBe(tied.active);
  });

  it("paramCount(model) gives NaN for a NaN width", () => {
    expect(paramCount(plain(1, {hiddenSize: NaN})).total).toBeNaN();
  });
});

describe("totalParams and activeParams", () => {
  const partial: ModelSpec = {
    ...plain(2),
    notModelled: ["indexer"],
    published: {totalParams: 284e9, totalKind: "rounded", activeParams: null, source: "card"}
  };

  it("totalParams(model) counts where it can, and falls back to the publication where not", () => {
    expect(totalParams(modelById("qwen3-8b"))).toEqual({value: 8190735360, kind: "formula"});
    expect(totalParams(partial)).toEqual({value: 284e9, kind: "published"});
  });

  it("totalParams(model) is NaN when nothing is known", () => {
    expect(totalParams({...partial, published: null}).value).toBeNaN();
  });

  it("activeParams(model) of a dense model are all parameters", () => {
    expect(activeParams(partial)).toEqual({value: 284e9, kind: "published"});
    expect(activeParams(modelById("qwen3-30b-a3b")).value).toBe(3353032704);
  });

  it("activeParams(model) of a mixture without a published figure are NaN", () => {
    const moe = {...modelById("mixtral-8x7b"), notModelled: ["router"], published: null};
    expect(activeParams(moe).value).toBeNaN();
  });
});
