/** Records about step time, peak rates and bills. */

import {clockPeak} from "../../clock-peak.js";
import {requestUsd} from "../../cost/request.js";
import {decodeCeiling} from "../../roofline.js";
import {exact, input, inUnit, type Evaluator} from "./record.js";

/** A step is the inverse of the ceiling that weights and cache together set. */
const stepTime: Evaluator = (record) => {
  const [cache, weights] = [input(record, "kvBytes"), input(record, "weightBytes")];
  const [chips, bandwidth] = [input(record, "chips"), input(record, "bandwidthBytesPerSec")];
  const passes = decodeCeiling({hbmBytesPerSecond: chips * bandwidth, bytes: cache + weights});
  const unfolded = `(${exact(cache)} + ${exact(weights)}) B / (${chips} · ${exact(bandwidth)} B/s)`;
  return inUnit(1000 / passes, {unit: "ms", unfolded});
};

const peak: Evaluator = (record) => {
  const [clockHz, nCores] = [input(record, "clockHz"), input(record, "cores")];
  const fmaPerCorePerClock = input(record, "fmaPerCorePerClock");
  const rate = clockPeak({clockHz, nCores, fmaPerCorePerClock});
  const unfolded = `${exact(clockHz)} Hz · ${fmaPerCorePerClock} · 2 · ${nCores}`;
  return inUnit(rate / 1e12, {unit: "TFLOP/s", unfolded});
};

const revenue: Evaluator = (record) => {
  const prices = record.inputs.usdPerM as Readonly<Record<string, number>>;
  const rate = (key: string) => prices[key]! / 1e6;
  const buckets = {
    uncachedTokens: input(record, "uncachedInputTokens"),
    readTokens: input(record, "cachedInputTokens"),
    write5mTokens: 0,
    write1hTokens: 0,
    outputTokens: input(record, "outputTokens")
  };
  const usd = requestUsd(buckets, {
    inputUsdPerToken: rate("input"),
    cachedUsdPerToken: rate("cached"),
    outputUsdPerToken: rate("output"),
    write5mUsdPerToken: null,
    write1hUsdPerToken: null,
    batchMultiplier: null,
    contextTiers: []
  });
  const {uncachedTokens, readTokens, outputTokens} = buckets;
  const terms = [
    [uncachedTokens, prices.input],
    [readTokens, prices.cached],
    [outputTokens, prices.output]
  ].map(([tokens, price]) => `${exact(tokens! / 1e6)} M · ${price}`);
  return inUnit(usd, {unit: "USD", unfolded: terms.join(" + ")});
};

const rent: Evaluator = (record) => {
  const {nodes, gpusPerNode, usdPerGpuHour, hours} = record.inputs;
  const factors = [nodes, gpusPerNode, usdPerGpuHour, hours].map(Number);
  const usd = factors.reduce((a, b) => a * b, 1);
  return inUnit(usd, {unit: "USD", unfolded: factors.map(exact).join(" · ")});
};

/**
 * Evaluators of the kinds of record about time and money.
 *
 * @example speedMoneyEvaluators["serving-cost"]({inputs: {nodes: 226.75, gpusPerNode: 8, usdPerGpuHour: 2, hours: 24}}).ours // 87072
 */
export const speedMoneyEvaluators: Readonly<Record<string, Evaluator>> = {
  "decode-step-time": stepTime,
  "peak-flops": peak,
  "api-cost": revenue,
  "serving-cost": rent
};
