import {kvBytes, kvProfile} from "../kv.js";
import {kvHeadsPerGpu} from "../kv-mixer.js";
import {mainAttention, type LayerPlan} from "../layers.js";
import type {AttentionMixer, Mixer, ModelSpec} from "../model.js";
import type {MistakeFigures} from "../mistakes.js";

export interface CacheMistakeOptions {
  readonly contextTokens: number;
  readonly tp: number;
}

const GIB = 2 ** 30;

/**
 * Mistakes about the bytes of one sequence's KV cache in bf16.
 *
 * Each wrong figure is the right function on layers that are wrong in one way.
 *
 * @example cacheMistakes({layerKinds: [], layout: [], hiddenSize: 2}, {contextTokens: 8, tp: 16})[0].wrong // 0
 */
export function cacheMistakes(model: ModelSpec, options: CacheMistakeOptions): MistakeFigures[] {
  const bytesOf = (plan: LayerPlan) => kvBytes(kvProfile(plan, "bf16"), options.contextTokens);
  const right = bytesOf(model);
  const layerMistakes = slips.map(({change, ...texts}): MistakeFigures => {
    const wrong = bytesOf(changed(model, (mixer) => change(mixer, model)));
    return {...texts, unit: "bytes", wrong, right};
  });
  return [...layerMistakes, ...shardMistakes(model, options), ...formatMistakes(model, options)];
}

/** The model with one thing wrong in each of its mixers. */
function changed({layerKinds, layout}: LayerPlan, change: (mixer: Mixer) => Mixer): LayerPlan {
  return {layerKinds: layerKinds.map((kind) => ({...kind, mixer: change(kind.mixer)})), layout};
}

type Texts = Pick<MistakeFigures, "name" | "wrongFormula" | "rightFormula" | "source">;

interface Slip extends Texts {
  /** What is wrong about a layer's mixer */
  readonly change: (mixer: Mixer, model: ModelSpec) => Mixer;
}

const rightCache = "2 · L · K · H · b";

const slips: readonly Slip[] = [
  {
    name: "query heads counted as KV heads",
    wrongFormula: "2 · L · N · H · b",
    rightFormula: rightCache,
    source: "https://github.com/hahnyuan/LLM-Viewer/issues/12",
    change: inAttention((mixer) => ({...mixer, nKvHeads: mixer.nHeads}))
  },
  {
    name: "head width taken as D / N",
    wrongFormula: "H = hidden_size / num_attention_heads",
    rightFormula: "H = head_dim where the config has it",
    source: "Model-Optimizer issue 2482; LMCache issue 688",
    change: inAttention((mixer, {hiddenSize}) => widened(mixer, hiddenSize / mixer.nHeads))
  },
  {
    name: "keys counted, values forgotten",
    wrongFormula: "L · K · H · b",
    rightFormula: rightCache,
    source: "many a spreadsheet; no single report",
    change: inAttention((mixer) => ({...mixer, vHeadDim: 0}))
  },
  {
    name: "sliding windows ignored",
    wrongFormula: "every layer keeps S tokens",
    rightFormula: "windowed layers keep min(S, W)",
    source: "gguf-parser-go issue 32; https://github.com/lablup/mlxcel/pull/172",
    change: inAttention((mixer) => ({...mixer, window: null}))
  },
  {
    name: "layers that share a cache counted again",
    wrongFormula: "all L layers",
    rightFormula: "L − num_kv_shared_layers",
    source: "https://github.com/google/gemma.cpp/issues/1012",
    change: inAttention((mixer) => ({...mixer, ownsKv: true}))
  },
  {
    name: "linear layers counted as attention",
    wrongFormula: "all L layers grow with S",
    rightFormula: "full layers grow; the others keep a state",
    source: "https://github.com/redhat-performance/configiq/issues/112",
    change: (mixer, model) => (isState(mixer) ? fullMixer(model, mixer) : mixer)
  },
  {
    name: "MLA's latent counted as keys and values",
    wrongFormula: "2 · L · r · b",
    rightFormula: "L · (r + R) · b",
    source: "https://github.com/LMCache/LMCache/pull/694",
    change: (mixer) => doubledLatent(mixer)
  }
];

