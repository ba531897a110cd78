import type {Field} from "./fields.js";
import {decadeStops, linearStops} from "./fields.js";
import type {FormItem} from "./form.js";

/** Inputs that only the page unit-economics has, and its own ranges for common ones. */

const price = (label: string, hint: string): Partial<Field> => ({
  kind: "price",
  label,
  hint,
  companion: "row"
});

const tokens = (label: string, hint: string, max = 1e5): Field => ({
  kind: "number",
  style: "count",
  label,
  hint,
  min: 0,
  max: 1e6,
  isInteger: true,
  stops: [0, ...decadeStops(10, max)],
  marks: [...new Set([0, 100, 1e3, 1e4, max])]
});

const segment = String.raw`[^:|]{1,40}:\d{1,7}:[etun]`;
const lever = "(hit|route|output|batch|self-host)";

export const economicsFields: Readonly<Record<string, Partial<Field>>> = {
  in: {min: 1},
  out: {min: 1},
  tier: price("Flagship", "any row of the price table, or your own"),
  mid: price("Mid", "one tier down from the flagship"),
  small: price("Small", "one tier down from mid"),
  writes: {
    kind: "choice",
    label: "Cache writes",
    term: "缓存写入",
    hint: "what the prompt below adds to the cache; off in the chapter",
    look: "segments",
    options: [
      {value: "off", label: "not charged"},
      {value: "5m", label: "5 min"},
      {value: "1h", label: "1 h"}
    ]
  },
  long: {
    kind: "toggle",
    label: "Context tiers",
    hint: "a prompt over the threshold re-prices the whole request; off in the chapter"
  },
  ttl: {
    kind: "choice",
    label: "A prefix stays for",
    term: "缓存时长",
    look: "segments",
    options: [
      {value: "300", label: "5 min"},
      {value: "600", label: "10 min"},
      {value: "3600", label: "1 h"}
    ]
  },
  tpl: {
    kind: "number",
    style: "plain",
    label: "Templates",
    hint: "used equally often",
    min: 1,
    max: 1e6,
    isInteger: true,
    stops: decadeStops(1, 1e4).filter(Number.isInteger),
    marks: [1, 10, 100, 1e3, 1e4]
  },
  uph: {
    kind: "number",
    style: "plain",
    label: "One user's requests an hour",
    hint: "while at work; the lab's assumption",
    min: 0,
    max: 1e4,
    stops: [0, ...decadeStops(1, 100).filter(Number.isInteger)],
    marks: [0, 1, 10, 100]
  },
  blk: {
    kind: "number",
    style: "plain",
    label: "Cache step",
    unit: "tokens",
    min: 1,
    max: 8192,
    isInteger: true,
    stops: [1, 16, 64, 128, 256, 528, 1024, 2096],
    marks: [1, 128, 2096]
  },
  minp: {
    kind: "number",
    style: "count",
    label: "Smallest prefix",
    unit: "tokens",
    min: 0,
    max: 65536,
    isInteger: true,
    stops: [0, 256, 512, 1024, 2048, 4096],
    marks: [0, 1024, 4096]
  },
  seg: {
    kind: "text",
    label: "Prompt",
    maxLength: 800,
    pattern: new RegExp(`^${segment}(\\|${segment}){0,11}$`)
  },
  grow: {
    kind: "number",
    style: "percent",
    label: "Remix rate grows weekly by",
    term: "周增长",
    min: 0,
    max: 10,
    stops: linearStops(0, 0.5, 0.01),
    marks: [0, 0.1, 0.25, 0.5]
  },
  from: {
    kind: "choice",
    label: "Start from",
    look: "segments",
    options: [
      {value: "flagship", label: "flagship"},
      {value: "mid", label: "mid"},
      {value: "small", label: "small"}
    ]
  },
  lev: {
    kind: "text",
    label: "Levers",
    maxLength: 80,
    pattern: new RegExp(`^(${lever}(\\.${lever}){0,4})?$`)
  },
  show: {
    kind: "choice",
    label: "Tier",
    look: "segments",
    options: ["all", "flagship", "mid", "small"].map((value) => ({value, label: value}))
  },
  turns: {
    kind: "number",
    style: "plain",
    label: "Turns",
    term: "轮数",
    min: 1,
    max: 500,
    isInteger: true,
    stops: decadeStops(1, 100).filter(Number.isInteger),
    marks: [1, 10, 100]
  },
  sys: tokens("Instructions and tools", "tokens in front, the same in all sessions"),
  usr: tokens("User text a turn", "tokens", 1e4),
  tool: tokens("Tool results a turn", "tokens; they stay in the history"),
  ans: tokens("Answer a turn", "tokens; it enters the history", 1e4),
  think: tokens("Reasoning a turn", "tokens; billed as output, not sent again"),
  warm: {
    kind: "number",
    style: "percent",
    label: "Turns that come in time",
    hint: "the rest find the cache expired",
    min: 0,
    max: 1,
    stops: linearStops(0, 1, 0.05),
    marks: [0, 0.5, 1]
  }
};

/** The controls beside the charts. */
export const economicsForm: readonly FormItem[] = [
  "dau",
  "remix",
  "pgc",
  "in",
  "out",
  "hit",
  {fold: "Models of the tiers", keys: ["tier", "mid", "small"]},
  {fold: "Beyond the chapter's formula", keys: ["writes", "long", "route", "bulk"]},
  {
    fold: "Self-hosting",
    keys: ["m", "wdt", "kvdt", "gpu", "n", "usdh", "peak", "load", "tpot"]
  },
  {fold: "Efficiency", keys: ["mbu", "mfu", "util", "overhead"]}
];

export const promptForm: readonly FormItem[] = [
  "ttl",
  "tpl",
  "uph",
  {fold: "The provider's rules", keys: ["blk", "minp"]}
];

export const sessionForm: readonly FormItem[] = [
  "turns",
  "sys",
  "usr",
  "tool",
  "ans",
  "think",
  "warm"
];
