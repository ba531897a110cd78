/** Our figures at the settings of a log: like beside like. */

import {kvDtypes, type KvDtype} from "../dtype.js";
import {llamaCppPlan} from "../engines/llamacpp-plan.js";
import type {LogFigures} from "../engines/log.js";
import type {LogKey} from "../engines/log-patterns.js";
import {formatCount} from "../format.js";
import {shortDtype} from "../names.js";
import {cardMemory, engineCapacity} from "./capacity.js";
import type {PlanSetup} from "./setup.js";

type Ours = Readonly<Partial<Record<LogKey, number>>>;

/** What engines call the formats that we have, beside our own names. */
const aliases: Readonly<Record<string, KvDtype>> = {
  auto: "bf16",
  f16: "bf16",
  float16: "bf16",
  bfloat16: "bf16",
  fp8_e4m3: "fp8",
  fp8_e5m2: "fp8",
  float8_e4m3fn: "fp8",
  float8_e5m2: "fp8"
};

/** The format that a log's word names; the page's where it prints none, null for one not modelled. */
function kvDtypeOf(word: string | undefined, usual: KvDtype): KvDtype | null {
  if (word === undefined) return usual;
  if (Object.hasOwn(kvDtypes, word)) return word as KvDtype;
  return Object.hasOwn(aliases, word) ? aliases[word]! : null;
}

/**
 * Our figures under the names of a log's, with its engine, longest request, block, KV format, cards
 * to a layer and share of memory where it prints them, else the page's.
 *
 * llama.cpp allocates what its context needs: its cache stands beside ours for that context, and
 * its buffers beside those of all cards. Without the KV's format or context only weights compare.
 *
 * @throws Error when the engine's arithmetic for the model is not modelled
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py
 * @example oursFor({model: {}, weightBytes: 40, gpu: {name: "X", hbmBytes: 100}, tp: 1, utilization: 0.9, overheadBytes: 10, kvDtype: "bf16"}, {engine: "vllm", tp: 2, keyType: "q9"}).weightBytes // 20
 */
export function oursFor(page: PlanSetup, log: LogFigures): Ours {
  const {tp, utilization, blockTokens, maxModelLen, engine} = {...page, ...log};
  const kvDtype = kvDtypeOf(log.keyType, page.kvDtype);
  const contextTokens = maxModelLen ?? page.contextTokens;
  const setup = {...page, engine, tp, utilization, blockTokens, contextTokens};
  if (engine === "llama.cpp") {
    const {weightBytes} = cardMemory({...setup, tp: 1});
    return {weightBytes, ...(kvDtype ? llamaOurs(setup, log) : {})};
  }
  const {gpuBytes: totalBytes, weightBytes, kvBytes} = cardMemory(setup);
  if (kvDtype === null) return {totalBytes, weightBytes, kvBytes};
  const {tokens, concurrency, requestBytes} = engineCapacity({...setup, kvDtype}, kvBytes);
  const capacity = {cacheTokens: tokens, concurrency, neededBytes: requestBytes};
  return {totalBytes, weightBytes, kvBytes, ...capacity};
}

/** The caches of all cards for the log's context. */
function llamaOurs({model, kvDtype}: PlanSetup, log: LogFigures): Ours {
  const [typeK, typeV] = [kvDtypeOf(log.keyType, kvDtype), kvDtypeOf(log.valueType, kvDtype)];
  if (log.maxModelLen === undefined || typeK === null || typeV === null) return {};
  const {nSequences = 1, nUbatch = 512, maxModelLen: contextTokens} = log;
  const unified = log.isUnified !== "false";
  const options = {contextTokens, nSequences, unified, nUbatch, typeK, typeV};
  const {fullBytes, windowBytes, stateBytes} = llamaCppPlan(model, options);
  return {kvBytes: fullBytes + windowBytes, stateBytes};
}

/**
 * What ours are computed at: what the log prints of it, and the page's formats for the rest.
 *
 * @see https://github.com/vllm-project/vllm/pull/12569
 * @example logSettings({engine: "vllm", maxModelLen: 131072, tp: 2}, {weightDtype: "fp8", kvDtype: "bf16"}) // "Ours are those of vLLM at the log's 131,072 tokens a request, 2 cards to a layer; FP8 weights, bf16 KV and the rest are as set above."
 */
export function logSettings(
  log: LogFigures,
  page: Pick<PlanSetup, "weightDtype" | "kvDtype">
): string {
  const names = {vllm: "vLLM", sglang: "SGLang", "llama.cpp": "llama.cpp"};
  const settings = printedSettings(log);
  const at = settings.length > 0 ? ` at the log's ${settings.join(", ")}` : "";
  const kv = log.keyType === undefined ? `, ${page.kvDtype} KV` : "";
  const words = [log.keyType, log.valueType];
  const isKnown = words.every((word) => kvDtypeOf(word, page.kvDtype) !== null);
  const gap = isKnown ? "" : " Its KV format is not modelled, so caches are not compared.";
  return `Ours are those of ${names[log.engine]}${at}; ${shortDtype(page.weightDtype)} weights${kv} and the rest are as set above.${gap}`;
}

function printedSettings(log: LogFigures): string[] {
  const {engine, maxModelLen, nSequences, blockTokens, keyType, valueType, tp, utilization} = log;
  const kv = [...new Set([keyType, valueType])].filter((word) => word !== undefined);
  const tokens = engine === "llama.cpp" ? "tokens of context" : "tokens a request";
  const cards = tp === 1 ? "card" : "cards";
  return [
    maxModelLen === undefined ? "" : `${formatCount(maxModelLen)} ${tokens}`,
    nSequences === undefined || nSequences === 1 ? "" : `${nSequences} sequences`,
    blockTokens === undefined ? "" : `blocks of ${blockTokens} tokens`,
    kv.length === 0 ? "" : `${kv.join(" and ")} KV`,
    tp === undefined ? "" : `${tp} ${cards} to a layer`,
    utilization === undefined ? "" : `${utilization} of the memory`
  ].filter((text) => text !== "");
}
