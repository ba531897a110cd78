import type {TierChoice} from "../lib/cost/compare.js";
import type {Workload} from "../lib/cost/fleet.js";
import {daysPerMonth, monthlyUsd} from "../lib/cost/fleet.js";
import {dateAfterWeeks} from "../lib/cost/growth.js";
import type {CrossingRow} from "../lib/cost/remix-sweep.js";
import type {Verdict} from "../lib/cost/verdict.js";
import {formatCount, formatPercent, formatUsd} from "../lib/format.js";
import {verdictSentence} from "../lib/answers/economics-words.js";
import {el, fill, keep} from "./dom.js";
import type {SymbolRow} from "./parts.js";
import {formatQuantity} from "./quantity.js";
import {tierColor} from "./tiers.js";

/** Self-hosting against each tier: one line each, losing as plain as winning. */
export function verdictList(verdicts: readonly Verdict[]): HTMLElement {
  const list = keep("verdicts", () => el("ul", {class: "lab-verdicts"}));
  fill(
    list,
    verdicts.map((verdict) =>
      el(
        "li",
        {style: `--swatch:${tierColor[verdict.tier]}`},
        el("strong", {}, `Against ${verdict.tier}, ${verdict.name}: `),
        verdictSentence(verdict)
      )
    )
  );
  return list;
}

/** What stands at a crossing: its rate, and the day it is reached when growth goes on. */
export function crossingWords(startMilliseconds: number): (row: CrossingRow) => string {
  return ({remixRate, weeks}) => {
    const rate = rateWords(remixRate);
    if (weeks === 0) return `${rate}, passed`;
    const day = dateAfterWeeks(startMilliseconds, weeks);
    return day === null ? rate : `${rate}, ${day}`;
  };
}

function rateWords(rate: number): string {
  return rate < 0.5 ? `1/${formatCount(Number((1 / rate).toPrecision(3)))}` : formatPercent(rate);
}

/** The chapter's formula with every factor at its value. */
export function formulaWithValues(workload: Workload, {name, prices}: TierChoice): HTMLElement {
  const {dailyUsers, remixRate, pgcRate, inputTokens, outputTokens, hitFraction} = workload;
  const rate = (value: number) => formatQuantity(value, "rate");
  const price = (usd: number) => formatUsd(usd * 1e6);
  const users = `${daysPerMonth} × ${formatCount(dailyUsers)} × (${rate(remixRate)} + ${rate(pgcRate)})`;
  const tokens = [
    `${formatCount(inputTokens * (1 - hitFraction))} × ${price(prices.inputUsdPerToken)}`,
    `${formatCount(inputTokens * hitFraction)} × ${price(prices.cachedUsdPerToken)}`,
    `${formatCount(outputTokens)} × ${price(prices.outputUsdPerToken)}`
  ].join(" + ");
  const total = formatUsd(monthlyUsd(workload, prices));
  return el("p", {}, el("em", {}, `${name}: `), `${users} × (${tokens}) / 10⁶ = ${total} a month`);
}

/** The letters of the page's formulas. */
export const economicsSymbols: readonly SymbolRow[] = [
  symbol("N", "generationsPerMonth", "月生成数", "generations of a month", "generations"),
  symbol("U", "dailyUsers", "日活 (DAU)", "users of one day", "users"),
  symbol("r", "remixRate", "二创率", "pieces remixed", "per user and day"),
  symbol("c", "pgcRate", "专业创作率 (PGC)", "pieces made from nothing", "per user and day"),
  symbol("Tᵢ", "inputTokens", "输入", "prompt of one generation", "tokens"),
  symbol("Tₒ", "outputTokens", "输出", "answer of one generation", "tokens"),
  symbol("h", "hitFraction", "缓存命中", "share of the prompt read from the cache", "—"),
  symbol("pᵢ", "inputUsdPerToken", "原价", "price of an input token not cached", "USD"),
  symbol("p꜀", "cachedUsdPerToken", "缓存价", "price of an input token read from the cache", "USD"),
  symbol("pₒ", "outputUsdPerToken", "输出价", "price of an output token", "USD"),
  symbol("B", "batchSize", "批大小", "requests a replica decodes together", "requests"),
  symbol("TPOT", "tpotSeconds", "每 token 时延", "time between two tokens of an answer", "s"),
  symbol("—", "replicas", "自托管副本", "rented copies of the model", "replicas")
];

function symbol(
  ...[letter, code, term, meaning, unit]: readonly [string, string, string, string, string]
): SymbolRow {
  return {letter, code, term, meaning, unit};
}
