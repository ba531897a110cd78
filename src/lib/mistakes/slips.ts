/** Ways to take a layer's cache wrong, each made on purpose. */

import {mainAttention, type LayerPlan} from "../layers.js";
import type {AttentionMixer, CompressedMixer, Mixer, ModelSpec} from "../model.js";

/** A model as far as slips are made on it. */
export type SlipModel = LayerPlan & Pick<ModelSpec, "hiddenSize">;

export interface Slip {
  /** What is wrong, in a few words */
  readonly name: string;
  readonly wrongFormula: string;
  readonly rightFormula: string;
  readonly source: string;
  /** What is wrong about a layer's mixer */
  readonly change: (mixer: Mixer, model: SlipModel) => Mixer;
}

const rightCache = "2 · L · K · H · b";

/** Slips by a short name, most frequent first. */
export const slips = {
  "query heads": {
    name: "query heads counted as KV heads",
    wrongFormula: "2 · L · N · H · b",
    rightFormula: rightCache,
    source: "https://github.com/hahnyuan/LLM-Viewer/issues/12",
    change: inAttention((mixer) => ({...mixer, nKvHeads: mixer.nHeads}))
  },
  "head width": {
    name: "head width taken as D / N",
    wrongFormula: "H = hidden_size / num_attention_heads",
    rightFormula: "H = head_dim where the config has it",
    source: "Model-Optimizer issue 2482; LMCache issue 688",
    change: inAttention((mixer, {hiddenSize}) => widened(mixer, hiddenSize / mixer.nHeads))
  },
  "no values": {
    name: "keys counted, values forgotten",
    wrongFormula: "L · K · H · b",
    rightFormula: rightCache,
    source: "many a spreadsheet; no single report",
    change: inAttention((mixer) => ({...mixer, vHeadDim: 0}))
  },
  "no windows": {
    name: "sliding windows ignored",
    wrongFormula: "every layer keeps S tokens",
    rightFormula: "windowed layers keep min(S, W)",
    source: "gguf-parser-go issue 32; https://github.com/lablup/mlxcel/pull/172",
    change: inAttention((mixer) => ({...mixer, window: null}))
  },
  "windows forgotten": {
    name: "windowed layers forgotten",
    wrongFormula: "full layers alone",
    rightFormula: "full layers, and windows while they fill",
    source: "https://github.com/alvarobartt/hf-mem/issues/60",
    change: inAttention((mixer) => (mixer.window === null ? mixer : {...mixer, ownsKv: false}))
  },
  "one geometry": {
    name: "windowed layers as wide as the full ones",
    wrongFormula: "H of the full layers everywhere",
    rightFormula: "each kind of layer has its own H",
    source: "https://github.com/ollama/ollama/pull/16958",
    change: inAttention((mixer, model) => {
      const full = mainAttention(model);
      return mixer.window === null || full === null ? mixer : widened(mixer, full.headDim);
    })
  },
  "window heads": {
    name: "full layers with the KV heads of windowed ones",
    wrongFormula: "K of the windowed layers everywhere",
    rightFormula: "each kind of layer has its own K",
    source: "https://github.com/raullenchai/Rapid-MLX/pull/1423",
    change: inAttention((mixer, model) => ({...mixer, nKvHeads: windowHeads(model, mixer)}))
  },
  "shared layers": {
    name: "layers that share a cache counted again",
    wrongFormula: "all L layers",
    rightFormula: "L − num_kv_shared_layers",
    source: "https://github.com/google/gemma.cpp/issues/1012",
    change: inAttention((mixer) => ({...mixer, ownsKv: true}))
  },
  "linear layers": {
    name: "linear layers counted as attention",
    wrongFormula: "all L layers grow with S",
    rightFormula: "full layers grow; the others keep a state",
    source: "https://github.com/redhat-performance/configiq/issues/112",
    change: (mixer, model) => (isState(mixer) ? fullMixer(model, mixer) : mixer)
  },
  "latent twice": {
    name: "MLA's latent counted as keys and values",
    wrongFormula: "2 · L · r · b",
    rightFormula: "L · (r + R) · b",
    source: "https://github.com/LMCache/LMCache/pull/694",
    change: (mixer) => doubledLatent(mixer)
  },
  "latent as a head": {
    name: "MLA read as one KV head of width D / N",
    wrongFormula: "2 · L · 1 · (hidden_size / num_attention_heads) · b",
    rightFormula: "L · (r + R) · b",
    source: "tmac1973/llama-toolchest issue 58",
    change: (mixer, model) => (mixer.kind === "mla" ? oneHead(mixer.nHeads, model) : mixer)
  },
  "entries a token": {
    name: "compressed entries counted as keys and values of every token",
    wrongFormula: "2 · L · H · b a token",
    rightFormula: "one vector for 4 or 128 tokens, and a window",
    source: "spark-arena/sparkrun issue 247",
    change: (mixer) => (mixer.kind === "compressed" ? everyToken(mixer) : mixer)
  }
} as const satisfies Readonly<Record<string, Slip>>;

