/** Streams of requests, drawn from a seed. */

import {exponential, poisson, randomFrom, seedFor, type Random} from "../random.js";
import {checkedLaw, drawTokens, type RequestLaw} from "./lengths.js";
import type {Requests, Sharing} from "./requests.js";
import {sampled} from "./samples.js";
import {parseTrace} from "./trace.js";

/** When requests come. */
export type ArrivalLaw =
  /** All at the start: how fast a queue empties */
  | {readonly kind: "at-once"}
  /** Independent of each other, at a mean rate */
  | {readonly kind: "poisson"; readonly requestsPerSecond: number}
  /** One every 1/rate seconds */
  | {readonly kind: "even"; readonly requestsPerSecond: number}
  /** Groups that come together: a Poisson number each, mean burstSize, at the same mean rate */
  | {readonly kind: "bursts"; readonly requestsPerSecond: number; readonly burstSize: number};

/** What prompts have in common. */
export interface SharingLaw {
  /** Share of requests that begin with a common text */
  readonly sharedFraction: number;
  /** Tokens of each common text */
  readonly sharedTokens: number;
  /** Number of different common texts, equally popular */
  readonly nGroups: number;
  /** Requests of one conversation; each repeats all before it. 1: no conversations */
  readonly turns?: number;
}

export interface Workload {
  /** Prompts, if several answers to each are drawn */
  readonly nRequests: number;
  readonly arrivals: ArrivalLaw;
  readonly lengths: RequestLaw;
  readonly sharing?: SharingLaw | null;
  /** Answers drawn for each prompt (parallel sampling), each a request with a length of its own */
  readonly samples?: number;
  /** The answers to a prompt are beams of one search, all of one length */
  readonly beams?: boolean;
  /** Longest prompt and answer together, tokens: drawn lengths are cut to it */
  readonly maxModelLen?: number;
  /** Requests as CSV of arrival, prompt, output, in the place of drawn ones */
  readonly trace?: string;
}

/** Parts of a workload draw from sources of their own: a change of one leaves the others alone. */
const SOURCES = {arrivals: 1, prompts: 2, outputs: 3, sharing: 4, samples: 5, beams: 6} as const;

/**
 * The requests of a workload. The same seed gives the same requests, and more of them begin with
 * the same ones.
 *
 * Lengths beyond maxModelLen are cut: the prompt to all but one token, then the answer.
 *
 * @throws RangeError naming the field and the value
 * @see https://arxiv.org/abs/2309.06180 section 6.1 (Poisson arrivals, lengths of real chats)
 * @example requestsOf({nRequests: 3, arrivals: {kind: "even", requestsPerSecond: 2}, lengths: {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 4}}}, 1).arrivalSeconds[2] // 1
 */
export function requestsOf(workload: Workload, seed: number): Requests {
  if (workload.trace !== undefined) return parseTrace(workload.trace);
  checkWorkload(workload);
  const {nRequests: n, maxModelLen = 2 ** 30} = workload;
  const {prompt, output} = workload.lengths;
  const promptRandom = randomFrom(seedFor(seed, SOURCES.prompts));
  const outputRandom = randomFrom(seedFor(seed, SOURCES.outputs));
  const promptTokens = new Int32Array(n);
  const outputTokens = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    promptTokens[i] = Math.min(drawTokens(promptRandom, prompt), maxModelLen - 1);
    outputTokens[i] = Math.min(drawTokens(outputRandom, output), maxModelLen - promptTokens[i]!);
  }
  const arrivalSeconds = arrivalsOf(
    workload.arrivals,
    n,
    randomFrom(seedFor(seed, SOURCES.arrivals))
  );
  const columns = {n, arrivalSeconds, promptTokens, outputTokens, sharing: null};
  const requests = withSharing(columns, workload, seed);
  const {samples = 1} = workload;
  const random = randomFrom(seedFor(seed, SOURCES.samples));
  if (samples === 1) return requests;
  const several = sampled(requests, workload, random);
  return workload.beams ? {...several, beamSeed: seedFor(seed, SOURCES.beams)} : several;
}

function withSharing(columns: Requests, workload: Workload, seed: number): Requests {
  const {sharing, maxModelLen = 2 ** 30} = workload;
  if (!sharing || columns.n === 0) return columns;
  const random = randomFrom(seedFor(seed, SOURCES.sharing));
  return {...columns, sharing: sharingOf(columns, {sharing, maxModelLen, random})};
}

