import {formatCount, formatPercent, formatRatio, formatSeconds} from "../lib/format.js";
import {significant} from "../lib/format/digits.js";
import type {SpreadPoint} from "../lib/sim/batching-study.js";
import type {GapPoint} from "../lib/sim/chunk-picture.js";
import type {PrefixPoint, RatePoint, WatermarkPoint} from "../lib/sim/curves.js";
import type {SlotPicture} from "../lib/sim/slot-picture.js";
import type {SlotSpan} from "../lib/sim/slots.js";
import type {Split, SplitPoint} from "../lib/sim/split.js";
import type {Child} from "./dom.js";
import type {Column} from "./export.js";
import {decadeStops, linearStops, octaveStops, type Field} from "./fields.js";
import type {SymbolRow} from "./parts.js";
import {streamFields} from "./stream-fields.js";

const seconds = {unit: "s", format: (value: number) => formatSeconds(value)};
const share = {format: (value: number) => formatPercent(value)};
const speed = {unit: "tokens/s", format: (value: number) => formatCount(value)};

export interface SpanRow extends SlotSpan {
  readonly batching: string;
}

export const spanColumns: readonly Column<SpanRow>[] = [
  {key: "batching", label: "Batches"},
  {key: "slot", label: "Place", format: (slot: number) => String(slot + 1)},
  {key: "request", label: "Request", format: (request: number) => String(request + 1)},
  {key: "phase", label: "Phase"},
  {key: "fromSeconds", label: "From", ...seconds},
  {key: "toSeconds", label: "To", ...seconds}
];

const curveColumns: readonly Column<Omit<RatePoint, "batching">>[] = [
  {key: "requestsPerSecond", label: "Arrivals", unit: "requests/s", format: String, role: "x"},
  {key: "outputTokensPerSecond", label: "Output", ...speed},
  {key: "ttftP50Seconds", label: "First token, p50", ...seconds},
  {key: "ttftP99Seconds", label: "First token, p99", ...seconds},
  {key: "tpotP50Seconds", label: "Further token, p50", ...seconds},
  {key: "tpotP99Seconds", label: "Further token, p99", ...seconds},
  {key: "goodFraction", label: "In time", ...share},
  {
    key: "goodRequestsPerSecond",
    label: "Answers in time",
    unit: "requests/s",
    format: (rate: number) => rate.toFixed(2)
  }
];

export const rateColumns: readonly Column<RatePoint>[] = [
  {key: "batching", label: "Batches", role: "name"},
  ...curveColumns
];

export const splitColumns: readonly Column<SplitPoint>[] = [
  {key: "way", label: "Replicas", role: "name"},
  ...curveColumns
];

export const spreadColumns: readonly Column<SpreadPoint>[] = [
  {key: "cv", label: "Spread", format: String, role: "x"},
  {key: "gain", label: "Gain", format: formatRatio, role: "y"},
  {key: "longestOverMean", label: "Longest over mean", format: formatRatio},
  {key: "heldFraction", label: "Places kept for nobody", ...share}
];

export const gapColumns: readonly Column<GapPoint>[] = [
  {
    key: "isChunked",
    label: "Prompt",
    format: (is: boolean) => (is ? "in pieces" : "whole"),
    role: "name"
  },
  {key: "timeSeconds", label: "Time", ...seconds, role: "x"},
  {key: "gapSeconds", label: "Wait for a token", ...seconds, role: "y"}
];

export const watermarkColumns: readonly Column<WatermarkPoint>[] = [
  {key: "watermarkFraction", label: "Kept free", ...share, role: "x"},
  {
    key: "preemptionsPerAnswer",
    label: "Thrown out",
    unit: "times an answer",
    format: (times: number) => significant(times, 2)
  },
  {
    key: "recomputedPerAnswer",
    label: "Read again",
    unit: "tokens an answer",
    format: (tokens: number) => significant(tokens, 3)
  },
  {key: "outputTokensPerSecond", label: "Output", ...speed}
];

export const prefixColumns: readonly Column<PrefixPoint>[] = [
  {key: "order", label: "Order", role: "name"},
  {key: "sharedFraction", label: "Begin alike", ...share, role: "x"},
  {key: "hitFraction", label: "Prompt tokens found", ...share},
  {key: "ttftP50Seconds", label: "First token, p50", ...seconds, role: "y"},
  {key: "outputTokensPerSecond", label: "Output", ...speed}
];

export const batchingSymbols: readonly SymbolRow[] = [
  {
    letter: "N",
    code: "maxSequences",
    term: "并发上限",
    meaning: "places: sequences decoded together",
    unit: "1"
  },
  {
    letter: "T",
    code: "maxBatchedTokens",
    term: "token 预算",
    meaning: "tokens that pass at once",
    unit: "tokens"
  },
  {
    letter: "A",
    code: "outputTokens",
    term: "生成长度",
    meaning: "tokens of an answer",
    unit: "tokens"
  },
  {letter: "λ", code: "requestsPerSecond", term: "到达率", meaning: "arrivals", unit: "requests/s"}
];

