/** Several answers to each prompt. */

export {toyServing} from "./toy.js";
import type {Random} from "../random.js";
import {drawTokens, type RequestLaw} from "./lengths.js";
import type {Requests} from "./requests.js";
import type {Serving} from "./serving.js";

export interface Sampling {
  /** Answers to each prompt */
  readonly samples?: number;
  readonly lengths: RequestLaw;
  /** All answers to a prompt are as long as the first */
  readonly beams?: boolean;
  /** Longest prompt and answer together, tokens */
  readonly maxModelLen?: number;
}

/**
 * Requests with every prompt asked as often as it has samples: they come together, one behind the
 * other, and the first is the request as it was.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.4 "Parallel sampling"
 * @example sampled({n: 1, arrivalSeconds: [0], promptTokens: [5], outputTokens: [2], sharing: null}, {samples: 3, lengths: {output: {kind: "fixed", tokens: 2}}}, () => 0.5).leaders // [0, 0, 0]
 */
export function sampled(
  requests: Requests,
  {samples = 1, beams = false, lengths, maxModelLen = 2 ** 30}: Sampling,
  random: Random
): Requests {
  const n = requests.n * samples;
  const leaders = Int32Array.from({length: n}, (_, i) => i - (i % samples));
  const ints = (column: Int32Array) => leaders.map((leader) => column[leader / samples]!);
  const promptTokens = ints(requests.promptTokens);
  const outputTokens = ints(requests.outputTokens);
  for (let i = 0; i < n; i++) {
    if (beams || leaders[i] === i) continue;
    const most = maxModelLen - promptTokens[i]!;
    outputTokens[i] = Math.min(drawTokens(random, lengths.output), most);
  }
  const {sharing} = requests;
  return {
    n,
    arrivalSeconds: Float64Array.from(leaders, (i) => requests.arrivalSeconds[i / samples]!),
    promptTokens,
    outputTokens,
    sharing: sharing && {
      groups: ints(sharing.groups),
      conversations: ints(sharing.conversations),
      sharedTokens: ints(sharing.sharedTokens)
    },
    leaders
  };
}

/**
 * Requests behind one in the queue that sample the same prompt and have not begun: as many as there
 * are places for.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.4 "Parallel sampling"
 * @example ((s) => (s.queue.pushBack(0), s.queue.pushBack(1), followersOf({...s, requests: {leaders: [0, 0]}}, 0)))(toyServing()) // [1]
 */
export function followersOf(s: Serving, request: number): number[] {
  const {leaders} = s.requests;
  const followers: number[] = [];
  if (!leaders || !s.memory.sharesPrompts || s.records.generatedTokens[request]! > 0) return [];
  let next = s.queue.after(request);
  while (next >= 0 && leaders[next] === leaders[request] && followers.length < s.slots.n - 1) {
    if (s.records.generatedTokens[next]! > 0) break;
    followers.push(next);
    next = s.queue.after(next);
  }
  return followers;
}
