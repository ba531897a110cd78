/** Do the pages, anchors and assets that a page links to exist? */
import {posix} from "node:path";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import {lineOf, type Fault, type Page} from "./page.js";

/** A link's target without query and extension, as Framework compares them. */
function target(path: string, href: string): string {
  const [, name = "", hash = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const from = name.startsWith("/") ? name : posix.join(posix.dirname(path), name);
  const page = name === "" ? path : from.replace(/\.html$/, "").replace(/\/$/, "/index");
  return page + hash;
}

/** Line on which a link or asset with this target stands in the source. */
function lineOfTarget(page: Page, wanted: string): number {
  const links =
    /\]\(\s*<?([^\s)>]+)|\b(?:href|src)\s*=\s*["']?([^\s"'>]+)|^\s*\[[^\]]+\]:\s*(\S+)/gm;
  for (const match of page.source.matchAll(links)) {
    const href = match[1] ?? match[2] ?? match[3] ?? "";
    if (target(page.path, href) === wanted) return lineOf(page.source, match.index);
  }
  return 1;
}

/** Links that no page and no anchor of the site answers to. */
export function brokenLinks(pages: readonly Page[], page: Page): Fault[] {
  const targets = new Set(
    pages.flatMap(({path, anchors}) => [
      path,
      ...[...anchors].map((anchor) => `${path}#${encodeURIComponent(anchor)}`)
    ])
  );
  const broken = [...page.links]
    .map((link) => target(page.path, link))
    .filter((t) => !targets.has(t));
  return broken.map((link) => ({
    file: page.file,
    line: lineOfTarget(page, link),
    cell: null,
    message: `broken link: ${link}`
  }));
}

export function missingAssets(root: string, page: Page): Fault[] {
  const loaders = new LoaderResolver({root});
  return [...page.assets]
    .map((asset) => posix.join(posix.dirname(page.path), asset))
    .filter((asset) => !loaders.find(asset))
    .map((asset) => ({
      file: page.file,
      line: lineOfTarget(page, asset),
      cell: null,
      message: `file not found: ${asset}`
    }));
}

/** What makes a browser fetch something, with an address of another host. */
const load =
  /(?:\bsrc\s*=\s*["']?|!\[[^\]]*\]\(\s*<?|\burl\(\s*["']?|\b(?:fetch|import|[jt]sv|csv|json|text|image|Worker|WebSocket|EventSource)\(\s*["'\x60])((?:https?:|wss?:)?\/\/[^\s"'\x60)>]+)/g;

/** Whatever a page would load from another host: the site loads nothing from elsewhere. */
export function foreignLoads(page: Page): Fault[] {
  return Array.from(page.source.matchAll(load), ({index, 1: address = ""}) => {
    const line = lineOf(page.source, index);
    const cell = page.cells.find(
      (cell) => cell.line <= line && line < cell.line + cell.text.trimEnd().split("\n").length
    );
    return {
      file: page.file,
      line,
      cell: cell?.number ?? null,
      message: `loads from another host: ${address}`
    };
  });
}
