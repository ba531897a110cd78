import {createMarkdownIt, type Token} from "@observablehq/framework/dist/markdown.js";
import {parsePlaceholder} from "@observablehq/framework/dist/placeholder.js";
import {liveTags} from "./fence.js";
import {frontMatterOf} from "./front-matter.js";
import {openElements} from "./tags.js";

/** A page as cells. The front matter and the cells, one after the other, are its source, byte for byte. */
export interface Split {
  readonly frontMatter: string;
  readonly cells: readonly string[];
  /** Link references that the whole page shares */
  readonly references: Readonly<Record<string, object>>;
}

/** Markdown blocks with their lines; Framework's placeholder rule would take those of HTML away. */
const blocks = createMarkdownIt();
blocks.core.ruler.disable(["placeholder", "inline"]);

/** Where a cell starts, in lines, and what HTML its blocks hold. */
interface Piece {
  readonly start: number;
  html: string;
}

/**
 * Cuts a page into cells: each fence that Framework runs is one, and each heading starts one with
 * all that follows it. Cells between which an HTML element is open stay together.
 */
export function splitPage(source: string): Split {
  const frontMatter = frontMatterOf(source);
  const content = source.slice(frontMatter.length);
  const env: {references?: Record<string, object>} = {};
  const pieces = piecesOf(blocks.parse(content, env));
  const starts = lineStarts(content);
  const cuts = [...balanced(pieces).map(({start}) => starts[start] ?? content.length)];
  if (cuts.length > 0) cuts[0] = 0;
  const cells = cuts.map((cut, i) => content.slice(cut, cuts[i + 1] ?? content.length));
  if (cells.length === 0 && content !== "") cells.push(content);
  return {frontMatter, cells, references: env.references ?? {}};
}

/** The page that a split came from. */
export function joinPage({frontMatter, cells}: Pick<Split, "frontMatter" | "cells">): string {
  return frontMatter + cells.join("");
}

function piecesOf(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  let isAfterFence = false;
  for (const token of tokens) {
    if (token.level !== 0 || token.nesting < 0 || token.map === null) continue;
    const isLive = token.type === "fence" && isLiveFence(token);
    if (isLive || isAfterFence || token.type === "heading_open" || pieces.length === 0)
      pieces.push({start: token.map[0], html: ""});
    isAfterFence = isLive;
    const last = pieces.at(-1);
    if (last && token.type === "html_block") last.html += withoutPlaceholders(token.content);
  }
  return pieces;
}

function isLiveFence({info}: Token): boolean {
  const tag = info.trim().split(/\s/)[0]?.toLowerCase() ?? "";
  return liveTags.includes(tag) || (tag === "md" && /\brun\s*=\s*["']?false\b/i.test(info));
}

function withoutPlaceholders(html: string): string {
  return Array.from(parsePlaceholder(html), ({type, content}) =>
    type === "placeholder" ? "" : content
  ).join("");
}

/** Pieces with those merged between which an element is open. One that is never closed merges nothing. */
function balanced(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (let i = 0; i < pieces.length;) {
    const piece = pieces[i];
    if (!piece) break;
    merged.push(piece);
    i = endOfBalance(pieces, i);
  }
  return merged;
}

function endOfBalance(pieces: readonly Piece[], first: number): number {
  let open: readonly string[] = [];
  for (let i = first; i < pieces.length; ++i) {
    open = openElements(pieces[i]?.html ?? "", open);
    if (open.length === 0) return i + 1;
  }
  return first + 1;
}

/** Offsets of lines as markdown counts them. */
function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({index, 0: end}) => index + end.length)];
}

/** Whether a cell leaves nothing open (a fence, a comment, an element) that would swallow what follows. */
export function isClosed(text: string): boolean {
  const next = "```js\n0\n```\n";
  return splitPage(`${text.replace(/\s*$/, "\n\n")}${next}`).cells.at(-1) === next;
}
