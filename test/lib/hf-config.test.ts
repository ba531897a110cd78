import {readdirSync, readFileSync} from "node:fs";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {fromHfConfig} from "../../src/lib/hf-config.js";
import {mixersOf} from "../../src/lib/layers.js";
import {nLayers, type ModelSpec} from "../../src/lib/model.js";
import {paramCount} from "../../src/lib/params.js";
import {modelById} from "../catalog-data.js";

const folder = new URL("../../src/data/raw/configs/", import.meta.url);
const files = readdirSync(folder);

function config(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${file}.json`, folder), "utf8")) as never;
}

const llama = config("meta-llama__Meta-Llama-3.1-8B");

/** Catalog id of each stored config; two are of models that the catalog does not have. */
const ids: Readonly<Record<string, string>> = {
  "MiniMaxAI__MiniMax-M2.5": "minimax-m2.5",
  "Qwen__Qwen3-0.6B": "qwen3-0.6b",
  "Qwen__Qwen3-235B-A22B-FP8": "qwen3-235b-a22b",
  "Qwen__Qwen3-30B-A3B": "qwen3-30b-a3b",
  "Qwen__Qwen3-32B": "qwen3-32b",
  "Qwen__Qwen3-8B": "qwen3-8b",
  "Qwen__Qwen3-Next-80B-A3B": "qwen3-next-80b-a3b",
  "Qwen__Qwen3.5-122B-A10B": "qwen3.5-122b-a10b",
  "Qwen__Qwen3.5-27B": "qwen3.5-27b",
  "XiaomiMiMo__MiMo-V2-Flash": "mimo-v2-flash",
  "deepseek-ai__DeepSeek-V3": "deepseek-v3",
  "deepseek-ai__DeepSeek-V3.2": "deepseek-v3.2",
  "deepseek-ai__DeepSeek-V4-Flash": "deepseek-v4-flash",
  "google__gemma-4-26B-A4B": "gemma-4-26b-a4b",
  "meta-llama__Llama-4-Scout-17B-16E-Instruct": "llama4-scout",
  "meta-llama__Meta-Llama-3.1-70B": "llama3.1-70b",
  "meta-llama__Meta-Llama-3.1-8B": "llama3.1-8b",
  "mistralai__Mixtral-8x7B-v0.1": "mixtral-8x7b",
  "moonshotai__Kimi-K2-Instruct": "kimi-k2",
  "moonshotai__Kimi-K3": "kimi-k3",
  "nvidia__NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": "nemotron-3-nano-30b-a3b",
  "nvidia__Nemotron-H-56B-Base-8K": "nemotron-h-56b",
  "openai__gpt-oss-120b": "gpt-oss-120b",
  "openai__gpt-oss-20b": "gpt-oss-20b",
  "zai-org__GLM-5": "glm-5"
};

/** Keys that the stored, reduced copy of a config lacks: added here as the vendor's config has them. */
const reduced: Readonly<Record<string, Record<string, unknown>>> = {
  "deepseek-ai__DeepSeek-V4-Flash": {o_groups: 8, hc_mult: 4, num_hash_layers: 3},
  "google__gemma-4-26B-A4B": {attention_k_eq_v: true},
  "moonshotai__Kimi-K3": {
    num_shared_experts: 2,
    routed_expert_hidden_size: 3584,
    latent_moe_use_norm: true,
    mla_use_output_gate: true
  },
  "Qwen__Qwen3.5-122B-A10B": {mtp_num_hidden_layers: 1},
  "Qwen__Qwen3.5-27B": {
    mtp_num_hidden_layers: 1,
    vision_config: {
      depth: 27,
      hidden_size: 1152,
      intermediate_size: 4304,
      out_hidden_size: 5120,
      patch_size: 16,
      temporal_patch_size: 2,
      in_channels: 3,
      num_position_embeddings: 2304,
      spatial_merge_size: 2
    }
  }
};

/** Everything about a spec but its names, its vendor's figures and its checkpoint format. */
function shape({id: _id, name: _name, published: _p, nativeDtype: _n, ...spec}: ModelSpec) {
  return spec;
}

function completed(file: string): Record<string, unknown> {
  const json = config(file);
  const extra = reduced[file] ?? {};
  return {...json, ...extra, ...withText(json, extra)};
}

function withText(json: Record<string, unknown>, extra: Record<string, unknown>) {
  return json.text_config ? {text_config: {...json.text_config, ...extra}} : {};
}

describe("fromHfConfig", () => {
  it.each(files)("fromHfConfig(%s) reads the stored config", (file) => {
    const model = fromHfConfig(config(file.replace(/\.json$/, "")), {id: file});
    expect(nLayers(model)).toBeGreaterThan(20);
    expect(model.id).toBe(file);
  });

  it.each(Object.entries(ids))("fromHfConfig(%s) equals the catalog's %s", (file, id) => {
    const fromConfig = fromHfConfig(completed(file));
    const fromCatalog = modelById(id);
    expect(shape(fromConfig)).toEqual(shape(fromCatalog));
    expect(paramCount(fromConfig)).toEqual(paramCount(fromCatalog));
  });

  it("fromHfConfig(json) marks what a reduced config leaves out of the count, and reads its cache", () => {
    const v4 = fromHfConfig(config("deepseek-ai__DeepSeek-V4-Flash"));
    expect(v4.notModelled).toEqual(["o_groups", "hc_mult"]);
    expect(mixersOf(v4)[2]).toMatchObject({compressRatio: 4, windowTokens: 128});
    const k3 = fromHfConfig(config("moonshotai__Kimi-K3"));
    expect(k3.notModelled).toEqual(["num_shared_experts", "routed_expert_hidden_size"]);
  });

  it("fromHfConfig(json) counts the searched 49B as NVIDIA's checkpoint does", () => {
    // Llama-3_3-Nemotron-Super-49B-v1: 49.9B by name of its card
    const model = fromHfConfig(config("nvidia__Llama-3_3-Nemotron-Super-49B-v1"));
    expect(paramCount(model).total).toBe(49867145216);
    expect(mixersOf(model).filter(({kind}) => kind === "attention").length).toBe(49);
  });

  it("fromHfConfig(json) reads the text part of a multimodal config", () => {
    const model = fromHfConfig(config("Qwen__Qwen3-VL-30B-A3B-Instruct"));
    expect(paramCount(model).total).toBe(30532122624); // the same text model as qwen3-30b-a3b
    expect(model.tiedEmbeddings).toBe(false);
  });

  it("fromHfConfig(json) reads old names: GPT-2's n_layer, n_embd, n_head, n_positions", () => {
    const gpt2 = {
      model_type: "gpt2",
      n_layer: 12,
      n_embd: 768,
      n_head: 12,
      n_positions: 1024,
      vocab_size: 50257
    };
    expect(paramCount(fromHfConfig(gpt2)).total).toBe(124439808);
  });

  it("fromHfConfig(json) counts OPT-13B, GPT-J and Falcon-7B", () => {
    const opt = {
      model_type: "opt",
      num_hidden_layers: 40,
      hidden_size: 5120,
      num_attention_heads: 40,
      ffn_dim: 20480,
      max_position_embeddings: 2048,
      vocab_size: 50272
    };
    expect(paramCount(fromHfConfig(opt)).total).toBe(12853473280);
    const gptj = {
      model_type: "gptj",
      n_layer: 28,
      n_embd: 4096,
      n_head: 16,
      n_positions: 2048,
      vocab_size: 50400,
      tie_word_embeddings: false
    };
    expect(paramCount(fromHfConfig(gptj)).total).toBe(6050882784);
    const falcon = {
      model_type: "falcon",
      num_hidden_layers: 32,
      hidden_size: 4544,
      num_attention_heads: 71,
      multi_query: true,
      parallel_attn: true,
      vocab_size: 65024
    };
    expect(paramCount(fromHfConfig(falcon)).total).toBe(6921720704);
  });

  it("fromHfConfig(json) turns a Qwen2 window off with use_sliding_window: false", () => {
    const qwen = {...llama, model_type: "qwen2", sliding_window: 4096, use_sliding_window: false};
    for (const mixer of mixersOf(fromHfConfig(qwen))) expect(mixer).toMatchObject({window: null});
    const on = {...qwen, use_sliding_window: true, max_window_layers: 28};
    const windows = mixersOf(fromHfConfig(on)).filter((m) => m.kind === "attention" && m.window);
    expect(windows.length).toBe(4);
  });

  it.each([
    ["num_hidden_layers", undefined, "missing field: num_hidden_layers"],
    ["num_hidden_layers", -3, "invalid num_hidden_layers: -3"],
    ["num_hidden_layers", "32", 'num_hidden_layers is not a number: "32"'],
    ["num_hidden_layers", 1e6, "invalid num_hidden_layers: 1000000"],
    ["num_hidden_layers", 1e300, "invalid num_hidden_layers: 1e+300"],
    ["hidden_size", undefined, "missing field: hidden_size"],
    ["hidden_size", 4096.5, "invalid hidden_size: 4096.5"],
    ["num_attention_heads", 0, "invalid num_attention_heads: 0"],
    ["num_key_value_heads", 7, "nHeads not divisible by nKvHeads: 32, 7"],
    ["vocab_size", null, "missing field: vocab_size"],
    ["intermediate_size", undefined, "missing field: intermediate_size"],
    ["tie_word_embeddings", "no", 'tie_word_embeddings is not true or false: "no"'],
    ["model_type", undefined, "missing field: model_type"],
    ["model_type", 3, "model_type is not a text: 3"],
    ["model_type", "mystery", "unknown model_type: mystery"],
    ["text_config", 3, "text_config is not an object: 3"],
    ["quantization_config", "fp8", 'quantization_config is not an object: "fp8"']
  ])("fromHfConfig with %s %o says so in one sentence", (key, value, message) => {
    expect(() => fromHfConfig({...llama, [key]: value})).toThrow(message);
  });

  it.each([null, 3, "text", [], true])("fromHfConfig(%o) is not an object", (json) => {
    expect(() => fromHfConfig(json)).toThrow(/^config is not an object: /);
  });

  it("fromHfConfig(json) refuses prototype keys and does not read through them", () => {
    const json: unknown = JSON.parse('{"__proto__": {"num_hidden_layers": 3}}');
    expect(() => fromHfConfig(json)).toThrow("forbidden field: __proto__");
    const inherited = Object.create(llama) as unknown;
    expect(() => fromHfConfig(inherited)).toThrow("missing field: model_type");
  });

  it("fromHfConfig(json) shows a dtype that is no text", () => {
    const odd = {...llama, torch_dtype: [{toString: ""}]};
    expect(fromHfConfig(odd).nativeDtype).toBe('[{"toString":""}]');
  });

  it("fromHfConfig(json) gives a model or one short sentence, whatever a field becomes", () => {
    const keys = files.flatMap((file) => Object.keys(config(file.replace(/\.json$/, ""))));
    const json = fc.constantFrom(...files.map((file) => config(file.replace(/\.json$/, ""))));
    fc.assert(
      fc.property(json, fc.constantFrom(...keys), fc.jsonValue(), (base, key, value) => {
        try {
          expect(nLayers(fromHfConfig({...base, [key]: value}))).toBeGreaterThan(0);
        } catch (error) {
          expect((error as Error).message).toMatch(/^[a-z_][^\n]{3,160}$/);
          expect((error as Error).name).toMatch(/^(Range|Type)?Error$/);
        }
      }),
      {numRuns: 1000}
    );
  });
});