/** Fields of the page continuous-batching alone. */
export const batchingFields: Readonly<Record<string, Partial<Field>>> = {
  ...streamFields,
  seqs: {
    kind: "number",
    style: "plain",
    label: "Places",
    term: "并发上限",
    hint: "sequences decoded together at most",
    min: 1,
    max: 512,
    isInteger: true,
    stops: octaveStops(1, 256, 2),
    marks: [1, 4, 16, 64, 256]
  },
  budget: {
    kind: "number",
    style: "tokens",
    label: "Tokens a pass",
    unit: "tokens",
    min: 64,
    max: 65536,
    isInteger: true,
    stops: octaveStops(128, 16384, 1),
    marks: [128, 1024, 8192]
  },
  chunk: {kind: "toggle", label: "Prompts in pieces (chunked prefill)"},
  wm: {
    kind: "number",
    style: "percent",
    label: "Watermark",
    hint: "share of blocks that stay free when a request is let in",
    min: 0,
    max: 0.9,
    stops: linearStops(0, 0.5, 0.01),
    marks: [0, 0.1, 0.25, 0.5]
  },
  share: {
    kind: "number",
    style: "percent",
    label: "Requests with a common beginning",
    hint: "of 1,024 tokens, one of eight texts; found in the prefix cache",
    min: 0,
    max: 1,
    stops: linearStops(0, 1, 0.05),
    marks: [0, 0.5, 1]
  },
  order: {
    kind: "choice",
    label: "Who is next",
    options: [
      {value: "fcfs", label: "first come"},
      {value: "longest-prefix", label: "longest prefix in the cache"}
    ]
  },
  ttft: {
    kind: "number",
    style: "seconds",
    label: "First token, at most",
    term: "TTFT",
    min: 0.001,
    max: 100,
    stops: decadeStops(0.05, 20),
    marks: [0.05, 0.5, 5]
  },
  reads: {
    kind: "number",
    style: "plain",
    label: "Replicas that read",
    min: 1,
    max: 16,
    isInteger: true,
    stops: linearStops(1, 8, 1),
    marks: [1, 2, 4, 8]
  },
  writes: {
    kind: "number",
    style: "plain",
    label: "Replicas that write",
    min: 1,
    max: 16,
    isInteger: true,
    stops: linearStops(1, 8, 1),
    marks: [1, 2, 4, 8]
  },
  link: {
    kind: "choice",
    label: "A cache goes over",
    options: [
      {value: "450e9", label: "NVLink 4, 450 GB/s"},
      {value: "50e9", label: "400 Gb/s network"},
      {value: "12.5e9", label: "100 Gb/s network"},
      {value: "1.25e9", label: "10 Gb/s network"}
    ]
  },
  long: {
    kind: "number",
    style: "tokens",
    label: "The long prompt",
    unit: "tokens",
    min: 16,
    max: 131072,
    isInteger: true,
    stops: octaveStops(1024, 131072, 2),
    marks: [1024, 8192, 65536]
  }
};

/** How many of the places a picture shows. */
export function slotsTitle({nSlots}: Pick<SlotPicture, "nSlots">, nPlaces: number): string {
  const places = nSlots < nPlaces ? `${nSlots} places, not ${nPlaces}` : "the same places";
  return `The same 40 requests in ${places}`;
}

/** Replicas and link as the simulator takes them. */
export function splitOf(values: {reads: number; writes: number; link: string}): Split {
  const {reads, writes, link} = values;
  return {nPrefill: reads, nDecode: writes, linkBytesPerSecond: Number(link)};
}

/** Tasks of the page. */
export function batchingTasks({
  knee
}: {
  readonly knee: string;
}): readonly {readonly task: string; readonly answer: readonly Child[]}[] {
  return [
    {
      task: "Meet a p99 first token of 1 s at 10 requests a second with the fewest cards.",
      answer: [
        `One H100 is enough, with places to spare. At the defaults 10 requests a second take nearly all of 32 places, and one in a hundred waits over 2 s; with 40 places or more the p99 is under 0.3 s. With your inputs ${knee}`
      ]
    },
    {
      task: "When do replicas that only read, or only write, serve more?",
      answer: [
        "Choose own lengths of 4,000 in and 200 out, 2 replicas of each kind, and 12 ms for each further token: apart, nine in ten are in time at twice the rate, as no prompt is read beside a reader. With chat-like lengths the one that reads is idle, and together is better."
      ]
    },
    {
      task: "Where does continuous batching gain nothing?",
      answer: [
        "Where all answers are equally long (spread 0), and where the queue is never full: at a low rate both schedulers write all that comes, and differ in the wait for the first token only."
      ]
    },
    {
      task: "Why is the first token later when prompts come in pieces?",
      answer: [
        "The pieces share each pass with the readers, so the prompt needs more passes, each a little longer than without it. That is the price of nobody's tokens stalling."
      ]
    }
  ];
}

/** The rate up to which nine in ten answers are in time, in words. */
export function kneeWords(points: readonly RatePoint[]): string {
  const good = points.filter(
    ({batching, goodFraction}) => batching === "continuous" && goodFraction >= 0.9
  );
  const most = Math.max(0, ...good.map(({requestsPerSecond}) => requestsPerSecond));
  return `nine in ten answers are in time up to ${most} requests a second.`;
}

/** Stops of a guess at a gain. */
export function guessedRatios(): readonly number[] {
  return linearStops(1, 10, 0.1);
}
