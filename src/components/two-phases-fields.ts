import {mbuRange, mfuRange} from "../lib/efficiency.js";
import {formatPercent} from "../lib/format.js";
import {linearStops, type Field} from "./fields.js";

/** Fields of the page two-phases alone, and the measured ranges beside its efficiencies. */
export const twoPhasesFields: Readonly<Record<string, Partial<Field>>> = {
  mfu: {
    hint: `share of peak FLOP/s that prefill reaches; serving engines measured ${formatPercent(mfuRange.low)} to ${formatPercent(mfuRange.high)}`
  },
  mbu: {
    hint: `share of peak bandwidth that decode reaches; measured ${formatPercent(mbuRange.low)} to ${formatPercent(mbuRange.high)} in 16 bit, 42 to 54 % in 4 bit`
  },
  draft: {
    kind: "number",
    style: "plain",
    label: "Drafted tokens",
    term: "草稿 token 数",
    hint: "verified in the same pass; the time of drafting is not counted",
    min: 0,
    max: 16,
    isInteger: true,
    stops: linearStops(0, 8, 1),
    marks: [0, 2, 4, 6, 8]
  },
  accept: {
    kind: "number",
    style: "percent",
    label: "Drafts accepted",
    term: "接受率",
    hint: "chance that a drafted token is kept",
    min: 0,
    max: 1,
    stops: linearStops(0, 1, 0.05),
    marks: [0, 0.5, 0.8, 1]
  }
};
