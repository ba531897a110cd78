/** A page as Framework's own parser sees it, with the place of each cell in the file. */
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {findAssets} from "@observablehq/framework/dist/html.js";
import {parseInfo} from "@observablehq/framework/dist/info.js";
import {
  createMarkdownIt,
  type CellCode,
  type Token
} from "@observablehq/framework/dist/markdown.js";

/** Something wrong at a place; `cell` is null in prose. */
export interface Fault {
  file: string;
  line: number;
  cell: number | null;
  message: string;
}

export interface PageCell {
  /** Position on the page, from 1, code blocks and `${…}` together. */
  number: number;
  /** Line of the file where the cell's code begins. */
  line: number;
  /** `js`, `ts`, `tex`, … or `inline`. */
  tag: string;
  /** The code as it stands in the file. */
  text: string;
  /** What Framework's parser makes of it; null on a syntax error. */
  code: CellCode | null;
  /** The parser's message, and the line it names. */
  syntaxError: {message: string; line: number} | null;
}

export interface Heading {
  level: number;
  text: string;
  line: number;
}

export interface Page {
  /** Where it stands, from the source root, without extension: `/pages/kv-cache`. */
  path: string;
  /** File name as given to the reader. */
  file: string;
  source: string;
  cells: PageCell[];
  headings: Heading[];
  /** Ids that a link may name. */
  anchors: Set<string>;
  /** Pages that its links name, resolved from the root: `/pages/kv-cache#limits`. */
  links: Set<string>;
  /** Images, downloads and the like, from the page. */
  assets: Set<string>;
}

const markdown = createMarkdownIt();

export function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let i = source.indexOf("\n"); i >= 0 && i < offset; i = source.indexOf("\n", i + 1)) ++line;
  return line;
}

/** Lines of front matter, which the parser does not see. */
function frontMatterLines(source: string): number {
  const match = /^---[^\n]*\n[\s\S]*?\n---[^\n]*(\n|$)/.exec(source);
  return match === null ? 0 : match[0].split("\n").length - 1;
}

function unescape(html: string): string {
  const entities: Record<string, string> = {lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'"};
  return html.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}

/** The message in what Framework renders for a broken cell, and its line within the cell, from 0. */
function parseError(html: string): {message: string; line: number} {
  const text = unescape(/SyntaxError: ([\s\S]*?)\s*<\//.exec(html)?.[1] ?? "invalid cell");
  const place = /\((\d+):\d+\)\s*$/.exec(text) ?? /<stdin>:(\d+):\d+: ERROR: /.exec(text);
  const message = text
    .replace(/\s*\(\d+:\d+\)\s*$/, "")
    .replace(/^[\s\S]*<stdin>:\d+:\d+: ERROR: /, "");
  return {message, line: Number(place?.[1] ?? 1) - 1};
}

interface Walk {
  path: string;
  source: string;
  content: string;
  skipped: number;
  cursor: number;
}

/** Renders one code token by Framework's own rule, which parses it. */
function readCell(
  token: Token,
  index: number,
  tokens: Token[],
  walk: Walk
): Omit<PageCell, "number"> | null {
  const inline = token.type === "placeholder";
  const context = {code: [], path: walk.path} as {code: {node: CellCode}[]; path: string};
  const tag = inline ? "inline" : parseInfo(token.info).tag;
  const start = inline ? walk.content.indexOf(`\${${token.content}`, walk.cursor) : -1;
  if (inline) walk.cursor = Math.max(walk.cursor, start + token.content.length + 2);
  const own = inline ? lineOf(walk.content, start) : (token.map?.[0] ?? 0) + 2;
  const rule = markdown.renderer.rules[inline ? "placeholder" : "fence"];
  const html = rule?.(tokens, index, markdown.options, context, markdown.renderer) ?? "";
  const code = context.code[0]?.node ?? null;
  if (code === null && !html.includes("observablehq--error")) return null;
  const line = own + walk.skipped;
  const error = code === null ? parseError(html) : null;
  const last = token.content.trimEnd().split("\n").length - 1;
  return {
    line,
    tag,
    text: token.content,
    code,
    syntaxError:
      error === null ? null : {message: error.message, line: line + Math.min(error.line, last)}
  };
}

function readCells(tokens: Token[], walk: Walk): PageCell[] {
  const cells: PageCell[] = [];
  const visit = (list: Token[]) =>
    list.forEach((token, index) => {
      if (token.map) walk.cursor = Math.max(walk.cursor, offsetOfLine(walk.content, token.map[0]));
      if (token.type === "fence" || token.type === "placeholder") {
        const cell = readCell(token, index, list, walk);
        if (cell !== null) cells.push({number: cells.length + 1, ...cell});
      }
      if (token.children) visit(token.children);
    });
  visit(tokens);
  return cells;
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let i = 0; i < line; ++i) offset = text.indexOf("\n", offset) + 1;
  return offset;
}

function readHeadings(tokens: Token[], skipped: number): Heading[] {
  return tokens.flatMap((token, i) =>
    token.type === "heading_open"
      ? [
          {
            level: Number(token.tag.slice(1)),
            text: tokens[i + 1]?.content ?? "",
            line: (token.map?.[0] ?? 0) + 1 + skipped
          }
        ]
      : []
  );
}

/** Reads a page below a source root. */
export function readPage(root: string, path: string): Page {
  const file = join(root, `${path}.md`);
  const source = readFileSync(file, "utf8");
  const skipped = frontMatterLines(source);
  const content = source.split("\n").slice(skipped).join("\n");
  const walk = {path, source, content, skipped, cursor: 0};
  const tokens = markdown.parse(content, {});
  const cells = readCells(tokens, walk);
  const html = markdown.renderer.render(markdown.parse(content, {}), markdown.options, {
    code: [],
    path
  });
  const {anchors, localLinks, files} = findAssets(html, path);
  const headings = readHeadings(tokens, skipped);
  return {path, file, source, cells, headings, anchors, links: localLinks, assets: files};
}

/** Line of the file that an offset into a cell's own text stands on. */
export function cellLine(cell: PageCell, offset: number): number {
  const direct = cell.tag === "js" || cell.tag === "inline";
  return direct ? cell.line + lineOf(cell.text, offset) - 1 : cell.line;
}
