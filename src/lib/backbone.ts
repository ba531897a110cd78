/** One and the same backbone with another kind of attention: what sharing alone saves. */

import type {AttentionMixer, Mixer, ModelSpec} from "./model.js";

export type BackboneAttention = "mha" | "gqa-8" | "gqa-4" | "mqa" | "mla";

/** DeepSeek's latent: rank 512 beside a rope key of 64. */
const KV_LORA_RANK = 512;
const QK_ROPE_HEAD_DIM = 64;

/** KV heads of each kind on n query heads. */
const nKvHeadsOf: Readonly<Record<Exclude<BackboneAttention, "mla">, (nHeads: number) => number>> =
  {
    mha: (nHeads) => nHeads,
    "gqa-8": (nHeads) => Math.min(8, nHeads),
    "gqa-4": (nHeads) => Math.min(4, nHeads),
    mqa: () => 1
  };

/**
 * The same layers and widths with every attention layer of another kind.
 *
 * mha: a KV head per query head; gqa-8, gqa-4: 8 or 4 KV heads; mqa: one; mla: latent of rank 512
 * with a rope key of 64, queries projected directly. Layers without attention stay.
 * Ignores that quality and weights change too: a thought experiment, not a model.
 *
 * @see https://arxiv.org/abs/2305.13245 (GQA), https://arxiv.org/abs/2405.04434 section 2.1 (MLA)
 * @example withAttention({layerKinds: [], layout: []}, "mqa").layerKinds.length // 0
 */
export function withAttention(model: ModelSpec, kind: BackboneAttention): ModelSpec {
  return {
    ...model,
    layerKinds: model.layerKinds.map((layer) => ({...layer, mixer: withKind(layer.mixer, kind)}))
  };
}

function withKind(mixer: Mixer, kind: BackboneAttention): Mixer {
  if (mixer.kind !== "attention") return mixer;
  if (kind === "mla") return latentOf(mixer);
  return {...mixer, nKvHeads: nKvHeadsOf[kind](mixer.nHeads)};
}

function latentOf({nHeads, headDim, vHeadDim}: AttentionMixer): Mixer {
  return {
    kind: "mla",
    nHeads,
    kvLoraRank: KV_LORA_RANK,
    qLoraRank: null,
    qkNopeHeadDim: headDim,
    qkRopeHeadDim: QK_ROPE_HEAD_DIM,
    vHeadDim,
    indexer: null
  };
}
