/** What a config.json leaves to the code of its model_type. */
export interface HfFamily {
  /** Norm vectors of hidden_size in a layer */
  readonly norms: number;
  readonly normBias: boolean;
  /** Three MLP matrices instead of two */
  readonly gated: boolean;
  readonly mlpBias: boolean;
  /** Biases on queries, keys and values when `attention_bias` is absent */
  readonly qkvBias: boolean;
  /** Bias on the output projection: never, always, or when queries have one */
  readonly outputBias: "no" | "yes" | "as-qkv";
  readonly headBias: boolean;
  readonly qkNorm: "none" | "head" | "width" | "per-head";
  /** When `tie_word_embeddings` is absent */
  readonly tied: boolean;
  /** Rows of the position table beyond the longest context; null without a table */
  readonly positionOffset: number | null;
  /** One bias per expert that steers the choice */
  readonly routerBias: boolean;
  /** Biases in routed experts */
  readonly expertBias: boolean;
  readonly sharedGate: boolean;
  readonly outputGate: boolean;
  readonly sinks: "none" | "all" | "sliding";
  /** Which layers `sliding_window` is for, when no layer list says so */
  readonly window: "ignored" | "all" | "alternate" | "by-pattern" | "after-max-window-layers";
  /** Layers between two global ones plus one, when no field says so */
  readonly windowPattern: number;
  /** Layers without full attention, when they keep a state */
  readonly state: "gated-delta" | "kimi-delta" | "lightning" | "mamba1" | "mamba2" | null;
}

const base: HfFamily = {
  norms: 2,
  normBias: false,
  gated: true,
  mlpBias: false,
  qkvBias: false,
  outputBias: "no",
  headBias: false,
  qkNorm: "none",
  tied: false,
  positionOffset: null,
  routerBias: false,
  expertBias: false,
  sharedGate: false,
  outputGate: false,
  sinks: "none",
  window: "ignored",
  windowPattern: 1,
  state: null
};

const llama: HfFamily = {...base, outputBias: "as-qkv"};
const mistral: HfFamily = {...base, window: "all"};
const qwen2: HfFamily = {...base, qkvBias: true, window: "after-max-window-layers"};
const qwen3: HfFamily = {
  ...base,
  qkNorm: "head",
  outputBias: "as-qkv",
  window: "after-max-window-layers"
};
const qwen3Next: HfFamily = {...base, qkNorm: "head", outputGate: true, state: "gated-delta"};
const deepseek: HfFamily = {...base, routerBias: true};
const gemma: HfFamily = {...base, tied: true};
const gemma3: HfFamily = {
  ...gemma,
  norms: 4,
  qkNorm: "head",
  window: "by-pattern",
  windowPattern: 6
};
/** Everything biased, LayerNorm, two MLP matrices: the GPT-2 line. */
const gpt: HfFamily = {
  ...base,
  normBias: true,
  gated: false,
  mlpBias: true,
  qkvBias: true,
  outputBias: "yes"
};

/** From modeling_NAME.py of https://github.com/huggingface/transformers, by model_type. */
const families: Readonly<Record<string, HfFamily>> = {
  llama,
  "nemotron-nas": llama,
  smollm3: llama,
  mistral,
  mixtral: mistral,
  ministral: mistral,
  ministral3: mistral,
  phi3: mistral,
  qwen2,
  qwen2_moe: {...qwen2, sharedGate: true},
  qwen2_vl: qwen2,
  qwen2_vl_text: qwen2,
  qwen2_5_vl: qwen2,
  qwen2_5_vl_text: qwen2,
  qwen3,
  qwen3_moe: qwen3,
  qwen3_vl_text: qwen3,
  qwen3_vl_moe_text: qwen3,
  qwen3_next: {...qwen3Next, sharedGate: true},
  qwen3_5: qwen3Next,
  qwen3_5_text: qwen3Next,
  qwen3_5_moe: {...qwen3Next, sharedGate: true},
  qwen3_5_moe_text: {...qwen3Next, sharedGate: true},
  llama4_text: {...llama, window: "by-pattern", windowPattern: 4},
  deepseek_v2: base,
  deepseek_v3: deepseek,
  deepseek_v32: deepseek,
  deepseek_v4: deepseek,
  kimi_k2: deepseek,
  kimi_linear: {...deepseek, state: "kimi-delta"},
  glm4_moe: deepseek,
  glm4_moe_lite: deepseek,
  glm_moe_dsa: deepseek,
  minimax: {...base, state: "lightning"},
  minimax_text_01: {...base, state: "lightning"},
  minimax_m2: {...base, qkNorm: "width", routerBias: true},
  mimo_v2_flash: {...base, routerBias: true, sinks: "sliding", window: "by-pattern"},
  gemma,
  gemma2: {...gemma, norms: 4, window: "by-pattern", windowPattern: 2},
  gemma3,
  gemma3_text: gemma3,
  gemma4: gemma3,
  gemma4_text: gemma3,
  gpt_oss: {
    ...llama,
    qkvBias: true,
    routerBias: true,
    expertBias: true,
    sinks: "all",
    window: "alternate"
  },
  cohere: {...base, norms: 1, tied: true, outputBias: "as-qkv"},
  olmo2: {...llama, qkNorm: "width"},
  jamba: {...base, state: "mamba1"},
  nemotron_h: {...base, norms: 1, gated: false, routerBias: true, state: "mamba2"},
  gpt2: {...gpt, tied: true, positionOffset: 0},
  opt: {...gpt, tied: true, positionOffset: 2},
  gptj: {...gpt, norms: 1, qkvBias: false, outputBias: "no", headBias: true},
  gpt_neox: gpt,
  phi: {...gpt, norms: 1, headBias: true},
  falcon: {...gpt, mlpBias: false, qkvBias: false, outputBias: "no", tied: true}
};

/**
 * What the code of a model_type adds to its config.json.
 *
 * @throws for a model_type whose code was not read
 * @example hfFamily("gemma2").norms // 4
 */
export function hfFamily(modelType: string): HfFamily {
  const family = Object.hasOwn(families, modelType) ? families[modelType] : undefined;
  if (family) return family;
  throw new Error(
    `unknown model_type: ${modelType} (set it to "llama" if its layers are laid out like LLaMA's)`
  );
}
