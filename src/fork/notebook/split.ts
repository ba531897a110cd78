import {createMarkdownIt, type Token} from "@observablehq/framework/dist/markdown.js";
import {parsePlaceholder} from "@observablehq/framework/dist/placeholder.js";
import {fenceOf, liveTags} from "./fence.js";
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

/**
 * Cuts a page into cells: each fence that Framework runs is one, each heading starts one, and so does
 * HTML that opens an element on the page's own level; what closes the last one ends one.
 */
export function splitPage(source: string): Split {
  const frontMatter = frontMatterOf(source);
  const content = source.slice(frontMatter.length);
  const env: {references?: Record<string, object>} = {};
  const starts = lineStarts(content);
  const cuts = firstLines(blocks.parse(content, env)).map((line) => starts[line] ?? content.length);
  if (cuts.length > 0) cuts[0] = 0;
  const cells = cuts.map((cut, i) => content.slice(cut, cuts[i + 1] ?? content.length));
  if (cells.length === 0 && content !== "") cells.push(content);
  return {frontMatter, cells, references: env.references ?? {}};
}

/** The page that a split came from. */
export function joinPage({frontMatter, cells}: Pick<Split, "frontMatter" | "cells">): string {
  return frontMatter + cells.join("");
}

/** Lines on which cells start. */
function firstLines(tokens: readonly Token[]): number[] {
  const lines: number[] = [];
  let open: readonly string[] = [];
  let isCut = true;
  for (const token of tokens) {
    if (token.level !== 0 || token.nesting < 0 || token.map === null) continue;
    const isLive = token.type === "fence" && isLiveFence(token);
    const before = open;
    if (token.type === "html_block") open = openElements(withoutPlaceholders(token.content), open);
    const isOpening = before.length === 0 && open.length > 0;
    if (isCut || isLive || isOpening || token.type === "heading_open") lines.push(token.map[0]);
    isCut = isLive || (before.length > 0 && open.length === 0);
  }
  return lines;
}

function isLiveFence({info}: Token): boolean {
  const tag = info.trim().split(/\s/)[0]?.toLowerCase() ?? "";
  return liveTags.includes(tag) || (tag === "md" && /\brun\s*=\s*["']?false\b/i.test(info));
}

/**
 * Neighbours that must be shown as one, since an HTML element is open between them, as index ranges
 * [start, end). An element that is never closed holds nothing together.
 */
export function groupCells(cells: readonly string[]): [number, number][] {
  const groups: [number, number][] = [];
  for (let start = 0; start < cells.length;) {
    const end = endOfGroup(cells, start);
    groups.push([start, end]);
    start = end;
  }
  return groups;
}

function endOfGroup(cells: readonly string[], start: number): number {
  let open: readonly string[] = [];
  for (let i = start; i < cells.length; ++i) {
    open = openElements(htmlOf(cells[i] ?? ""), open);
    if (open.length === 0) return i + 1;
  }
  return start + 1;
}

/** HTML blocks of cells by their text: an edit leaves all cells but one as they were. */
const htmlBlocks = new Map<string, string>();

/** The HTML blocks of a cell, without what stands in `${…}`. */
function htmlOf(text: string): string {
  if (!text.includes("<") || fenceOf(text)) return "";
  if (htmlBlocks.size > 1000) htmlBlocks.clear();
  const html = htmlBlocks.get(text) ?? parsedHtml(text);
  htmlBlocks.set(text, html);
  return html;
}

function parsedHtml(text: string): string {
  return blocks
    .parse(text, {})
    .filter(({type, level}) => type === "html_block" && level === 0)
    .map(({content}) => withoutPlaceholders(content))
    .join("");
}

function withoutPlaceholders(html: string): string {
  return Array.from(parsePlaceholder(html), ({type, content}) =>
    type === "placeholder" ? "" : content
  ).join("");
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
