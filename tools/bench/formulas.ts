/** How many formulas a second one core evaluates, beside a plain loop of multiplications. */
import {generationsPerMonth, monthlyUsd} from "../../src/lib/cost/fleet.js";
import {memoryFit} from "../../src/lib/fit.js";
import type {GpuSpec} from "../../src/lib/gpu.js";
import {kvBytes, kvBytesPerToken, kvProfile} from "../../src/lib/kv.js";
import type {ModelSpec} from "../../src/lib/model.js";
import {decodeStep} from "../../src/lib/roofline.js";
import {run} from "../offline.js";
import {digits, quantile, type Measurement} from "./table.js";

const nEvaluations = 1e6;
const targetMilliseconds = 100;

/** What a data loader prints. */
async function load<T>(name: string): Promise<T> {
  const {output} = await run(["node_modules/.bin/tsx", `src/data/${name}.json.ts`], {quiet: true});
  return JSON.parse(output) as T;
}

/** Milliseconds for a million evaluations, the median of five runs; the sum keeps the work alive. */
function milliseconds(evaluate: (i: number) => number, n: number): number {
  let sum = 0;
  const runs = Array.from({length: 5}, () => {
    const start = performance.now();
    for (let i = 0; i < n; ++i) sum += evaluate(i);
    return ((performance.now() - start) * nEvaluations) / n;
  });
  if (Number.isNaN(sum)) throw new RangeError(`evaluations gave NaN: ${String(evaluate)}`);
  return quantile(runs, 0.5);
}

function named<T extends {id: string}>(list: readonly T[], id: string): T {
  const found = list.find((item) => item.id === id);
  if (!found) throw new Error(`unknown id: ${id}`);
  return found;
}

export async function measureFormulas(): Promise<Measurement[]> {
  const {models} = await load<{models: ModelSpec[]}>("models");
  const gpus = await load<GpuSpec[] | {gpus: GpuSpec[]}>("gpus");
  const model = named(models, "llama3.1-8b");
  const gpu = named(Array.isArray(gpus) ? gpus : gpus.gpus, "h100-sxm");
  const profile = kvProfile(model, "bf16");
  const set = {gpu, weightDtype: "bf16", kvDtype: "bf16"} as const;
  const prices = {
    inputUsdPerToken: 5e-6,
    cachedUsdPerToken: 5e-7,
    write5mUsdPerToken: null,
    write1hUsdPerToken: null,
    outputUsdPerToken: 3e-5,
    batchMultiplier: null,
    contextTiers: []
  };
  const workload = (i: number) => ({
    dailyUsers: i,
    remixRate: 0.01,
    pgcRate: 0.001,
    inputTokens: 20000,
    outputTokens: 3000,
    hitFraction: 0.7
  });

  const plain = milliseconds((i) => i * 1.5, nEvaluations);
  const row = (what: string, value: number, target?: number): Measurement => ({
    what,
    value,
    unit: "ms",
    ...(target === undefined ? {} : {target}),
    note: `${digits((nEvaluations / value) * 1000)} a second, ${digits(value / plain)} x a multiplication`
  });
  const simple = (what: string, evaluate: (i: number) => number) =>
    row(what, milliseconds(evaluate, nEvaluations), targetMilliseconds);
  const whole = (what: string, evaluate: (i: number) => number) =>
    row(what, milliseconds(evaluate, nEvaluations / 20));
  return [
    {what: "a multiplication", value: plain, unit: "ms"},
    simple("kvBytesPerToken", (i) => kvBytesPerToken({nLayers: 32, nKvHeads: 8, headDim: i}, 2)),
    simple("kvBytes", (i) => kvBytes(profile, i)),
    simple("generationsPerMonth", (i) => generationsPerMonth(workload(i))),
    simple("monthlyUsd", (i) => monthlyUsd(workload(i), prices)),
    whole(
      "memoryFit, a whole model",
      (i) => memoryFit(model, {...set, contextTokens: i}).freeBytes
    ),
    whole("decodeStep, a whole model", (i) => decodeStep(model, {...set, contextTokens: i}).seconds)
  ];
}
