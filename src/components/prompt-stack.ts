import {formatCount, formatPercent} from "../lib/format.js";
import {bestOrder, moveSegment, parseSegments, segmentsText} from "../lib/cost/segment-order.js";
import type {Segment, Sharing} from "../lib/cost/segments.js";
import {promptHits} from "../lib/cost/segments.js";
import {announce, el, fill, keep} from "./dom.js";
import {promptOptionsOf} from "./economics-inputs.js";
import {parseQuantity} from "./quantity.js";
import {sharingColor, sharingWords} from "./sharing.js";
import type {PageState} from "./state.js";

/**
 * The segments of the prompt as a list to edit: tokens, who shares them, up and down. Each change
 * writes the record's `seg`, and the hit rate that follows from it into `hit`.
 */
export function promptStack(state: PageState): HTMLElement {
  return keep("prompt-stack", () => {
    const list = el("ol", {class: "lab-stack", "aria-label": "Prompt, first segment first"});
    const segments = () => parseSegments(String(state.values.seg));
    const change = (next: readonly Segment[]) => {
      const {hitFraction} = promptHits(next, promptOptionsOf(state.values));
      state.set({seg: segmentsText(next), hit: rounded(hitFraction)});
      announce(`hit rate ${formatPercent(hitFraction)}`);
    };
    const show = () => fill(list, rowsOf(segments(), change));
    state.subscribe(["seg"], show);
    show();
    const best = () => change(bestOrder(segments(), promptOptionsOf(state.values)));
    const same = () => change(segments());
    return el(
      "div",
      {},
      list,
      button("Best order", best),
      button("Use its hit rate in the bill", same)
    );
  });
}

function button(label: string, onclick: () => void): HTMLElement {
  return el("button", {type: "button", class: "lab-setup", onclick}, label);
}

/** The address carries hit rates to a hundredth of a percent. */
function rounded(fraction: number): number {
  return Number(fraction.toFixed(4));
}

type Change = (next: readonly Segment[]) => void;

function rowsOf(segments: readonly Segment[], change: Change): HTMLElement[] {
  return segments.map((segment, index) => {
    const replace = (part: Partial<Segment>) =>
      change(segments.map((s, i) => (i === index ? {...s, ...part} : s)));
    const {name} = segment;
    return el(
      "li",
      {style: `--swatch:${sharingColor[segment.sharedBy]}`},
      el("span", {class: "lab-stack-name"}, name),
      tokensBox(segment, (tokens) => replace({tokens})),
      sharingBox(segment, (sharedBy) => replace({sharedBy})),
      mover({name, index, by: -1, isEnd: index === 0}, segments, change),
      mover({name, index, by: 1, isEnd: index === segments.length - 1}, segments, change)
    );
  });
}

function tokensBox({name, tokens}: Segment, onChange: (tokens: number) => void): HTMLElement {
  const input = el("input", {
    type: "text",
    inputmode: "numeric",
    value: formatCount(tokens),
    "aria-label": `Tokens of ${name}`
  });
  input.addEventListener("change", () => {
    const next = Math.round(parseQuantity(input.value, "count"));
    if (next >= 0 && next < 1e7) onChange(next);
    else input.value = formatCount(tokens);
  });
  return el("span", {class: "lab-box"}, input, " tokens");
}

function sharingBox({name, sharedBy}: Segment, onChange: (sharing: Sharing) => void): HTMLElement {
  const select = el(
    "select",
    {"aria-label": `Who shares ${name}`, onchange: () => onChange(select.value as Sharing)},
    Object.entries(sharingWords).map(([value, word]) =>
      el("option", {value, selected: value === sharedBy}, word)
    )
  );
  return select;
}

interface Mover {
  readonly name: string;
  readonly index: number;
  readonly by: 1 | -1;
  readonly isEnd: boolean;
}

/** The list is drawn anew on a move; the focus goes along with the segment. */
function mover(
  {name, index, by, isEnd}: Mover,
  segments: readonly Segment[],
  change: Change
): HTMLElement {
  const word = by < 0 ? "up" : "down";
  const attributes = {type: "button", class: "lab-quiet", "aria-label": `Move ${name} ${word}`};
  const made = el("button", {...attributes, disabled: isEnd}, by < 0 ? "↑" : "↓");
  made.addEventListener("click", () => {
    const list = made.closest("ol");
    change(moveSegment(segments, {index, by}));
    const moved = list?.children[index + by]?.querySelectorAll<HTMLButtonElement>("button") ?? [];
    const [up, down] = moved;
    const same = by < 0 ? up : down;
    (same?.disabled ? (by < 0 ? down : up) : same)?.focus();
  });
  return made;
}