function arrivalsOf(law: ArrivalLaw, n: number, random: Random): Float64Array {
  const seconds = new Float64Array(n);
  if (law.kind === "at-once") return seconds;
  const gap = 1 / law.requestsPerSecond;
  if (law.kind === "bursts") return burstsOf(law, seconds, random);
  for (let i = 0, t = 0; i < n; i++) {
    if (law.kind === "poisson") t += exponential(random, gap);
    seconds[i] = law.kind === "poisson" ? t : i * gap;
  }
  return seconds;
}

function burstsOf(
  {requestsPerSecond, burstSize}: Extract<ArrivalLaw, {kind: "bursts"}>,
  seconds: Float64Array,
  random: Random
): Float64Array {
  let t = 0;
  for (let i = 0; i < seconds.length;) {
    t += exponential(random, burstSize / requestsPerSecond);
    for (let left = poisson(random, burstSize); left > 0 && i < seconds.length; left--) {
      seconds[i++] = t;
    }
  }
  return seconds;
}

/**
 * Draws groups and strings requests into conversations: turn by turn in order of arrival, each
 * prompt longer by all that was said before. Changes the prompts.
 */
function sharingOf(
  {n, promptTokens, outputTokens}: Omit<Requests, "sharing">,
  {sharing, maxModelLen, random}: {sharing: SharingLaw; maxModelLen: number; random: Random}
): Sharing {
  const turns = sharing.turns ?? 1;
  const nConversations = Math.ceil(n / turns);
  const groups = new Int32Array(n);
  const conversations = new Int32Array(n);
  const sharedTokens = new Int32Array(n);
  const said = new Float64Array(nConversations);
  for (let i = 0; i < n; i++) {
    const conversation = i % nConversations;
    const opener = i < nConversations ? i : conversation;
    conversations[i] = conversation;
    if (i < nConversations) {
      groups[i] = Math.floor(random() * sharing.nGroups);
      sharedTokens[i] = random() < sharing.sharedFraction ? sharing.sharedTokens : 0;
      said[i] = sharedTokens[i]!;
    }
    groups[i] = groups[opener]!;
    sharedTokens[i] = sharedTokens[opener]!;
    promptTokens[i] = Math.min(said[conversation]! + promptTokens[i]!, maxModelLen - 1);
    outputTokens[i] = Math.min(outputTokens[i]!, maxModelLen - promptTokens[i]!);
    said[conversation] = promptTokens[i]! + outputTokens[i]!;
  }
  return {groups, conversations, sharedTokens};
}

function checkWorkload({nRequests, arrivals, lengths, sharing, ...rest}: Workload): void {
  const {maxModelLen, samples = 1} = rest;
  const check = (name: string, value: number, isValid: boolean) => {
    if (!isValid) throw new RangeError(`invalid ${name}: ${value}`);
  };
  check("nRequests", nRequests, Number.isInteger(nRequests) && nRequests >= 0 && nRequests <= 2e7);
  checkedLaw(lengths.prompt, "prompt");
  checkedLaw(lengths.output, "output");
  if (arrivals.kind !== "at-once") {
    const rate = arrivals.requestsPerSecond;
    check("requestsPerSecond", rate, rate > 0 && rate < Infinity);
  }
  if (arrivals.kind === "bursts") check("burstSize", arrivals.burstSize, arrivals.burstSize >= 1);
  if (maxModelLen !== undefined) {
    check("maxModelLen", maxModelLen, Number.isInteger(maxModelLen) && maxModelLen >= 2);
  }
  check("samples", samples, Number.isInteger(samples) && samples >= 1 && samples <= 1000);
  if (!sharing) return;
  const {sharedFraction, sharedTokens, nGroups, turns = 1} = sharing;
  check("sharedFraction", sharedFraction, sharedFraction >= 0 && sharedFraction <= 1);
  check("sharedTokens", sharedTokens, Number.isInteger(sharedTokens) && sharedTokens >= 0);
  check("nGroups", nGroups, Number.isInteger(nGroups) && nGroups >= 1);
  check("turns", turns, Number.isInteger(turns) && turns >= 1);
}
