import {describe, expect, it} from "vitest";
import {hfAttention, sharesKv, type LayerContext} from "../../../src/lib/hf/attention.js";
import {hfFamily} from "../../../src/lib/hf/families.js";

function layer(config: Record<string, unknown>, options: Partial<LayerContext> = {}): LayerContext {
  const family = hfFamily(String(config.model_type ?? "llama"));
  return {config, family, nLayers: 4, index: 0, role: "full", ...options};
}

const gqa = {hidden_size: 64, num_attention_heads: 8, num_key_value_heads: 2};

describe("hfAttention", () => {
  it("hfAttention(layer) takes Hugging Face's defaults: head_dim hidden/heads, K = N", () => {
    const mha = {hidden_size: 64, num_attention_heads: 8};
    expect(hfAttention(layer(mha))).toMatchObject({
      nHeads: 8,
      nKvHeads: 8,
      headDim: 8,
      vHeadDim: 8
    });
    expect(hfAttention(layer(gqa))).toMatchObject({nKvHeads: 2});
    expect(hfAttention(layer({...gqa, num_key_value_heads: 1}))).toMatchObject({nKvHeads: 1});
  });

  it("hfAttention(layer) believes an explicit head_dim", () => {
    // Qwen3-0.6B: 1024 / 16 would be 64
    const config = {hidden_size: 1024, num_attention_heads: 16, head_dim: 128};
    expect(hfAttention(layer(config))).toMatchObject({headDim: 128});
  });

  it("hfAttention(layer) asks for head_dim where heads do not divide the width", () => {
    const config = {hidden_size: 65, num_attention_heads: 8};
    expect(() => hfAttention(layer(config))).toThrow("missing field: head_dim");
  });

  it("hfAttention(layer) refuses query heads that KV heads do not divide", () => {
    const config = {...gqa, num_attention_heads: 30, num_key_value_heads: 8, head_dim: 64};
    expect(() => hfAttention(layer(config))).toThrow("nHeads not divisible by nKvHeads: 30, 8");
  });

  it("hfAttention(layer) gives sliding and global layers their own heads", () => {
    const gemma = {...gqa, head_dim: 256, global_head_dim: 512, num_global_key_value_heads: 1};
    expect(hfAttention(layer(gemma))).toMatchObject({headDim: 512, vHeadDim: 512, nKvHeads: 1});
    const mimo = {
      ...gqa,
      head_dim: 192,
      v_head_dim: 128,
      swa_num_key_value_heads: 4,
      swa_head_dim: 96,
      swa_v_head_dim: 64,
      sliding_window: 128
    };
    expect(hfAttention(layer(mimo))).toMatchObject({headDim: 192, vHeadDim: 128, nKvHeads: 2});
    expect(hfAttention(layer(mimo, {role: "sliding"}))).toMatchObject({
      headDim: 96,
      vHeadDim: 64,
      nKvHeads: 4,
      window: {kind: "sliding", tokens: 128}
    });
  });

  it("hfAttention(layer) reads biases: LLaMA's on the output too, Qwen2's by default, GPT-J's never", () => {
    const bias = (config: Record<string, unknown>) => {
      const mixer = hfAttention(layer({...gqa, ...config}));
      return mixer.kind === "attention" ? [mixer.qkvBias, mixer.outputBias] : [];
    };
    expect(bias({model_type: "llama", attention_bias: true})).toEqual([true, true]);
    expect(bias({model_type: "qwen2"})).toEqual([true, false]);
    expect(bias({model_type: "glm4_moe", attention_bias: true})).toEqual([true, false]);
    expect(bias({model_type: "gptj"})).toEqual([false, false]);
  });

  it("hfAttention(layer) reads qk norms by family and by use_qk_norm", () => {
    const norm = (config: Record<string, unknown>) => {
      const mixer = hfAttention(layer({...gqa, ...config}));
      return mixer.kind === "attention" ? mixer.qkNorm : null;
    };
    expect(norm({model_type: "qwen3"})).toBe("head");
    expect(norm({model_type: "olmo2"})).toBe("width");
    expect(norm({model_type: "glm4_moe", use_qk_norm: true})).toBe("head");
    expect(norm({model_type: "glm4_moe"})).toBe("none");
    expect(norm({model_type: "cohere", use_qk_norm: true})).toBe("per-head");
    expect(norm({model_type: "llama4_text", use_qk_norm: true})).toBe("none");
  });

  it("hfAttention(layer) reads Falcon's one KV head", () => {
    const falcon = {model_type: "falcon", hidden_size: 64, num_attention_heads: 8};
    expect(hfAttention(layer({...falcon, multi_query: true}))).toMatchObject({nKvHeads: 1});
    expect(hfAttention(layer({...falcon, multi_query: false}))).toMatchObject({nKvHeads: 8});
    const newer = {...falcon, new_decoder_architecture: true, num_kv_heads: 2};
    expect(hfAttention(layer(newer))).toMatchObject({nKvHeads: 2});
  });

  const mla = {
    num_attention_heads: 16,
    kv_lora_rank: 512,
    qk_nope_head_dim: 128,
    qk_rope_head_dim: 64,
    v_head_dim: 128
  };

  it("hfAttention(layer) is latent with kv_lora_rank, queries direct when q_lora_rank is null or 0", () => {
    expect(hfAttention(layer(mla))).toMatchObject({kind: "mla", qLoraRank: null, indexer: null});
    expect(hfAttention(layer({...mla, q_lora_rank: 0}))).toMatchObject({qLoraRank: null});
    expect(hfAttention(layer({...mla, q_lora_rank: 1536}))).toMatchObject({qLoraRank: 1536});
  });

  it("hfAttention(layer) names a missing dimension of the latent", () => {
    const partial = {...mla, v_head_dim: null};
    expect(() => hfAttention(layer(partial))).toThrow("missing field: v_head_dim");
  });

  it("hfAttention(layer) has an indexer, shared where indexer_types says so", () => {
    const config = {
      ...mla,
      index_n_heads: 64,
      index_head_dim: 128,
      index_topk: 2048,
      indexer_types: ["full", "shared", "full", "shared"]
    };
    expect(hfAttention(layer(config))).toMatchObject({indexer: {topK: 2048, ownsCache: true}});
    expect(hfAttention(layer(config, {index: 1}))).toMatchObject({indexer: {ownsCache: false}});
  });

  it("hfAttention(layer) reads DeepSeek-V4's layout, which has no kv_lora_rank", () => {
    const config = {
      num_attention_heads: 64,
      head_dim: 512,
      q_lora_rank: 1024,
      o_lora_rank: 1024,
      qk_rope_head_dim: 64,
      sliding_window: 128,
      index_n_heads: 64,
      index_head_dim: 128,
      index_topk: 512,
      compress_ratios: [0, 4, 128, 4, 0]
    };
    const ratio = (index: number) => hfAttention(layer(config, {index}));
    expect(ratio(0)).toMatchObject({kind: "compressed", compressRatio: 0, indexer: null});
    expect(ratio(1)).toMatchObject({compressRatio: 4, indexer: {topK: 512}});
    expect(ratio(2)).toMatchObject({compressRatio: 128, indexer: null});
    const bad = {...config, compress_ratios: ["4", 4, 4, 4]};
    expect(() => hfAttention(layer(bad))).toThrow('compress_ratios is not a number: "4"');
  });
});

describe("sharesKv", () => {
  it("sharesKv(layer) holds for the last num_kv_shared_layers layers", () => {
    const config = {num_kv_shared_layers: 2};
    const shares = [0, 1, 2, 3].map((index) => sharesKv({config, nLayers: 4, index}));
    expect(shares).toEqual([false, false, true, true]);
    expect(sharesKv({config: {}, nLayers: 4, index: 3})).toBe(false);
  });
});
