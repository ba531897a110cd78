import type {LayerShape} from "../layers.js";
import type {AttentionMixer, DenseMlp, Mixer} from "../model.js";
import {asConfig, field, flag, list, requiredCount, type HfConfig} from "./fields.js";

/** NVIDIA's searched models round MLP widths up to a multiple of this. */
const WIDTH_STEP = 256;

/**
 * The layers of a searched model (`block_configs`, Nemotron NAS): each with its own KV heads and
 * MLP width, or without one of the two. Null for every other config.
 *
 * @throws when a block replaces a part by a single linear layer, which is not modelled
 * @example nasLayers({}, {nLayers: 2}) // null
 */
export function nasLayers(
  config: HfConfig,
  {nLayers, attention}: {readonly nLayers: number; readonly attention: AttentionMixer}
): LayerShape[] | null {
  const blocks = list(config, "block_configs", nLayers);
  if (!blocks) return null;
  return blocks.slice(0, nLayers).map((json) => {
    const block = asConfig(json, "block_configs");
    const mixer = nasMixer(part(block, "attention"), attention);
    const mlps = nasMlps(part(block, "ffn"), requiredCount(config, "hidden_size"));
    return {mixer, mlps, nNorms: (mixer.kind === "none" ? 0 : 1) + mlps.length};
  });
}

function part(block: HfConfig, key: string): HfConfig {
  const config = asConfig(field(block, key), `block_configs.${key}`);
  if (!flag(config, "replace_with_linear", false)) return config;
  throw new Error(`not modelled: block_configs.${key}.replace_with_linear`);
}

function nasMixer(config: HfConfig, attention: AttentionMixer): Mixer {
  if (flag(config, "no_op", false)) return {kind: "none"};
  const group = requiredCount(config, "n_heads_in_group");
  if (attention.nHeads % group === 0) return {...attention, nKvHeads: attention.nHeads / group};
  throw new RangeError(`nHeads not divisible by n_heads_in_group: ${attention.nHeads}, ${group}`);
}

/** Two thirds of twice ffn_mult times hidden_size, rounded up. */
function nasMlps(config: HfConfig, hiddenSize: number): DenseMlp[] {
  if (flag(config, "no_op", false)) return [];
  const multiple = field(config, "ffn_mult");
  if (typeof multiple !== "number" || !(multiple > 0)) {
    throw new RangeError("missing field: block_configs.ffn.ffn_mult");
  }
  const width = Math.floor((2 * multiple * hiddenSize) / 3);
  const intermediateSize = Math.ceil(width / WIDTH_STEP) * WIDTH_STEP;
  return [{kind: "dense", intermediateSize, gated: true, bias: false}];
}
