import type {BillRow} from "../lib/cost/compare.js";
import type {HitPoint} from "../lib/cost/hit-sweep.js";
import type {LeverStep} from "../lib/cost/levers.js";
import type {RemixPoint} from "../lib/cost/remix-sweep.js";
import type {Segment} from "../lib/cost/segments.js";
import type {Turn} from "../lib/cost/sessions.js";
import {formatCount, formatPercent, formatUsd} from "../lib/format.js";
import type {Column} from "./export.js";

/** The columns of the tables behind the charts of the page unit-economics. */

const month = "USD a month";
const count = (value: number) => formatCount(Math.round(value));

export const billColumns: readonly Column<BillRow>[] = [
  {key: "tier", label: "Tier", role: "name"},
  {key: "name", label: "Model"},
  {key: "part", label: "Part", role: "name"},
  {key: "usd", label: "Cost", unit: month, format: formatUsd, role: "y"},
  {key: "totalUsd", label: "Whole bill", unit: month, format: formatUsd}
];

export const hitColumns: readonly Column<HitPoint>[] = [
  {key: "tier", label: "Tier", role: "name"},
  {key: "name", label: "Model"},
  {key: "hitFraction", label: "Hit rate", format: formatPercent, role: "x"},
  {key: "usd", label: "Cost", unit: month, format: formatUsd, role: "y"}
];

export const remixColumns: readonly Column<RemixPoint>[] = [
  {key: "tier", label: "Tier", role: "name"},
  {key: "name", label: "Model"},
  {
    key: "remixRate",
    label: "Remixes",
    unit: "per daily user and day",
    format: formatPercent,
    role: "x"
  },
  {key: "generations", label: "Generations", unit: "a month", format: count},
  {key: "usd", label: "Cost", unit: month, format: formatUsd, role: "y"}
];

export const leverColumns: readonly Column<LeverStep>[] = [
  {key: "label", label: "Lever", role: "name"},
  {key: "beforeUsd", label: "Before", unit: month, format: formatUsd},
  {key: "afterUsd", label: "After", unit: month, format: formatUsd},
  {key: "savedUsd", label: "Saved", unit: month, format: formatUsd, role: "y"},
  {key: "price", label: "Its price in quality"}
];

export const segmentColumns: readonly Column<Segment>[] = [
  {key: "name", label: "Segment", role: "name"},
  {key: "tokens", label: "Length", unit: "tokens", format: count, role: "y"},
  {key: "sharedBy", label: "Shared by"}
];

export const turnColumns: readonly Column<Turn>[] = [
  {key: "turn", label: "Turn", role: "x"},
  {key: "promptTokens", label: "Prompt", unit: "tokens", format: count, role: "y"},
  {key: "hitTokens", label: "Cached", unit: "tokens", format: count},
  {key: "hitFraction", label: "Hit rate", format: formatPercent},
  {key: "writeTokens", label: "Written", unit: "tokens", format: count},
  {key: "outputTokens", label: "Output", unit: "tokens", format: count}
];

/** Pixels held free for each chart until it is drawn. */
export const heights = {
  bill: 300,
  hit: 340,
  prompt: 210,
  remix: 400,
  levers: 304,
  waterfall: 140,
  session: 280
} as const;
