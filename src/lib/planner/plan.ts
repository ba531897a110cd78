/** A plan: does it fit, how fast is it, what does it cost. */

import {
  cardMemory,
  engineCapacity,
  memorySteps,
  type CardMemory,
  type EngineCapacity
} from "./capacity.js";
import {refusalOf, type Refusal} from "./rules.js";
import {replicasOf, type PlanSetup, type Replicas} from "./setup.js";
import {outputTokensPerSecond, tpotBand, ttftBand, type Band} from "./speed.js";

/** Whether a plan does what it is asked, or what is wrong with it. */
export type Verdict =
  | "works"
  | "does not fit"
  | "first token late"
  | "tokens late"
  | "both late"
  | "first token unknown";

export interface Plan extends Replicas {
  readonly setup: PlanSetup;
  readonly memory: CardMemory;
  readonly capacity: EngineCapacity;
  /** Readers of the longest length that all replicas hold */
  readonly maxReaders: number;
  readonly fits: boolean;
  /** Seconds to read a prompt on an idle replica; NaN where the card's peak is not published */
  readonly ttft: Band;
  /** Seconds of each further token with all readers writing */
  readonly tpot: Band;
  readonly verdict: Verdict;
  /** Fits, and both usual latencies are within the limits */
  readonly isGood: boolean;
  /** Output tokens of readers who never rest: prompts are read in between */
  readonly tokensPerSecond: number;
  readonly usdPerMonth: number;
  /** Per million output tokens of readers who never rest */
  readonly usdPerMillionTokens: number;
  readonly steps: EngineCapacity["steps"];
}

const HOURS_PER_MONTH = 720;

/**
 * The plan of a setup.
 *
 * Latency is the roofline's, at the mean context of a request, every replica with its share of the
 * readers; the bands come from the measured ranges of MFU and MBU. Queueing is left out: see the
 * page continuous-batching.
 *
 * @throws Error in one sentence: refused by the engine, memory not published, arithmetic not modelled
 * @see https://jax-ml.github.io/scaling-book/applied-inference/
 * @example planOf.length // 1
 */
export function planOf(setup: PlanSetup): Plan {
  const refusal = refusalOf(setup);
  if (refusal) throw new RangeError(refusal.sentence);
  const memory = cardMemory(setup);
  const capacity = engineCapacity(setup, memory.kvBytes);
  const replicas = replicasOf(setup);
  const maxReaders = memory.kvBytes > 0 ? replicas.nReplicas * Math.floor(capacity.concurrency) : 0;
  const fits = maxReaders >= setup.nReaders;
  const [ttft, tpot] = [ttftBand(setup), tpotBand(setup)];
  const verdict = verdictOf(setup, {fits, ttftSeconds: ttft.usual, tpotSeconds: tpot.usual});
  return {
    setup,
    memory,
    capacity,
    ...replicas,
    maxReaders,
    fits,
    ttft,
    tpot,
    verdict,
    isGood: verdict === "works",
    ...costOf(setup, {ttftSeconds: ttft.usual, tpotSeconds: tpot.usual}),
    steps: [...memorySteps(memory, setup.utilization), ...capacity.steps]
  };
}

/** A plan, or why there is none. */
export type Outcome =
  {readonly plan: Plan; readonly refusal: null} | {readonly plan: null; readonly refusal: Refusal};

/**
 * The plan of a setup, or the sentence that stands in its place.
 *
 * @example outcomeOf({nGpus: 1, tp: 2}).refusal.repair.label // "Take 2 cards"
 */
export function outcomeOf(setup: PlanSetup): Outcome {
  try {
    const refusal = refusalOf(setup);
    return refusal ? {plan: null, refusal} : {plan: planOf(setup), refusal: null};
  } catch (error) {
    return {plan: null, refusal: {sentence: (error as Error).message, repair: null}};
  }
}

interface Latency {
  readonly ttftSeconds: number;
  readonly tpotSeconds: number;
}

function verdictOf(setup: PlanSetup, at: Latency & {readonly fits: boolean}): Verdict {
  if (!at.fits) return "does not fit";
  const isFirstLate = at.ttftSeconds > setup.ttftSeconds;
  const isLate = at.tpotSeconds > setup.tpotSeconds;
  if (isLate) return isFirstLate ? "both late" : "tokens late";
  if (isFirstLate) return "first token late";
  return Number.isNaN(at.ttftSeconds) ? "first token unknown" : "works";
}

function costOf(setup: PlanSetup, latency: Latency) {
  const usdPerHour = setup.nGpus * setup.usdPerGpuHour;
  const tokensPerSecond = outputTokensPerSecond(setup, latency);
  return {
    tokensPerSecond,
    usdPerMonth: usdPerHour * HOURS_PER_MONTH,
    usdPerMillionTokens: (1e6 * usdPerHour) / (3600 * tokensPerSecond)
  };
}