export type SlipName = keyof typeof slips;

/**
 * A model with slips made in each of its layers, one after the other.
 *
 * @example slipped({hiddenSize: 8, layout: [], layerKinds: []}, ["query heads"]).layout // []
 */
export function slipped(model: SlipModel, names: readonly SlipName[]): LayerPlan {
  const {layout} = model;
  return names.reduce<LayerPlan>(
    (plan, name) => ({
      layout,
      layerKinds: plan.layerKinds.map((kind) => {
        return {...kind, mixer: slips[name].change(kind.mixer, model)};
      })
    }),
    model
  );
}

/** A change that only plain attention can suffer. */
function inAttention(change: (mixer: AttentionMixer, model: SlipModel) => Mixer): Slip["change"] {
  return (mixer, model) => (mixer.kind === "attention" ? change(mixer, model) : mixer);
}

/** The mixer of the layers that do see everything: plain attention, or MLA. */
function fullMixer(model: LayerPlan, fallback: Mixer): Mixer {
  const mla = model.layerKinds.find(({mixer}) => mixer.kind === "mla");
  return mainAttention(model) ?? mla?.mixer ?? fallback;
}

function windowHeads({layerKinds}: LayerPlan, {nKvHeads}: AttentionMixer): number {
  const windowed = layerKinds.find(
    ({mixer}) => mixer.kind === "attention" && mixer.window !== null
  )?.mixer;
  return windowed?.kind === "attention" ? windowed.nKvHeads : nKvHeads;
}

function widened(mixer: AttentionMixer, headDim: number): AttentionMixer {
  return {...mixer, headDim, vHeadDim: headDim};
}

function doubledLatent(mixer: Mixer): Mixer {
  if (mixer.kind !== "mla") return mixer;
  return {...mixer, kvLoraRank: 2 * mixer.kvLoraRank, qkRopeHeadDim: 0};
}

/** Plain attention of one KV head. */
function plainHead(nHeads: number, headDim: number): AttentionMixer {
  return {
    kind: "attention",
    nHeads,
    nKvHeads: 1,
    headDim,
    vHeadDim: headDim,
    window: null,
    ownsKv: true,
    qkvBias: false,
    outputBias: false,
    qkNorm: "none",
    sinks: false,
    sharedKvProjection: false,
    outputGate: false
  };
}

function oneHead(nHeads: number, {hiddenSize}: SlipModel): AttentionMixer {
  return plainHead(nHeads, hiddenSize / nHeads);
}

function everyToken({nHeads, headDim}: CompressedMixer): AttentionMixer {
  return plainHead(nHeads, headDim);
}

function isState(mixer: Mixer): boolean {
  return !["attention", "mla", "compressed", "none"].includes(mixer.kind);
}
