import type {CheckRow} from "../check-row.js";
import {checkRow} from "../check-row.js";
import {breakEven, staircaseUsd} from "../cost/break-even.js";
import {promptTokens, splitInput} from "../cost/buckets.js";
import {chapterWorkload, explodedRemixRate} from "../cost/chapter-workload.js";
import type {Workload} from "../cost/fleet.js";
import {daysPerMonth, generationBill, generationsPerMonth, monthlyUsd} from "../cost/fleet.js";
import {replicaUsd} from "../cost/hosting.js";
import type {Tier} from "../cost/price-file.js";
import type {TokenPrices} from "../cost/prices.js";
import {fromPriceRow} from "../cost/prices.js";
import {requestUsd} from "../cost/request.js";

const chapterFormula = "the chapter's formula with the lab's 20,000 tokens in and 3,000 out";
const day6 = "deepseek-ai/open-infra-index, 202502OpenSourceWeek/day_6";
/** Dollars are sums of rounded products: equal to nine digits. */
const rounding = 1e-9;

/**
 * The page's checks, on the prices of the three tiers: the chapter's bills, published invoices, laws.
 *
 * @example unitEconomicsChecks({flagship: {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}, mid: {contextTiers: []}, small: {contextTiers: []}})[0].pass // true
 */
export function unitEconomicsChecks(prices: Readonly<Record<Tier, TokenPrices>>): CheckRow[] {
  return [...chapterChecks(prices), ...invoiceChecks(), ...lawChecks(prices.flagship)];
}

type Figure = readonly [name: string, expected: number, ours: number];

function chapterChecks({flagship, mid, small}: Readonly<Record<Tier, TokenPrices>>): CheckRow[] {
  const at = (part: Partial<Workload>) => ({...chapterWorkload, ...part});
  const exploded = at({remixRate: explodedRemixRate});
  const bills: Figure[] = [
    ["flagship at the defaults", 4191, monthlyUsd(chapterWorkload, flagship)],
    ["flagship without a hit", 6270, monthlyUsd(at({hitFraction: 0}), flagship)],
    ["flagship at 95 % hits", 3448.5, monthlyUsd(at({hitFraction: 0.95}), flagship)],
    ["flagship, remix 1/10", 38481, monthlyUsd(exploded, flagship)],
    ["mid at the defaults", 1676.4, monthlyUsd(chapterWorkload, mid)],
    ["small at the defaults", 167.64, monthlyUsd(chapterWorkload, small)]
  ];
  const counts: Figure[] = [
    ["generations", 33000, generationsPerMonth(chapterWorkload)],
    ["generations, remix 1/10", 303000, generationsPerMonth(exploded)]
  ];
  const rows = (figures: readonly Figure[], unit: string) =>
    figures.map(([name, expected, ours]) =>
      checkRow({name, expected, ours, unit, tolerance: rounding, source: chapterFormula})
    );
  return [...rows(bills, "USD a month"), ...rows(counts, "a month")];
}

function invoiceChecks(): CheckRow[] {
  const cards = replicaUsd({replicaRequestsPerSecond: 1, nGpus: 226.75 * 8, usdPerGpuHour: 2});
  const row = (name: string, part: Pick<CheckRow, "expected" | "ours" | "tolerance" | "source">) =>
    checkRow({name, unit: "USD", ...part});
  return [
    row("DeepSeek's cards, a day", {
      ...{expected: 87072, ours: cards / daysPerMonth, tolerance: rounding, source: day6}
    }),
    row("DeepSeek's tokens, a day", {
      ...{expected: 562027, ours: invoices.day6(), tolerance: 5e-4},
      source: `${day6}; token counts rounded to 10⁹`
    }),
    row("a chat call, cached tokens inside the prompt", {
      ...{expected: 0.0379055, ours: invoices.chat(), tolerance: rounding},
      source: "BerriAI/litellm issue 15945"
    }),
    row("an agent's run, 78 % cached", {
      ...{expected: 1.4083, ours: invoices.agent(), tolerance: 5e-5},
      source: "amd/gaia issue 3730"
    })
  ];
}

/** Dollars of published invoices: uncached, cached and output tokens, and their prices a million. */
const invoices = {
  day6: () => invoiceUsd([266e9, 342e9, 168e9], [0.55, 0.14, 2.19]),
  chat: () => invoiceUsd([4262, 4864, 3197], [1.25, 0.125, 10]),
  agent: () => invoiceUsd([280094, 969744, 93402], [2.1, 0.21, 6.6])
};

type Triple = readonly [uncached: number, cached: number, output: number];

function invoiceUsd([uncachedTokens, readTokens, outputTokens]: Triple, prices: Triple): number {
  const [input, cached, output] = prices;
  const buckets = {uncachedTokens, readTokens, write5mTokens: 0, write1hTokens: 0, outputTokens};
  return requestUsd(
    buckets,
    fromPriceRow({
      inputUsdPerMillionTokens: input,
      cachedInputUsdPerMillionTokens: cached,
      outputUsdPerMillionTokens: output
    })
  );
}

function lawChecks(flagship: TokenPrices): CheckRow[] {
  const {inputTokens} = chapterWorkload;
  const buckets = splitInput({...chapterWorkload, writeFraction: 0.1});
  const doubled = {...chapterWorkload, dailyUsers: 2 * chapterWorkload.dailyUsers};
  const staircase = {replicaUsd: 1728, generationsPerReplica: 250000};
  const usdPerGeneration = generationBill(chapterWorkload, flagship).totalUsd;
  const even = breakEven(usdPerGeneration, staircase);
  const law = (name: string, part: Pick<CheckRow, "expected" | "ours" | "unit">) =>
    checkRow({name, ...part, tolerance: rounding, source: "law"});
  return [
    law("four buckets sum to the input", {
      ...{expected: inputTokens, ours: promptTokens(buckets), unit: "tokens"}
    }),
    law("twice the users, twice the bill", {
      expected: 2 * monthlyUsd(chapterWorkload, flagship),
      ours: monthlyUsd(doubled, flagship),
      unit: "USD a month"
    }),
    law("break-even: both sides cost the same", {
      expected: usdPerGeneration * even.generations,
      ours: staircaseUsd(even.generations, staircase),
      unit: "USD a month"
    })
  ];
}