/** A change that only plain attention can suffer. */
function inAttention(change: (mixer: AttentionMixer, model: ModelSpec) => Mixer): Slip["change"] {
  return (mixer, model) => (mixer.kind === "attention" ? change(mixer, model) : mixer);
}

/** The mixer of the layers that do see everything: plain attention, or MLA. */
function fullMixer(model: ModelSpec, fallback: Mixer): Mixer {
  const mla = model.layerKinds.find(({mixer}) => mixer.kind === "mla");
  return mainAttention(model) ?? mla?.mixer ?? fallback;
}

function widened(mixer: AttentionMixer, headDim: number): AttentionMixer {
  return {...mixer, headDim, vHeadDim: headDim};
}

function doubledLatent(mixer: Mixer): Mixer {
  if (mixer.kind !== "mla") return mixer;
  return {...mixer, kvLoraRank: 2 * mixer.kvLoraRank, qkRopeHeadDim: 0};
}

function isState(mixer: Mixer): boolean {
  return !["attention", "mla", "compressed", "none"].includes(mixer.kind);
}

/** Mistakes about what each GPU of a tensor-parallel group holds. */
function shardMistakes(
  model: ModelSpec,
  {contextTokens, tp}: CacheMistakeOptions
): MistakeFigures[] {
  const onEachGpu = (plan: LayerPlan) => kvBytes(kvProfile(plan, "bf16", {tp}), contextTokens);
  const right = onEachGpu(model);
  return [
    {
      name: `KV heads over ${tp} GPUs rounded down to none`,
      unit: "bytes",
      wrong: onEachGpu(changed(model, (mixer) => flooredHeads(mixer, tp))),
      right,
      wrongFormula: `⌊K / ${tp}⌋ heads a GPU`,
      rightFormula: `max(1, ⌈K / ${tp}⌉) heads a GPU: replicated`,
      source: "https://github.com/tenstorrent/vllm/issues/50"
    },
    {
      name: `MLA's latent divided over ${tp} GPUs`,
      unit: "bytes",
      wrong: hasMla(model) ? right / tp : right,
      right,
      wrongFormula: `L · (r + R) · b / ${tp}`,
      rightFormula: "L · (r + R) · b on every GPU",
      source: "https://github.com/vllm-project/vllm/issues/51454"
    }
  ];
}

/** Mistakes about bytes an element and about units. */
function formatMistakes(model: ModelSpec, {contextTokens}: CacheMistakeOptions): MistakeFigures[] {
  const right = kvBytes(kvProfile(model, "bf16"), contextTokens);
  return [
    {
      name: "FP8 weights taken for an FP8 cache",
      unit: "bytes",
      wrong: kvBytes(kvProfile(model, "fp8"), contextTokens),
      right,
      wrongFormula: "b = 1 because the weights are FP8",
      rightFormula: "b = 2 unless --kv-cache-dtype says otherwise",
      source: "https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py"
    },
    {
      name: "GB printed where GiB is meant",
      unit: "GiB",
      wrong: right / 1e9,
      right: right / GIB,
      wrongFormula: "bytes / 10^9, called GiB",
      rightFormula: "bytes / 2^30",
      source: "https://github.com/alvarobartt/hf-mem/issues/33"
    }
  ];
}

function hasMla({layerKinds}: Pick<ModelSpec, "layerKinds">): boolean {
  return layerKinds.some(({mixer}) => mixer.kind === "mla");
}

/** A layer left without a head stores nothing. */
function flooredHeads(mixer: Mixer, tp: number): Mixer {
  if (mixer.kind !== "attention") return mixer;
  const heads = Math.floor(mixer.nKvHeads / tp);
  if (heads === 0) return {...mixer, ownsKv: false};
  return kvHeadsPerGpu(mixer.nKvHeads, tp) === heads ? mixer : {...mixer, nKvHeads: heads * tp};
}
