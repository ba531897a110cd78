import {kvBytes, kvProfile} from "../kv.js";
import {kvHeadsPerGpu} from "../kv-mixer.js";
import type {LayerPlan} from "../layers.js";
import type {Mixer, ModelSpec} from "../model.js";
import type {MistakeFigures} from "../mistakes.js";
import {slipped, slips, type SlipName} from "./slips.js";

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
 * @example cacheMistakes({layerKinds: [], layout: [], hiddenSize: 2}, {contextTokens: 8, tp: 16})[0].name // "query heads counted as KV heads"
 */
export function cacheMistakes(model: ModelSpec, options: CacheMistakeOptions): MistakeFigures[] {
  const bytesOf = (plan: LayerPlan) => kvBytes(kvProfile(plan, "bf16"), options.contextTokens);
  const right = bytesOf(model);
  const names = Object.keys(slips) as SlipName[];
  const layerMistakes = names.map((name): MistakeFigures => {
    const {name: words, wrongFormula, rightFormula, source} = slips[name];
    const wrong = bytesOf(slipped(model, [name]));
    return {name: words, wrongFormula, rightFormula, source, unit: "bytes", wrong, right};
  });
  return [...layerMistakes, ...shardMistakes(model, options), ...formatMistakes(model, options)];
}

/** The model with one thing wrong in each of its mixers. */
function changed({layerKinds, layout}: LayerPlan, change: (mixer: Mixer) => Mixer): LayerPlan {
  return {layerKinds: layerKinds.map((kind) => ({...kind, mixer: change(kind.mixer)})), layout};
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
