import type {CompareOptions, TierChoice} from "../lib/cost/compare.js";
import type {Workload} from "../lib/cost/fleet.js";
import {generationsPerDay} from "../lib/cost/fleet.js";
import type {HostingOptions} from "../lib/cost/hosting.js";
import type {LeverId} from "../lib/cost/levers.js";
import {tiers} from "../lib/cost/price-file.js";
import type {TokenPrices} from "../lib/cost/prices.js";
import {fromPriceRow} from "../lib/cost/prices.js";
import type {ReplicaOptions} from "../lib/cost/replica.js";
import type {PromptHits, PromptOptions} from "../lib/cost/segments.js";
import {shareRates} from "../lib/cost/segments.js";
import type {Session, SessionCache} from "../lib/cost/sessions.js";
import type {KvDtype, WeightDtype} from "../lib/dtype.js";
import type {Values} from "./fields.js";
import type {PageState} from "./state.js";

/** From the record of the page unit-economics to what the library takes. */

const number = (values: Values, key: string): number => Number(values[key]);

/** Users, tokens and hits. Written is the cacheable part of the prompt that was not read. */
export function workloadOf(values: Values, prompt: PromptHits): Workload {
  const hitFraction = number(values, "hit");
  return {
    dailyUsers: number(values, "dau"),
    remixRate: number(values, "remix"),
    pgcRate: number(values, "pgc"),
    inputTokens: number(values, "in"),
    outputTokens: number(values, "out"),
    hitFraction,
    writeFraction: Math.max(0, prompt.hitFraction + prompt.writeFraction - hitFraction)
  };
}

/** The API models that stand for the three tiers, dearest first. */
export function tiersOf(state: PageState, values: Values): TierChoice[] {
  const keys = {flagship: "tier", mid: "mid", small: "small"} as const;
  return tiers.map((tier) => {
    const row = state.price(values[keys[tier]]);
    return {tier, name: row.model, prices: fromPriceRow(row)};
  });
}

/** Prices by tier, as the checks want them. */
export function pricesByTier(choices: readonly TierChoice[]): Record<string, TokenPrices> {
  return Object.fromEntries(choices.map(({tier, prices}) => [tier, prices]));
}

/** What the chapter's formula leaves out, as the reader has switched it. */
export function compareOptionsOf(values: Values): CompareOptions {
  const {writes} = values;
  return {
    writeLifetime: writes === "5m" || writes === "1h" ? writes : null,
    applyTiers: values.long === true,
    batchFraction: number(values, "bulk"),
    routedFraction: number(values, "route")
  };
}

/** The set-up of one self-hosted replica. */
export function replicaOptionsOf(state: PageState, values: Values): ReplicaOptions {
  return {
    gpu: state.gpu(values.gpu),
    nGpus: number(values, "n"),
    tp: number(values, "n"),
    weightDtype: values.wdt as WeightDtype,
    kvDtype: values.kvdt as KvDtype,
    inputTokens: number(values, "in"),
    outputTokens: number(values, "out"),
    hitFraction: number(values, "hit"),
    tpotLimitSeconds: number(values, "tpot"),
    utilization: number(values, "util"),
    overheadBytes: number(values, "overhead"),
    mfu: number(values, "mfu"),
    mbu: number(values, "mbu")
  };
}

/** What rented cards cost and how full they are planned. */
export function hostingOf(
  values: Values,
  {requestsPerSecond}: {readonly requestsPerSecond: number}
): HostingOptions {
  return {
    replicaRequestsPerSecond: requestsPerSecond,
    nGpus: number(values, "n"),
    usdPerGpuHour: number(values, "usdh"),
    peakFactor: number(values, "peak"),
    loadLimit: number(values, "load")
  };
}

/** Rates and rules of the provider's prompt cache. */
export function promptOptionsOf(values: Values): PromptOptions {
  const workload = {
    dailyUsers: number(values, "dau"),
    remixRate: number(values, "remix"),
    pgcRate: number(values, "pgc")
  };
  return {
    blockTokens: number(values, "blk"),
    minTokens: number(values, "minp"),
    lifetimeSeconds: number(values, "ttl"),
    rates: shareRates({
      requestsPerSecond: generationsPerDay(workload) / SECONDS_PER_DAY,
      nTemplates: number(values, "tpl"),
      userRequestsPerSecond: number(values, "uph") / SECONDS_PER_HOUR
    })
  };
}

const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_DAY = 24 * SECONDS_PER_HOUR;

/** A chat or an agent's run. */
export function sessionOf(values: Values): Session {
  return {
    nTurns: number(values, "turns"),
    systemTokens: number(values, "sys"),
    userTokens: number(values, "usr"),
    toolTokens: number(values, "tool"),
    answerTokens: number(values, "ans"),
    reasoningTokens: number(values, "think")
  };
}

/** How much of a session the cache still holds at the next turn. */
export function sessionCacheOf(values: Values): SessionCache {
  return {
    warmFraction: number(values, "warm"),
    blockTokens: number(values, "blk"),
    minTokens: number(values, "minp")
  };
}

/** The levers that the reader has pulled, in their order. */
export function leversOf(values: Values): LeverId[] {
  const text = String(values.lev ?? "");
  return text === "" ? [] : (text.split(".") as LeverId[]);
}
