/** What the chapter map says of each page: its answer at the page's own defaults. */

import type {CheckedFigure} from "../checks/figure.js";
import {generationBill} from "../cost/fleet.js";
import type {ApiPrice} from "../cost/price-file.js";
import {kvDtypes, weightDtypes, type KvDtype, type WeightDtype} from "../dtype.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import type {PageDefaults} from "../page-defaults.js";
import {kvCacheAnswer} from "./kv-cache.js";
import {twoPhasesAnswer} from "./two-phases.js";
import {unitEconomicsAnswer} from "./unit-economics.js";
import {validationAnswer} from "./validation.js";

/** What pages choose from. */
export interface HomeData {
  readonly models: readonly ModelSpec[];
  readonly gpus: readonly GpuSpec[];
  readonly prices: readonly ApiPrice[];
  readonly figures: readonly CheckedFigure[];
}

/** Works out a page's answer from its defaults. */
export type Answerer = (defaults: Reader, data: HomeData) => string;

const answerers: Readonly<Record<string, Answerer>> = {
  "two-phases": (read, {models, gpus}) =>
    twoPhasesAnswer({
      model: withId(models, read.text("m")),
      gpu: withId(gpus, read.text("gpu")),
      nGpus: read.number("n"),
      weightDtype: read.weightDtype("wdt"),
      kvDtype: read.kvDtype("kvdt"),
      promptTokens: read.number("prompt"),
      contextTokens: read.number("ctx"),
      mfu: read.number("mfu"),
      mbu: read.number("mbu")
    }).text,
  "kv-cache": (read, {models}) =>
    kvCacheAnswer({
      model: withId(models, read.text("m")),
      contextTokens: read.number("ctx"),
      kvDtype: read.kvDtype("kvdt"),
      weightDtype: read.weightDtype("wdt")
    }).text,
  "unit-economics": (read, {prices}) => {
    const workload = {
      dailyUsers: read.number("dau"),
      remixRate: read.number("remix"),
      pgcRate: read.number("pgc"),
      inputTokens: read.number("in"),
      outputTokens: read.number("out"),
      hitFraction: read.number("hit")
    };
    const {model, prices: usdPerToken} = withId(prices, read.text("tier"));
    const bill = generationBill(workload, usdPerToken);
    return unitEconomicsAnswer({workload, usdPerGeneration: bill.totalUsd, name: model}).text;
  },
  validation: (_, {figures}) => validationAnswer(figures).text
};

export interface HomePage {
  readonly defaults: PageDefaults;
  /** Answers of pages that simulate, by name: what lib/sim knows and lib does not */
  readonly more?: Readonly<Record<string, Answerer>>;
}

/**
 * The one-line answer of a page at its defaults.
 *
 * @throws Error naming the page when it has none, and the key that its defaults lack
 * @example homeAnswer("validation", {defaults: {}, models: [], gpus: [], prices: [], figures: [{verdict: "reproduced"}]}).startsWith("1 of 1 published") // true
 */
export function homeAnswer(
  name: string,
  {defaults, more = {}, ...data}: HomeData & HomePage
): string {
  const known = {...answerers, ...more};
  const answer = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!answer) throw new Error(`no answer for page: ${name}`);
  return answer(readerOf(name, defaults), data);
}

/** Reads a page's defaults by key. */
export type Reader = ReturnType<typeof readerOf>;

function readerOf(name: string, defaults: PageDefaults) {
  const read = <T>(key: string, isRight: (value: unknown) => value is T): T => {
    const value: unknown = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    if (!isRight(value)) throw new Error(`invalid default ${key} of ${name}: ${String(value)}`);
    return value;
  };
  return {
    text: (key: string) => read(key, (value) => typeof value === "string"),
    number: (key: string) => read(key, (value) => typeof value === "number"),
    weightDtype: (key: string) =>
      read(key, (value): value is WeightDtype => Object.hasOwn(weightDtypes, String(value))),
    kvDtype: (key: string) =>
      read(key, (value): value is KvDtype => Object.hasOwn(kvDtypes, String(value)))
  };
}

function withId<T extends {readonly id: string}>(things: readonly T[], id: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown id in defaults: ${id}`);
  return thing;
}
