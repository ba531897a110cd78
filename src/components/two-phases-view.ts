import type {CardGain} from "../lib/card-speeds.js";
import type {CeilingDot, MeasuredDot} from "../lib/ceilings.js";
import type {WeightDtype} from "../lib/dtype.js";
import {
  formatCount,
  formatGb,
  formatPercent,
  formatRate,
  formatRatio,
  formatSeconds
} from "../lib/format.js";
import type {GpuSpec} from "../lib/gpu.js";
import {cardsInWords, shortDtype} from "../lib/names.js";
import type {PhaseFactor} from "../lib/phase-factors.js";
import type {PhasePoint} from "../lib/phases.js";
import type {StepBreakdown} from "../lib/step-shares.js";
import type {WaitRow} from "../lib/wait.js";
import type {Moves, WayOut} from "../lib/ways-out.js";
import {el} from "./dom.js";
import type {Column} from "./export.js";
import {tableOf} from "./figure.js";
import {notice, type SymbolRow} from "./parts.js";
import type {PageState} from "./state.js";
import {framedTable, scrollTable, tableHead} from "./table.js";

const seconds = {unit: "s", format: (value: number) => formatSeconds(value)};
const speed = {unit: "tokens/s", format: (value: number) => formatCount(value)};

/** Columns behind the roofline chart. */
export const pointColumns: readonly Column<PhasePoint>[] = [
  {key: "phase", label: "Phase", role: "name"},
  {key: "nTokens", label: "Prompt tokens, or readers", format: formatCount},
  {key: "intensity", label: "Intensity", unit: "FLOP/B", format: formatCount, role: "x"},
  {
    key: "flopsPerSecond",
    label: "Arithmetic",
    unit: "FLOP/s",
    format: (rate: number) => formatRate(rate, "FLOP/s"),
    role: "y"
  },
  {key: "tokensPerSecond", label: "Speed", ...speed},
  {key: "seconds", label: "A pass", ...seconds},
  {key: "bound", label: "Longest part"}
];

/** Columns behind the chart of steps. */
export const stepColumns: readonly Column<StepBreakdown>[] = [
  {key: "batchSize", label: "Readers", format: formatCount, role: "x"},
  {key: "weightSeconds", label: "Weights", ...seconds},
  {key: "computeSeconds", label: "Multiplying", ...seconds},
  {key: "kvSeconds", label: "KV cache", ...seconds},
  {key: "interconnectSeconds", label: "Between cards", ...seconds},
  {key: "seconds", label: "A step", ...seconds, role: "y"},
  {key: "tokensPerSecondPerReader", label: "Each reader", ...speed},
  {key: "tokensPerSecond", label: "All readers", ...speed}
];

export const waitColumns: readonly Column<WaitRow>[] = [
  {key: "label", label: "Request", role: "name"},
  {key: "ttftSeconds", label: "First token", ...seconds},
  {key: "tpotSeconds", label: "Each further token", ...seconds},
  {key: "writingSeconds", label: "Writing", ...seconds},
  {key: "seconds", label: "In all", ...seconds, role: "y"}
];

type CeilingRow = Partial<CeilingDot & MeasuredDot>;

export const ceilingColumns: readonly Column<CeilingRow>[] = [
  {key: "name", label: "Model"},
  {key: "format", label: "Weights", format: (format: string) => format ?? "measured"},
  {key: "bytes", label: "Bytes a token", unit: "B", format: (bytes: number) => formatGb(bytes)},
  {key: "tokensPerSecond", label: "Speed", ...speed},
  {key: "gpu", label: "Measured on"},
  {key: "mbu", label: "MBU", format: (mbu: number) => (mbu ? formatPercent(mbu) : "")},
  {key: "counts", label: "Bytes counted"},
  {key: "source", label: "Source"}
];

export const cardColumns: readonly Column<CardGain>[] = [
  {key: "name", label: "Card", role: "name"},
  {key: "prefillTokensPerSecond", label: "Reads", ...speed},
  {key: "decodeTokensPerSecond", label: "Writes", ...speed, role: "y"},
  {key: "prefillGain", label: "Reads, against H100", format: formatRatio},
  {key: "decodeGain", label: "Writes, against H100", format: formatRatio}
];

/** What each way out does to one reader, side by side; its price stands below its figures. */
export function waysTable(ways: readonly WayOut[]): HTMLElement {
  const label = "One reader, and each way out by itself";
  const head = tableHead(["tokens/s", "each", "all", "FLOP/B"], [1, 2, 3]);
  const body = el("tbody", {}, ways.flatMap(wayLines));
  return scrollTable([el("caption", {}, label), head, body], {label});
}

