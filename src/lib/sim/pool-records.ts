/** What happened to each request in two pools, and whether the books of both balance. */

import {balancesOf, type Balance} from "./audit.js";
import type {Disaggregated} from "./pools.js";
import {emptyRecords, STATUS, type Records} from "./records.js";
import type {Serving} from "./serving.js";

/**
 * Records as of one engine: first tokens from the side that reads, ends from the side that writes.
 *
 * @see https://arxiv.org/abs/2401.09670 section 4
 * @example recordsOf({requests: {n: 1, promptTokens: [8], outputTokens: [3], arrivalSeconds: [0]}, decodeOf: [0], prefill: [{records: {admittedSeconds: [0], firstTokenSeconds: [1], hitTokens: [0], preemptions: [0]}}], decode: [{records: {finishedSeconds: [5], generatedTokens: [3], status: [3], preemptions: [0]}}]}).finishedSeconds // [5]
 */
export function recordsOf({requests, prefill, decode, decodeOf}: Disaggregated): Records {
  const records = emptyRecords(requests);
  records.arrivalSeconds.set(requests.arrivalSeconds);
  for (let i = 0; i < requests.n; i++) {
    const read = prefill[i % prefill.length]!.records;
    const written = decode[decodeOf[i]!]?.records;
    const last = written ?? read;
    records.admittedSeconds[i] = read.admittedSeconds[i]!;
    records.firstTokenSeconds[i] = read.firstTokenSeconds[i]!;
    records.hitTokens[i] = read.hitTokens[i]!;
    records.finishedSeconds[i] = last.finishedSeconds[i]!;
    records.generatedTokens[i] = last.generatedTokens[i]!;
    records.status[i] = last.status[i]!;
    records.preemptions[i] = read.preemptions[i]! + (written?.preemptions[i] ?? 0);
  }
  return records;
}

/**
 * What must be equal at any moment between two events, over both pools.
 *
 * Requests: arrived = waiting + running + on their way + finished + refused; caches kept by the side
 * that reads = read and not yet handed over + not yet asked for + being fetched; and all laws of each
 * engine.
 *
 * @see https://arxiv.org/abs/2401.09670 section 4.3
 * @example poolBalances({requests: {n: 0, promptTokens: [], outputTokens: [], arrivalSeconds: []}, prefill: [], decode: [], nArrived: 0, nHandedOver: 0, read: {size: 0}, fetched: {size: 0}}).map(({name}) => name) // ["arrived", "handed over", "caches kept"]
 */
export function poolBalances(d: Disaggregated): Balance[] {
  const {prefill, decode, read, fetched} = d;
  const {status} = recordsOf(d);
  const sum = (engines: readonly Serving[], count: (s: Serving) => number) =>
    engines.reduce((total, s) => total + count(s), 0);
  return [
    {
      name: "arrived",
      expected: d.nArrived,
      found: status.filter((one) => one !== STATUS.expected).length
    },
    {name: "handed over", expected: d.nHandedOver, found: sum(decode, ({tally}) => tally.arrived)},
    {
      name: "caches kept",
      expected: sum(prefill, ({moves}) => moves.slots.size),
      found: read.size + fetched.size + sum(decode, countUnasked)
    },
    ...[...prefill, ...decode].flatMap(balancesOf)
  ];
}

/** Requests in the queue whose cache is with the side that reads. */
function countUnasked({isSwapped, pausedSince}: Serving): number {
  return isSwapped.filter((isOutside, i) => isOutside && !pausedSince.has(i)).length;
}
