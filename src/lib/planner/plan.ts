/** A plan: does it fit, how fast is it, what does it cost. */

import {mbuRange, mfuRange} from "../efficiency.js";
import {decodeStep, prefillSeconds} from "../roofline.js";
import {
  cardMemory,
  engineCapacity,
  memorySteps,
  type CardMemory,
  type EngineCapacity
} from "./capacity.js";
import type {PlanSetup} from "./setup.js";

/** An estimate with what the measured range of its knob makes of it; low is the smaller figure. */
export interface Band {
  readonly low: number;
  readonly usual: number;
  readonly high: number;
}

export interface Plan {
  readonly setup: PlanSetup;
  readonly memory: CardMemory;
  readonly capacity: EngineCapacity;
  readonly nReplicas: number;
  /** Readers of the longest length that all replicas hold */
  readonly maxReaders: number;
  /** Readers on the busiest replica */
  readonly readersPerReplica: number;
  readonly fits: boolean;
  /** Seconds to read a prompt on an idle replica */
  readonly ttft: Band;
  /** Seconds of each further token with all readers writing */
  readonly tpot: Band;
  /** Fits, and both usual latencies are within the limits */
  readonly isGood: boolean;
  readonly tokensPerSecond: number;
  readonly usdPerMonth: number;
  /** Per million output tokens, with all readers writing all the time */
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
 * @throws Error in one sentence: memory not published, engine's arithmetic not modelled, too few cards
 * @see https://jax-ml.github.io/scaling-book/applied-inference/
 * @example planOf.length // 1
 */
export function planOf(setup: PlanSetup): Plan {
  const {nGpus, tp, nReaders} = setup;
  if (tp > nGpus)
    throw new RangeError(`more cards share a layer than there are: ${tp} of ${nGpus}`);
  const memory = cardMemory(setup);
  const capacity = engineCapacity(setup, memory.kvBytes);
  const nReplicas = Math.floor(nGpus / tp);
  const maxReaders = memory.kvBytes > 0 ? nReplicas * Math.floor(capacity.concurrency) : 0;
  const readersPerReplica = Math.ceil(nReaders / nReplicas);
  const fits = maxReaders >= nReaders;
  const [ttft, tpot] = [ttftBand(setup), tpotBand(setup, readersPerReplica)];
  return {
    setup,
    memory,
    capacity,
    nReplicas,
    maxReaders,
    readersPerReplica,
    fits,
    ttft,
    tpot,
    isGood: fits && ttft.usual <= setup.ttftSeconds && tpot.usual <= setup.tpotSeconds,
    ...costOf(setup, nReaders / tpot.usual),
    steps: [...memorySteps(memory, setup.utilization), ...capacity.steps]
  };
}

function costOf({nGpus, usdPerGpuHour}: PlanSetup, tokensPerSecond: number) {
  const usdPerHour = nGpus * usdPerGpuHour;
  return {
    tokensPerSecond,
    usdPerMonth: usdPerHour * HOURS_PER_MONTH,
    usdPerMillionTokens: (1e6 * usdPerHour) / (3600 * tokensPerSecond)
  };
}

function ttftBand({model, promptTokens, ...setup}: PlanSetup): Band {
  const at = (mfu: number) => prefillSeconds(model, {...setup, nGpus: setup.tp, promptTokens, mfu});
  return {low: at(mfuRange.high), usual: at(setup.mfu), high: at(mfuRange.low)};
}

function tpotBand(
  {model, promptTokens, outputTokens, ...setup}: PlanSetup,
  batchSize: number
): Band {
  const contextTokens = promptTokens + outputTokens / 2;
  const at = (mbu: number) =>
    decodeStep(model, {...setup, nGpus: setup.tp, batchSize, contextTokens, mbu}).seconds;
  return {low: at(mbuRange.high), usual: at(setup.mbu), high: at(mbuRange.low)};
}

/** What an API asks for the same tokens. */
export interface ApiComparison {
  readonly apiUsdPerMonth: number;
  readonly hostedUsdPerMonth: number;
  /** Share of the month that all readers must write for hosting to cost the same; above 1: never */
  readonly breakEvenFraction: number;
}

/**
 * The API's price for what the readers write in the given share of a month, beside the cards'.
 *
 * Each answer brings its prompt; a share of the prompt's tokens comes from the provider's cache.
 *
 * @see https://github.com/pydantic/genai-prices
 * @example apiComparison({tokensPerSecond: 100, usdPerMonth: 1000, setup: {promptTokens: 10, outputTokens: 10}}, {inputUsdPerToken: 1e-6, cachedUsdPerToken: 1e-7, outputUsdPerToken: 1e-5}, {busyFraction: 0.5, hitFraction: 0}).apiUsdPerMonth // 1425.6
 */
export function apiComparison(
  plan: Pick<Plan, "tokensPerSecond" | "usdPerMonth"> & {
    readonly setup: Pick<PlanSetup, "promptTokens" | "outputTokens">;
  },
  prices: {
    readonly inputUsdPerToken: number;
    readonly cachedUsdPerToken: number;
    readonly outputUsdPerToken: number;
  },
  {busyFraction, hitFraction}: {readonly busyFraction: number; readonly hitFraction: number}
): ApiComparison {
  const {promptTokens, outputTokens} = plan.setup;
  const input =
    (1 - hitFraction) * prices.inputUsdPerToken + hitFraction * prices.cachedUsdPerToken;
  const usdPerOutputToken = prices.outputUsdPerToken + (promptTokens / outputTokens) * input;
  const fullUsd = plan.tokensPerSecond * HOURS_PER_MONTH * 3600 * usdPerOutputToken;
  return {
    apiUsdPerMonth: busyFraction * fullUsd,
    hostedUsdPerMonth: plan.usdPerMonth,
    breakEvenFraction: plan.usdPerMonth / fullUsd
  };
}
