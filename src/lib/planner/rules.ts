/** What an engine refuses before any arithmetic, and the smallest change that it takes. */

import {MOST_SEQUENCES} from "../engines/llamacpp.js";
import {formatCount, formatTokens} from "../format.js";
import type {Mixer} from "../model.js";
import {nearestKv, nearestWeights} from "./formats.js";
import {replicasOf, type PlanSetup} from "./setup.js";

/** A change that an engine takes, in words and as inputs. */
export interface Repair {
  readonly label: string;
  readonly change: Partial<PlanSetup>;
}

export interface Refusal {
  /** Why there is no plan: a phrase without a period */
  readonly sentence: string;
  readonly repair: Repair | null;
}

/**
 * Why an engine would not start with a setup, or not take its requests; null when it would.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/config/model.py verify_with_parallel_config, _get_and_verify_max_len
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/configs/model_config.py
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-cparams.h LLAMA_MAX_SEQ
 * @example refusalOf({nGpus: 2, tp: 4}).sentence // "more cards share a layer than there are: 4 of 2"
 */
export function refusalOf(setup: PlanSetup): Refusal | null {
  for (const rule of [tooFewCards, tooLong, tooShort, uneven, compressed, formats, sequences]) {
    const refusal = rule(setup);
    if (refusal) return refusal;
  }
  return null;
}

function tooFewCards({nGpus, tp}: PlanSetup): Refusal | null {
  if (tp <= nGpus) return null;
  const sentence = `more cards share a layer than there are: ${tp} of ${nGpus}`;
  return {sentence, repair: {label: `Take ${tp} cards`, change: {nGpus: tp}}};
}

/** llama.cpp only warns. */
function tooLong(setup: PlanSetup): Refusal | null {
  const {model, contextTokens, engine} = setup;
  const longest = model.maxModelLen;
  if (engine === "llama.cpp" || longest === null || contextTokens <= longest) return null;
  const name = engine === "vllm" ? "vLLM" : "SGLang";
  return {
    sentence: `${model.name} is made for ${formatTokens(longest)} and ${name} refuses a longer context unless told to allow it: ${formatTokens(contextTokens)}`,
    repair: shorten(setup, longest)
  };
}

/** The context at the model's length, and a prompt that leaves room for the answer. */
function shorten({promptTokens, outputTokens}: PlanSetup, longest: number): Repair {
  const context = `A context of ${formatTokens(longest)}`;
  if (promptTokens + outputTokens <= longest)
    return {label: context, change: {contextTokens: longest}};
  const output = Math.min(outputTokens, Math.floor(longest / 2));
  const change = {
    contextTokens: longest,
    promptTokens: longest - output,
    outputTokens: output
  };
  return {label: `${context}, ${formatTokens(longest - output)} for the prompt`, change};
}

function tooShort(setup: PlanSetup): Refusal | null {
  const {promptTokens, outputTokens, contextTokens, model} = setup;
  const needed = promptTokens + outputTokens;
  if (needed <= contextTokens) return null;
  const sentence = `prompt and answer take ${formatTokens(needed)}, more than the context: ${formatTokens(contextTokens)}`;
  const longest = model.maxModelLen ?? Infinity;
  if (needed > longest) return {sentence, repair: shorten(setup, longest)};
  const label = `A context of ${formatTokens(needed)}`;
  return {sentence, repair: {label, change: {contextTokens: needed}}};
}

/** Heads are cut over the cards of a group; llama.cpp cuts between layers instead. */
function uneven({model, tp, engine}: PlanSetup): Refusal | null {
  if (tp === 1 || engine === "llama.cpp") return null;
  const counts = model.layerKinds.flatMap(({mixer}) => headCounts(mixer));
  const odd = counts.find((count) => !divides(count, tp));
  if (!odd) return null;
  const possible = Array.from({length: tp}, (_, i) => tp - i).find((cards) =>
    counts.every((count) => divides(count, cards))
  )!;
  return {
    sentence: `${formatCount(odd.count)} ${odd.name} do not divide evenly over the cards of a layer: ${tp} cards`,
    repair: {label: `${possible} to a layer`, change: {tp: possible}}
  };
}

interface HeadCount {
  readonly name: string;
  readonly count: number;
  /** A head may stand on several cards: KV heads do, of which there are few */
  readonly canRepeat: boolean;
}

function headCounts(mixer: Mixer): readonly HeadCount[] {
  const heads = (count: number, name = "attention heads") => ({name, count, canRepeat: false});
  switch (mixer.kind) {
    case "attention":
      return [heads(mixer.nHeads), {name: "KV heads", count: mixer.nKvHeads, canRepeat: true}];
    case "gated-delta":
      return [heads(mixer.nKeyHeads, "key heads"), heads(mixer.nValueHeads, "value heads")];
    case "mamba1":
    case "none":
      return [];
    default:
      return [heads(mixer.nHeads, mixer.kind === "mamba2" ? "state heads" : undefined)];
  }
}

function divides({count, canRepeat}: HeadCount, tp: number): boolean {
  return count % tp === 0 || (canRepeat && count < tp && tp % count === 0);
}

/** DeepSeek-V4's attention: llama.cpp's caches of it are not modelled, vLLM's are FP8. */
function compressed({model, engine, kvDtype}: PlanSetup): Refusal | null {
  if (!model.layerKinds.some(({mixer}) => mixer.kind === "compressed")) return null;
  if (engine === "llama.cpp") {
    const sentence = "llama.cpp's caches for compressed attention are not modelled";
    return {sentence, repair: {label: "vLLM", change: {engine: "vllm", kvDtype: "fp8"}}};
  }
  if (engine === "sglang" || kvDtype === "fp8" || kvDtype === "fp8_ds_mla") return null;
  const sentence = `vLLM keeps compressed attention in FP8 only, not in ${kvDtype}`;
  return {sentence, repair: {label: "KV cache in fp8", change: {kvDtype: "fp8"}}};
}

function formats({engine, ...setup}: PlanSetup): Refusal | null {
  const kvDtype = nearestKv(setup.kvDtype, engine);
  const isFile = setup.weightBytes !== null;
  const weightDtype = isFile ? setup.weightDtype : nearestWeights(setup.weightDtype, engine);
  const lacks = [
    ...(weightDtype === setup.weightDtype ? [] : [`weights in ${setup.weightDtype}`]),
    ...(kvDtype === setup.kvDtype ? [] : [`KV cache in ${setup.kvDtype}`])
  ];
  if (lacks.length === 0) return null;
  const name = {vllm: "vLLM", sglang: "SGLang", "llama.cpp": "llama.cpp"}[engine];
  const has = isFile || weightDtype === setup.weightDtype ? [] : [`weights in ${weightDtype}`];
  const label = [...has, ...(kvDtype === setup.kvDtype ? [] : [`KV cache in ${kvDtype}`])];
  return {
    sentence: `${name} has no ${lacks.join(" and no ")}`,
    repair: {label: label.join(", "), change: {weightDtype, kvDtype}}
  };
}

function sequences(setup: PlanSetup): Refusal | null {
  const {readersPerReplica, nReplicas} = replicasOf(setup);
  if (setup.engine !== "llama.cpp" || readersPerReplica <= MOST_SEQUENCES) return null;
  const most = nReplicas * MOST_SEQUENCES;
  return {
    sentence: `llama.cpp runs ${MOST_SEQUENCES} sequences a server at most: ${formatCount(readersPerReplica)} readers on one`,
    repair: {label: `${formatCount(most)} readers`, change: {nReaders: most}}
  };
}
