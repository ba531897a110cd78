import {rentSentence} from "../lib/cost/rents.js";
import {formatCount, formatUsd} from "../lib/format.js";
import {cheapestRents} from "../lib/planner/cards.js";
import type {Outcome, Plan} from "../lib/planner/plan.js";
import type {PlanSetup} from "../lib/planner/setup.js";
import {bandText, planAnswer, planWarnings, refusalSentence} from "../lib/planner/words.js";
import {el} from "./dom.js";
import type {Values} from "./fields.js";
import {notice, type AnswerOptions} from "./parts.js";
import type {PageState} from "./state.js";

/** The page's keys of what a repair changes. */
const keysOf: Readonly<Partial<Record<keyof PlanSetup, string>>> = {
  nGpus: "n",
  tp: "tp",
  engine: "engine",
  weightDtype: "wdt",
  kvDtype: "kvdt",
  contextTokens: "ctx",
  promptTokens: "prompt",
  outputTokens: "answer",
  nReaders: "batch"
};

/** The answer's figures, or the refusal in their place with a button that repairs it. */
export function plannerAnswer({plan, refusal}: Outcome, state: PageState): AnswerOptions {
  if (plan === null) {
    const text = refusalSentence(refusal);
    if (refusal.repair === null) return {value: "No plan", text};
    const patch = Object.entries(refusal.repair.change).map(([key, value]) => [
      keysOf[key as keyof PlanSetup] ?? key,
      value
    ]);
    const button = state.setUp(refusal.repair.label, Object.fromEntries(patch) as Values);
    return {value: "No plan", text: [`${text} `, button]};
  }
  const most = {value: formatCount(plan.maxReaders), text: "of the longest length fit"};
  if (!plan.fits) return {value: most.value, unit: "readers fit", text: planAnswer(plan), more: []};
  return {
    value: formatUsd(plan.usdPerMonth),
    unit: plan.isGood ? "a month" : "a month, limits missed",
    text: planAnswer(plan),
    more: [
      {...most, unit: "readers"},
      {value: secondsText(plan.ttft), text: "to the first token, idle (MFU range)"},
      {value: bandText(plan.tpot), text: "a token, all writing (MBU range)"},
      {
        value: usdText(plan.usdPerMillionTokens),
        text: "a million tokens out, prompts read in between, if they never rest"
      }
    ]
  };
}

/** NaN: the card's peak is not published. */
function secondsText(band: Plan["ttft"]): string {
  return Number.isNaN(band.usual) ? "unknown" : bandText(band);
}

function usdText(usd: number): string {
  return Number.isNaN(usd) ? "unknown" : formatUsd(usd);
}

/** What to know of a plan that there is; `lab-refusal` hides what depends on one that there is not. */
export function planNotice({plan}: Outcome): HTMLElement {
  if (plan === null) return el("span", {class: "lab-refusal", hidden: true});
  const warnings = planWarnings(plan);
  return warnings.length > 0 ? notice(warnings.join(" ")) : el("span", {hidden: true});
}

/** A plan for the cells that need one; where there is none they wait, out of sight. */
export function planned({plan}: Outcome): Plan | Promise<Plan> {
  return plan ?? new Promise<Plan>(() => undefined);
}

/**
 * Lets the price follow the chosen card's lowest rent until the reader sets another; returns the
 * way to stop. A card that nobody rents out keeps the price.
 */
export function followRent(
  state: Pick<PageState, "values" | "schema" | "set" | "subscribe">,
  rentals: Parameters<typeof cheapestRents>[0]
): () => void {
  const rents = cheapestRents(rentals);
  let followed = state.schema.defaults.usdh;
  const follow = () => {
    const rent = rents.get(String(state.values.gpu));
    const isOwn = state.values.usdh !== followed && state.values.usdh !== rent;
    if (rent === undefined || isOwn) return;
    followed = rent;
    state.set({usdh: rent});
  };
  follow();
  return state.subscribe(["gpu"], follow);
}

/** Whose price it is. */
export function rentWords(
  rentals: Parameters<typeof rentSentence>[0],
  chosen: {readonly gpu: string; readonly usdh: number}
): string {
  const rent = cheapestRents(rentals).get(chosen.gpu);
  if (rent === undefined) return "No list has a rent for this card: the price is yours to set.";
  const whose =
    rent === chosen.usdh
      ? "The price is the lowest listed for this card and follows it."
      : `The price is yours; the lowest listed for this card is ${formatUsd(rent)}.`;
  return `${whose} ${rentSentence(rentals, chosen.gpu)}`;
}
