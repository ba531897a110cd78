import type {StoryBlock, StoryStep} from "../lib/sharing-story.js";
import {colors, series} from "./colors.js";
import {svg} from "./dom.js";

const BOX = {width: 96, height: 44};
const GAP = {x: 34, y: 20};
const LEFT = 8;
const TOP = 10;

export const sharingHeight = 210;

interface Placed extends StoryBlock {
  readonly x: number;
  readonly y: number;
}

/** Blocks as a tree: a block stands right of the one before it; thicker the more sequences hold it. */
export function sharingChart(
  {blocks, sequences}: StoryStep,
  {width = 640}: {readonly width?: number} = {}
): Element {
  const placed = place(blocks);
  const scale = Math.min(1, (width - 2 * LEFT) / (4 * BOX.width + 3 * GAP.x));
  const root = svg("svg", {
    width,
    height: sharingHeight,
    viewBox: `0 0 ${width} ${sharingHeight}`,
    fill: "currentColor",
    "font-family": "system-ui, sans-serif"
  });
  const tree = svg("g", {transform: `translate(${LEFT},${TOP}) scale(${scale})`});
  const byBlock = new Map(placed.map((block) => [block.block, block]));
  for (const block of placed) {
    const parent = byBlock.get(block.parent);
    if (parent) tree.append(edge(parent, block));
  }
  tree.append(...placed.map(box));
  for (const [i, {name, table}] of sequences.entries()) {
    const last = byBlock.get(table.at(-1) ?? -1);
    if (last) tree.append(tag(name, last, {i, nBefore: holdersBefore(sequences, i)}));
  }
  root.append(tree);
  return root;
}

/** Depth along the sequence is x, a free row is y: a first child stays in its parent's row. */
function place(blocks: readonly StoryBlock[]): Placed[] {
  const placed: Placed[] = [];
  const depth = new Map<number, number>();
  let rows = 0;
  for (const block of blocks) {
    const level = (depth.get(block.parent) ?? -1) + 1;
    depth.set(block.block, level);
    const parent = placed.find(({block: id}) => id === block.parent);
    const hasSibling = placed.some(({parent: other}) => other === block.parent);
    const y = parent && !hasSibling ? parent.y : rows++ * (BOX.height + GAP.y);
    placed.push({...block, x: level * (BOX.width + GAP.x), y});
  }
  return placed;
}

function edge(from: Placed, to: Placed): SVGElement {
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = [to.x, to.y + BOX.height / 2];
  const d = `M${x1} ${y1}C${x1 + 18} ${y1} ${x2 - 18} ${y2} ${x2} ${y2}`;
  return svg("path", {d, fill: "none", stroke: colors.muted, "stroke-width": 1.5});
}

function box({x, y, block, tokens, holders, text}: Placed): SVGElement {
  const slots = Array.from({length: 4}, (_, i) =>
    svg("rect", {
      x: 4 + i * 22.5,
      y: 26,
      width: 20,
      height: 13,
      style: `fill:${i < tokens ? colors.kv : colors.free}`
    })
  );
  return svg(
    "g",
    {transform: `translate(${x},${y})`},
    svg("rect", {
      ...BOX,
      rx: 4,
      style: `fill:${colors.paper}`,
      stroke: colors.ink,
      "stroke-width": holders > 1 ? 1 + holders : 1
    }),
    svg("text", {x: 5, y: 17, "font-size": 11}, `${block}: ${text}`),
    svg(
      "text",
      {x: BOX.width - 6, y: 17, "font-size": 11, "font-weight": 600, "text-anchor": "end"},
      `×${holders}`
    ),
    slots
  );
}

function holdersBefore(sequences: StoryStep["sequences"], i: number): number {
  const last = sequences[i]?.table.at(-1);
  return sequences.slice(0, i).filter(({table}) => table.at(-1) === last).length;
}

/** The name of a sequence behind its last block. */
function tag(name: string, last: Placed, {i, nBefore}: {i: number; nBefore: number}): SVGElement {
  return svg(
    "text",
    {
      x: last.x + BOX.width + 6,
      y: last.y + 16 + 16 * nBefore,
      "font-size": 12,
      "font-weight": 600,
      style: `fill:${series[i % series.length]}`
    },
    name
  );
}
