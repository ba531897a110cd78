import {frontMatterOf, readKey, scalar, withEntry} from "./front-matter.js";
import {sha256} from "./sha256.js";

/** Where a fork comes from, as its front matter says. */
export interface Lineage {
  /** Path of the original page from the source root, without extension: /pages/kv-cache */
  readonly of: string;
  /** Hash of the original's text that the fork was made from or last merged with */
  readonly base: string;
}

/** Name of a text in lineage and in the store of originals: 16 digits of its SHA-256. */
export function textHash(text: string): string {
  return sha256(text).slice(0, 16);
}

/** The lineage of a page; null when it is no fork. */
export function lineageOf(source: string): Lineage | null {
  const frontMatter = frontMatterOf(source);
  const of = readKey(frontMatter, "fork.of");
  const base = readKey(frontMatter, "fork.base");
  return of === null || base === null ? null : {of, base};
}

/** The page with its lineage written into its front matter. */
export function withLineage(source: string, {of, base}: Lineage): string {
  const frontMatter = frontMatterOf(source);
  const entry = `fork:\n  of: ${scalar(of)}\n  base: "${base}"`;
  return withEntry(frontMatter, "fork", entry) + source.slice(frontMatter.length);
}

/** The page as it would be without its lineage, to be compared with its original. */
export function withoutLineage(source: string): string {
  const frontMatter = frontMatterOf(source);
  if (readKey(frontMatter, "fork.of") === null) return source;
  return withEntry(frontMatter, "fork", null) + source.slice(frontMatter.length);
}

/** The page under another title, in its front matter and in the sidebar. */
export function withTitle(source: string, title: string): string {
  const frontMatter = frontMatterOf(source);
  const entry = `title: ${scalar(title)}`;
  return withEntry(frontMatter, "title", entry) + source.slice(frontMatter.length);
}

/** The title of a page: that of its front matter, or its first heading. */
export function titleOf(source: string): string | null {
  const frontMatter = frontMatterOf(source);
  const heading = /^# +(.+?)[ #]*$/m.exec(source.slice(frontMatter.length))?.[1];
  return readKey(frontMatter, "title") ?? heading ?? null;
}
