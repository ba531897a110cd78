import {formatCount, formatPercent} from "../lib/format.js";
import type {AllocatorMoment, AllocatorSummary} from "../lib/sim/allocator-runs.js";
import {allocatorLabels} from "../lib/sim/paged-words.js";
import type {StoryBlock} from "../lib/sharing-story.js";
import type {SharingRow} from "../lib/sim/sharing-study.js";
import {el, type Child} from "./dom.js";
import type {Column} from "./export.js";
import type {SymbolRow} from "./parts.js";
import {scrollTable, tableHead} from "./table.js";
import type {NamedShares} from "./waste-chart.js";

const share = {unit: "of memory", format: (value: number) => formatPercent(value)};

/** Columns behind the grids and lines of memory in time. */
export const momentColumns: readonly Column<AllocatorMoment>[] = [
  {
    key: "name",
    label: "Allocator",
    format: (name: AllocatorMoment["name"]) => allocatorLabels[name],
    role: "name"
  },
  {
    key: "timeSeconds",
    label: "Time",
    unit: "s",
    format: (value: number) => value.toFixed(1),
    role: "x"
  },
  {key: "usedFraction", label: "Holds tokens", ...share, role: "y"},
  {key: "running", label: "Running", format: formatCount},
  {key: "waiting", label: "Waiting", format: formatCount}
];

/** Shares of memory as a flat row. */
export interface WasteRow {
  readonly name: string;
  readonly used: number;
  readonly reserved: number;
  readonly internal: number;
  readonly external: number;
}

export const wasteColumns: readonly Column<WasteRow>[] = [
  {key: "name", label: "", role: "name"},
  {key: "used", label: "Holds tokens", ...share, role: "y"},
  {key: "reserved", label: "Reserved", ...share},
  {key: "internal", label: "Internal", ...share},
  {key: "external", label: "External", ...share}
];

/** Bars as rows of a table. */
export function wasteRows(bars: readonly NamedShares[]): WasteRow[] {
  return bars.map(({name, shares: {used, reserved, internal, external}}) => {
    return {name, used, reserved, internal, external};
  });
}

/** Runs, or block sizes, as bars. */
export function namedShares(
  rows: readonly (Pick<AllocatorSummary, "shares"> & {
    readonly name?: AllocatorSummary["name"];
    readonly blockTokens?: number;
  })[]
): NamedShares[] {
  return rows.map(({name, blockTokens, shares}) => ({
    name: name ? allocatorLabels[name] : String(blockTokens),
    shares
  }));
}

export const roomColumns: readonly Column<AllocatorSummary>[] = [
  {
    key: "name",
    label: "Allocator",
    format: (name: AllocatorSummary["name"]) => allocatorLabels[name],
    role: "name"
  },
  {
    key: "meanRunning",
    label: "At once",
    unit: "requests",
    format: (value: number) => value.toFixed(1)
  },
  {key: "outputTokensPerSecond", label: "Output", unit: "tokens/s", format: formatCount}
];

export const storyColumns: readonly Column<StoryBlock>[] = [
  {key: "block", label: "Block"},
  {key: "text", label: "Holds"},
  {key: "tokens", label: "Tokens"},
  {
    key: "parent",
    label: "After",
    format: (parent: number) => (parent < 0 ? "none" : String(parent))
  },
  {key: "holders", label: "Reference count"}
];

export const pagedSymbols: readonly SymbolRow[] = [
  {
    letter: "M",
    code: "capacityTokens",
    term: "KV 槽位",
    meaning: "tokens of KV that fit",
    unit: "tokens"
  },
  {letter: "b", code: "blockTokens", term: "块大小", meaning: "tokens of a block", unit: "tokens"},
  {
    letter: "S",
    code: "maxModelLen",
    term: "最大长度",
    meaning: "longest prompt and answer",
    unit: "tokens"
  },
  {
    letter: "P",
    code: "promptTokens",
    term: "提示词",
    meaning: "tokens of a prompt",
    unit: "tokens"
  },
  {
    letter: "A",
    code: "outputTokens",
    term: "生成长度",
    meaning: "tokens of an answer",
    unit: "tokens"
  }
];

/** Tasks of the page, with answers from its own runs. */
export function pagedTasks({
  atSixteen,
  atLargest
}: {
  readonly atSixteen: number;
  readonly atLargest: number;
}): readonly {readonly task: string; readonly answer: readonly Child[]}[] {
  return [
    {
      task: "Which block size would you choose for answers of 50 tokens?",
      answer: [
        "Set the lengths to instruction-like and look at the second chart of waste: a last block is half empty on average, b/2 tokens of about 80, so 16 costs about a tenth and 1 nothing. The paper stays at 16 because smaller blocks keep the card's memory reads too short."
      ]
    },
    {
      task: "What breaks at blocks of 256?",
      answer: [
        `On this stream pages of 16 hold tokens in ${formatPercent(atSixteen)} of memory, pages of 256 in ${formatPercent(atLargest)}: half a block a request is lost again, and prefixes shorter than 256 tokens are never shared.`
      ]
    },
    {
      task: "Make the longest length 16,384. What happens to the first memory?",
      answer: [
        "A request that may grow that long reserves it all: the first memory holds none or one. Pages do not change, for they reserve what is there, not what may come."
      ]
    }
  ];
}

/** What several answers to a prompt save, beside the paper's figures. */
export function savingsTable(rows: readonly SharingRow[]): HTMLElement {
  const body = rows.map(({way, lengths, samples, savedFraction, publishedFraction}) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, `${way}, ${lengths}`),
      el("td", {class: "lab-right"}, samples),
      el("td", {class: "lab-right"}, formatPercent(savedFraction)),
      el(
        "td",
        {class: "lab-right"},
        publishedFraction === null ? "between" : formatPercent(publishedFraction)
      )
    )
  );
  const head = ["Answers", "Number", "Here", "Paper"];
  const content = [tableHead(head, [1, 2, 3]), el("tbody", {}, body)];
  return scrollTable(content, {label: "Blocks that parallel sampling and beam search save"});
}
