import {fenceOf, liveTags} from "./fence.js";
import {joinPage, splitPage} from "./split.js";

/** What stands before a path in code, and how the path is quoted. */
const inCode =
  /(\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\(\s*)(["'`])(\.{1,2}\/[^"'`\n$]*)\2/g;
const file = /(\bFileAttachment\(\s*)(["'`])(?!\/|\w+:)([^"'`\n$]+)\2/g;
const link = /(\]\(\s*<?)()(?!\/|#|\w+:)([^\s)<>]+)/g;
const definition = /(^ {0,3}\[[^\]]+\]:[ \t]*)()(?!\/|#|\w+:)(\S+)/gm;
const attribute = /(\s(?:href|src)\s*=\s*)(["'])(?!\/|#|\w+:|\$\{)([^"'\n]+)\2/g;

/**
 * A page's text as it reads in another folder: relative paths of imports, files and links are
 * written from the source root, so that they name the same things.
 */
export function rebased(source: string, path: string): string {
  const {frontMatter, cells} = splitPage(source);
  return joinPage({frontMatter, cells: cells.map((cell) => rebasedCell(cell, path))});
}

/** A rebased page with the cells that its original has too written as they are written there. */
export function inPlaceOf(
  original: string,
  {source, path}: {readonly source: string; readonly path: string}
): string {
  const written = new Map(splitPage(original).cells.map((cell) => [rebasedCell(cell, path), cell]));
  const {frontMatter, cells} = splitPage(source);
  return joinPage({frontMatter, cells: cells.map((cell) => written.get(cell) ?? cell)});
}

function rebasedCell(cell: string, path: string): string {
  const fence = fenceOf(cell);
  const patterns =
    fence && liveTags.includes(fence.tag)
      ? [inCode, file, ...(fence.tag === "html" ? [attribute] : [])]
      : [inCode, file, link, definition, attribute];
  return patterns.reduce(
    (text, pattern) =>
      text.replace(pattern, (_, before: string, quote: string, name: string) => {
        return before + quote + fromRoot(name, path) + quote;
      }),
    cell
  );
}

/** A path relative to a page, from the source root. */
function fromRoot(name: string, path: string): string {
  const base = new URL(path, "http://root");
  const {pathname, search, hash} = new URL(name, base);
  return decodeURI(pathname) + search + hash;
}
