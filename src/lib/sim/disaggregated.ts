/** Prompts on some cards, answers on others, caches sent from one to the other. */

import type {ServingConfig} from "./config.js";
import {emptyRecords, STATUS, type Records} from "./records.js";
import type {Requests} from "./requests.js";
import type {Serving} from "./serving.js";
import {simulateServing} from "./simulate.js";
import type {StepModel} from "./step.js";

/** Engines of one kind. */
export interface Pool {
  readonly config: ServingConfig;
  readonly step: StepModel;
  readonly nInstances: number;
}

export interface DisaggregatedConfig {
  readonly prefill: Pool;
  readonly decode: Pool;
  /** Tokens of cache that a link moves in a second */
  readonly tokensPerSecond: number;
}

export interface DisaggregatedRun {
  /** As of one engine: first tokens come from the prefill pool, ends from the decode pool */
  readonly records: Records;
  readonly prefill: readonly Serving[];
  readonly decode: readonly Serving[];
}

/**
 * A stream served by two pools: every prompt is read in the first, its cache sent over, its answer
 * written in the second. Requests go round the instances of a pool in order of arrival.
 *
 * Ignores that a full decode pool would hold up the prefill pool, and that transfers share a link.
 *
 * @throws RangeError naming the field that is wrong; no closed loops
 * @see https://arxiv.org/abs/2401.09670 (DistServe)
 * @example ((config) => simulateDisaggregated({prefill: {nInstances: 1, config}, decode: {nInstances: 1, config}, tokensPerSecond: 1}, {n: 0, promptTokens: [], outputTokens: [], arrivalSeconds: []}).records.n)({memory: {kind: "paged", blockSize: 4}, capacityTokens: 64, maxModelLen: 16, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 16, chunkedPrefill: true}}) // 0
 */
export function simulateDisaggregated(
  {prefill, decode, tokensPerSecond}: DisaggregatedConfig,
  requests: Requests
): DisaggregatedRun {
  checkPools({prefill, decode, tokensPerSecond});
  const records = emptyRecords(requests);
  records.arrivalSeconds.set(requests.arrivalSeconds);
  const all = Int32Array.from({length: requests.n}, (_, i) => i);
  const onePrompt = {...requests, outputTokens: new Int32Array(requests.n).fill(1)};
  const read = runPool(prefill, {requests: onePrompt, ids: all});
  for (const {run, ids} of read) copyTimes(run.records, records, {ids, isPrefill: true});
  const written = runPool(decode, sentRequests(requests, records, tokensPerSecond));
  for (const {run, ids} of written) copyTimes(run.records, records, {ids, isPrefill: false});
  const runsOf = (pool: PoolRun[]) => pool.map(({run}) => run);
  return {records, prefill: runsOf(read), decode: runsOf(written)};
}

/** One instance of a pool, and the numbers of its requests in the whole stream. */
interface PoolRun {
  readonly run: Serving;
  readonly ids: Int32Array;
}

function checkPools({prefill, decode, tokensPerSecond}: DisaggregatedConfig): void {
  for (const {nInstances, config} of [prefill, decode]) {
    if (!Number.isInteger(nInstances) || nInstances < 1) {
      throw new RangeError(`invalid nInstances: ${nInstances}`);
    }
    if (config.closedLoop) throw new RangeError("invalid closedLoop: not between two pools");
  }
  if (!(tokensPerSecond > 0)) throw new RangeError(`invalid tokensPerSecond: ${tokensPerSecond}`);
}

/** Runs every instance on its share of the requests; `ids` are their numbers in the whole stream. */
function runPool(
  {config, step, nInstances}: Pool,
  {requests, ids}: {requests: Requests; ids: Int32Array}
): PoolRun[] {
  return Array.from({length: nInstances}, (_, instance) => {
    const mine = ids.map((_, i) => i).filter((i) => i % nInstances === instance);
    const run = simulateServing(config, pick(requests, mine), {step});
    return {run, ids: mine.map((i) => ids[i]!)};
  });
}

function pick(requests: Requests, rows: Int32Array): Requests {
  const doubles = (column: Float64Array) => Float64Array.from(rows, (i) => column[i]!);
  const ints = (column: Int32Array) => rows.map((i) => column[i]!);
  const {sharing, firstTokenSeconds} = requests;
  return {
    n: rows.length,
    arrivalSeconds: doubles(requests.arrivalSeconds),
    promptTokens: ints(requests.promptTokens),
    outputTokens: ints(requests.outputTokens),
    sharing: sharing && {
      groups: ints(sharing.groups),
      conversations: ints(sharing.conversations),
      sharedTokens: ints(sharing.sharedTokens)
    },
    firstTokenSeconds: firstTokenSeconds ? doubles(firstTokenSeconds) : null
  };
}

/** Notes in the whole stream's records what happened in one instance. */
function copyTimes(
  from: Records,
  to: Records,
  {ids, isPrefill}: {ids: Int32Array; isPrefill: boolean}
): void {
  ids.forEach((id, i) => {
    if (isPrefill) {
      to.admittedSeconds[id] = from.admittedSeconds[i]!;
      to.firstTokenSeconds[id] = from.firstTokenSeconds[i]!;
      to.hitTokens[id] = from.hitTokens[i]!;
    }
    if (!isPrefill || to.outputTokens[id] === 1 || from.status[i] === STATUS.refused) {
      to.finishedSeconds[id] = from.finishedSeconds[i]!;
      to.status[id] = from.status[i]!;
    }
    to.preemptions[id]! += from.preemptions[i]!;
    to.generatedTokens[id] = from.generatedTokens[i]!;
  });
}

/** What reaches the decode pool, in order: answers of more than one token. */
function sentRequests(requests: Requests, records: Records, tokensPerSecond: number) {
  const {firstTokenSeconds} = records;
  const reach = (id: number) =>
    firstTokenSeconds[id]! + requests.promptTokens[id]! / tokensPerSecond;
  const ids = Int32Array.from({length: requests.n}, (_, i) => i)
    .filter((id) => requests.outputTokens[id]! > 1 && !Number.isNaN(firstTokenSeconds[id]))
    .sort((a, b) => reach(a) - reach(b) || a - b);
  const sent = pick({...requests, firstTokenSeconds}, ids);
  return {ids, requests: {...sent, arrivalSeconds: Float64Array.from(ids, reach)}};
}