function wayLines({way, change, price, ...speeds}: WayOut): readonly HTMLElement[] {
  const cells = [speeds.perReader, speeds.total, speeds.intensity].map((value) =>
    el("td", {class: "lab-right"}, formatCount(value))
  );
  const note = price ? `${change}. Price: ${price}.` : change;
  const quiet = "color: var(--theme-foreground-muted)";
  return [
    el(
      "tr",
      {},
      el("th", {scope: "row", style: "border: 0; white-space: normal"}, el("b", {}, way)),
      cells
    ),
    el("tr", {}, el("td", {colspan: 4, style: `${quiet}; padding-top: 0`}, note))
  ];
}

/** Buttons that take one way out each, and one that takes them all back. */
export function waysButtons(
  state: PageState,
  {narrowDtype, manyReaders, nDrafted, plainDtype}: Moves & {readonly plainDtype: WeightDtype}
): HTMLElement {
  return el(
    "div",
    {role: "group", "aria-label": "Ways out"},
    state.setUp(`Fewer bytes: ${shortDtype(narrowDtype)}`, {wdt: narrowDtype}),
    state.setUp(`More requests: ${manyReaders} readers`, {batch: manyReaders}),
    state.setUp(`More tokens a pass: ${nDrafted} drafted`, {draft: nDrafted}),
    state.setUp("Back to one reader", {wdt: plainDtype, batch: 1, draft: 0})
  );
}

const factorColumns: readonly Column<PhaseFactor>[] = [
  {key: "letter", label: "Letter"},
  {key: "name", label: "Factor"},
  {key: "value", label: "Value", align: "right"},
  {key: "code", label: "Code in src/lib"}
];

export function factorTable(factors: readonly PhaseFactor[]): HTMLElement {
  const title = "The factors with their values for the chosen set-up";
  return framedTable(tableOf(factors, {title, columns: factorColumns}), {label: title});
}

export interface HoldNotice {
  readonly gpu: Pick<GpuSpec, "name" | "hbmBytes">;
  readonly nGpus: number;
  /** Fewest cards that hold the model with one reader's cache; null when unknown or over 64 */
  readonly nNeeded: number | null;
}

/** Said when the chosen cards do not hold the model: the bound stands, the set-up does not. */
export function holdNotice({gpu, nGpus, nNeeded}: HoldNotice): HTMLElement {
  if (gpu.hbmBytes === null)
    return notice(
      `No memory size is published for ${gpu.name}: whether the model fits is not known.`
    );
  if (nNeeded === null) return notice(`64 of these cards do not hold this model in this format.`);
  if (nNeeded <= nGpus) return el("span", {hidden: true});
  const needs = cardsInWords(gpu.name, nNeeded);
  return notice(
    `The bound counts the bandwidth of ${cardsInWords(gpu.name, nGpus)}, as the chapter does. To hold the model with one reader's cache takes ${needs}: set Cards to ${nNeeded}.`
  );
}

/** The letters of the page's formulas. */
export const twoPhasesSymbols: readonly SymbolRow[] = [
  row("P", "multipliedParams", ["参数量", "parameters a token is multiplied with", "count"]),
  row("W", "weightBytes", ["权重字节数", "bytes of weights that a step reads", "B"]),
  row("KV", "kvReadBytes", ["KV 缓存", "bytes of one reader's cache that a step reads", "B"]),
  row("B", "batchSize", ["并发数", "readers decoded together", "count"]),
  row("S", "promptTokens", ["提示词长度", "tokens of the prompt", "tokens"]),
  row("L, N, H", "nLayers, nHeads, headDim", [
    "层, 头, 头维度",
    "layers, query heads, width of a head",
    "count"
  ]),
  row("BW", "hbmBytesPerSecond", ["显存带宽", "memory bandwidth of all cards × MBU", "B/s"]),
  row("F", "flopsPerSecond", ["算力", "peak arithmetic of all cards × MFU", "FLOP/s"]),
  row("b", "bytesPerParam", ["每参数字节", "bytes of one weight", "B"]),
  row("B*", "criticalBatchSize", [
    "临界批大小",
    "batch from which arithmetic is the limit",
    "count"
  ]),
  row("I", "intensity", ["计算强度", "operations for each byte moved", "FLOP/B"]),
  row("TTFT", "ttftSeconds", [
    "首 token 延迟",
    "from sending the prompt (预填充) to the first token",
    "s"
  ]),
  row("TPOT", "tpotSeconds", ["每 token 时间", "between two tokens of the answer (解码)", "s"])
];

function row(
  letter: string,
  code: string,
  [term, meaning, unit]: readonly [term: string, meaning: string, unit: string]
): SymbolRow {
  return {letter, code, term, meaning, unit};
}
