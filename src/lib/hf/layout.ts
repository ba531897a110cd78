import {asConfig, countOrZero, field, flag, list, shown, type HfConfig} from "./fields.js";
import type {HfFamily} from "./families.js";

/** What a layer's mixer is: full, sliding or chunked attention, a state, or a block without mixer or MLP. */
export type LayerRole =
  "full" | "sliding" | "chunked" | "state" | "mlp-only" | "full-only" | "state-only";

/** Words of layer_types and layers_block_type. */
const roleOfWord: Readonly<Record<string, LayerRole>> = {
  full_attention: "full",
  sliding_attention: "sliding",
  chunked_attention: "chunked",
  linear_attention: "state",
  kda_attention: "state",
  compressed_sparse_attention: "full",
  heavily_compressed_attention: "full",
  mamba: "state-only",
  attention: "full-only",
  mlp: "mlp-only",
  moe: "mlp-only"
};

/** Letters of Nemotron-H's hybrid_override_pattern. */
const roleOfLetter: Readonly<Record<string, LayerRole>> = {
  M: "state-only",
  "*": "full-only",
  "-": "mlp-only",
  E: "mlp-only"
};

/**
 * The role of every layer: from a list in the config where there is one, else from a period, else
 * from the window that the family applies; full attention where nothing says otherwise.
 *
 * @throws when a list is too short or has an unknown word
 * @example layerRoles({full_attention_interval: 2}, {window: "ignored", state: "gated-delta"}, 4) // ["state", "full", "state", "full"]
 */
export function layerRoles(
  config: HfConfig,
  family: Pick<HfFamily, "window" | "windowPattern" | "state">,
  nLayers: number
): LayerRole[] {
  const listed = listedRoles(config, nLayers);
  if (listed) return listed;
  return Array.from({length: nLayers}, (_, index) =>
    family.state === null ? windowRole(config, family, index) : hybridRole(config, index)
  );
}

function listedRoles(config: HfConfig, nLayers: number): LayerRole[] | null {
  const words = list(config, "layer_types", nLayers) ?? list(config, "layers_block_type", nLayers);
  if (words) return words.slice(0, nLayers).map((word) => known(roleOfWord, word, "layer_types"));
  const letters = field(config, "hybrid_override_pattern");
  if (typeof letters === "string") return letterRoles(letters, nLayers);
  const windows = list(config, "hybrid_layer_pattern", nLayers);
  if (windows) return windows.slice(0, nLayers).map((isWindow) => (isWindow ? "sliding" : "full"));
  const softmax = list(config, "attn_type_list", nLayers);
  if (softmax) return softmax.slice(0, nLayers).map((isFull) => (isFull ? "full" : "state"));
  return kimiRoles(config, nLayers);
}

function known(roles: Readonly<Record<string, LayerRole>>, word: unknown, key: string): LayerRole {
  const role = typeof word === "string" && Object.hasOwn(roles, word) ? roles[word] : undefined;
  if (!role) throw new Error(`unknown ${key}: ${shown(word)}`);
  return role;
}

function letterRoles(letters: string, nLayers: number): LayerRole[] {
  if (letters.length < nLayers) {
    throw new RangeError(
      `hybrid_override_pattern has ${letters.length} entries for ${nLayers} layers`
    );
  }
  const own = [...letters].slice(0, nLayers);
  return own.map((letter) => known(roleOfLetter, letter, "hybrid_override_pattern"));
}

/** Kimi counts its layers from 1. */
function kimiRoles(config: HfConfig, nLayers: number): LayerRole[] | null {
  const linear = field(config, "linear_attn_config");
  if (linear === undefined) return null;
  const full = list(asConfig(linear, "linear_attn_config"), "full_attn_layers", 0);
  if (!full) return null;
  return Array.from({length: nLayers}, (_, i) => (full.includes(i + 1) ? "full" : "state"));
}

/** One full layer in so many: the last of a group, unless an offset says which (Jamba). */
function hybridRole(config: HfConfig, index: number): LayerRole {
  const jamba = countOrZero(config, "attn_layer_period");
  if (jamba > 0) {
    return index % jamba === countOrZero(config, "attn_layer_offset") ? "full" : "state";
  }
  const interval = countOrZero(config, "full_attention_interval");
  if (interval === 0) throw new RangeError("missing field: layer_types");
  return (index + 1) % interval === 0 ? "full" : "state";
}

function windowRole(
  config: HfConfig,
  {window, windowPattern}: Pick<HfFamily, "window" | "windowPattern">,
  index: number
): LayerRole {
  if (field(config, "attention_chunk_size") !== undefined && windowPattern === 4) {
    return isGlobal(config, index, windowPattern) ? "full" : "chunked";
  }
  if (field(config, "sliding_window") === undefined) return "full";
  switch (window) {
    case "ignored":
      return "full";
    case "all":
      return "sliding";
    case "alternate":
      return index % 2 === 0 ? "sliding" : "full";
    case "by-pattern":
      return isGlobal(config, index, windowPattern) ? "full" : "sliding";
    case "after-max-window-layers":
      return usesWindow(config, index) ? "sliding" : "full";
  }
}

/** Layer i is global when (i + 1) is a multiple of the pattern. */
function isGlobal(config: HfConfig, index: number, fallback: number): boolean {
  const keys = ["sliding_window_pattern", "_sliding_window_pattern", "no_rope_layer_interval"];
  return (index + 1) % (countOrZero(config, ...keys) || fallback) === 0;
}

/** Qwen2 keeps a window size in its config that use_sliding_window: false turns off. */
function usesWindow(config: HfConfig, index: number): boolean {
  if (!flag(config, "use_sliding_window", false)) return false;
  return index >= countOrZero(config, "max_window_layers");
}
