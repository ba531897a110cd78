/** Engine figures that users could not explain, with what explains them. */

import {byId} from "../by-id.js";
import {prefixHitTokens} from "../engines/prefix.js";
import {vllmPlan, type VllmPlan, type VllmSetup} from "../engines/vllm-plan.js";
import {kvGrowthBytesPerToken, kvProfile} from "../kv.js";
import type {ModelSpec} from "../model.js";

export interface Puzzle {
  readonly title: string;
  readonly source: string;
  /** What was seen, in the source's words */
  readonly seen: string;
  /** What a plain calculation expects, and the mistake in it */
  readonly mistake: string;
  /** The figure as the engine's own arithmetic gives it */
  readonly ours: string;
  readonly why: string;
}

const GIBIBYTE = 2 ** 30;

/**
 * Some public puzzles, each worked out from the model's shape.
 *
 * @throws Error naming a model that the catalog lacks
 * @see https://github.com/vllm-project/vllm/issues/40691
 * @example enginePuzzles.length // 1
 */
export function enginePuzzles(models: readonly ModelSpec[]): Puzzle[] {
  const plan = (id: string, setup: Partial<VllmSetup>) =>
    vllmPlan(byId(models, id), {
      dtype: "bf16",
      kvBytes: GIBIBYTE,
      maxModelLen: 32_768,
      maxBatchedTokens: 8192,
      ...setup
    });
  return [
    twoSizes(plan("qwen3.5-27b", {kvBytes: 1487 * 16 * 784 * 4096})),
    growth(byId(models, "gpt-oss-120b"), plan("gpt-oss-120b", {kvBytes: 9798 * 18 * 2048 * 16})),
    padding(
      plan("gemma-4-26b-a4b", {kvBytes: 15.182 * GIBIBYTE, dtype: "fp8"}),
      plan("gemma-4-26b-a4b", {kvBytes: 15.18 * GIBIBYTE, dtype: "fp8-per-token-head"})
    ),
    windows(plan("gemma-4-31b", {kvBytes: 64.68 * GIBIBYTE, maxModelLen: 262_144})),
    noHits(plan("qwen3.5-27b", {stateMode: "align"}))
  ];
}

function twoSizes({cacheTokens, cacheTokensByBlocks, concurrency}: VllmPlan): Puzzle {
  return {
    title: "The log says 290,864 tokens, yet 33.04 requests of 32,768 fit",
    source: "vllm#40691",
    seen: "GPU KV cache size 290,864 tokens; maximum concurrency 33.04x",
    mistake: "290,864 / 32,768 = 8.9 requests: size over length, as if every layer kept all tokens",
    ours: `${whole(cacheTokensByBlocks)} tokens by blocks, ${whole(cacheTokens)} by concurrency, ${concurrency.toFixed(2)}x`,
    why: "Two definitions. Three of the four groups of layers keep one block of state a request, whatever its length; the older size divides all blocks by four."
  };
}

function growth(model: ModelSpec, {cacheTokensByBlocks}: VllmPlan): Puzzle {
  const grows = kvGrowthBytesPerToken(model, "bf16");
  const windows = kvProfile(model, "bf16").windows.reduce((sum, w) => sum + w.bytesPerToken, 0);
  return {
    title: "gpt-oss-120b: 36,864 bytes a token, or 73,728?",
    source: "alvarobartt/hf-mem#60",
    seen: "5.38 GiB print as 78,384 tokens, 73,728 bytes each",
    mistake: "memory over printed tokens: the older size counts half of the blocks",
    ours: `${whole(cacheTokensByBlocks)} tokens by blocks; a long context grows by ${whole(grows)} B a token, ${whole(grows + windows)} B while windows fill`,
    why: "Half of the layers look back 128 tokens only. Both figures are right, for different questions."
  };
}

function padding(fp8: VllmPlan, scaled: VllmPlan): Puzzle {
  return {
    title: "Scales of 1.6 % cost a fifth of the capacity",
    source: "vllm#40388",
    seen: "Gemma 4 26B A4B: 12.73x in FP8, 9.93x in FP8 with a scale per head",
    mistake: "counting the scales' bytes alone: 12.73 / 1.016 = 12.5x",
    ours: `${fp8.concurrency.toFixed(2)}x and ${scaled.concurrency.toFixed(2)}x`,
    why: `4,160 and 2,064 bytes a token are no whole ratio, so global layers cannot get a larger block and are padded: ${scaled.blocksPerRequest} blocks a request instead of ${fp8.blocksPerRequest}.`
  };
}

function windows({cacheTokens}: VllmPlan): Puzzle {
  const all = 901_120;
  const plain = Math.floor((64.68 * GIBIBYTE) / all);
  return {
    title: "Gemma 4 31B holds eight times what its layers say",
    source: "redhat-performance/configiq#112",
    seen: "64.68 GiB hold 626,949 tokens",
    mistake: `64.68 GiB / 901,120 B = ${whole(plain)} tokens: all 60 layers taken as full`,
    ours: `${whole(cacheTokens)} tokens`,
    why: "50 of 60 layers keep their last 1,024 tokens and what is in flight."
  };
}

function noHits({prefixUnitTokens: unit}: VllmPlan): Puzzle {
  return {
    title: "A prompt of 240 tokens, repeated, never hits",
    source: "vllm#54607",
    seen: "0 % hits with a block of 784, 49 % in another engine",
    mistake: "a prefix cache taken to find any number of tokens",
    ours: `${whole(prefixHitTokens(240, unit ?? NaN))} of 240 tokens; ${whole(unit ?? NaN)} tokens are the unit`,
    why: "The block has grown to the size of a state, and only full blocks are found. Prompts need 785 tokens."
  };
}

/** Thousands apart. */
function whole(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
