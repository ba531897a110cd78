/** A fork of a page, as a new page. */
import {
  textHash,
  titleOf,
  withLineage,
  withoutLineage,
  withTitle
} from "../../src/fork/notebook/lineage.js";
import {rebased} from "../../src/fork/notebook/rebase.js";
import {withDefaults} from "./defaults.js";
import {checkName, forkPath, keepBase, pageFile, touchConfig} from "./store.js";
import {createFile, readText} from "./whole-file.js";

export interface CreateOptions {
  readonly root: string;
  readonly title?: string;
  /** key=value pairs for the defaults */
  readonly set?: readonly string[];
}

/** The path of the page that a name on the command line means: a page, or a fork. */
export function findPage(root: string, name: string): string {
  const bare = name.replace(/^\/|\.md$/g, "").replace(/^(src\/)?(pages\/)?/, "");
  if (!/^[\w-]+(\/[\w-]+)*$/.test(bare)) throw new Error(`invalid page: ${name}`);
  const paths = [`/pages/${bare}`, forkPath(bare)];
  const path = paths.find((candidate) => readText(pageFile(root, candidate)) !== null);
  if (path === undefined) throw new Error(`no such page: ${name}`);
  return path;
}

/** Writes a fork and returns its path. @throws when the name is taken or a setting is not valid */
export function createFork(parent: string, name: string, options: CreateOptions): string {
  const {root, set = []} = options;
  const of = findPage(root, parent);
  const path = forkPath(checkName(name));
  const original = readText(pageFile(root, of)) ?? "";
  const title = options.title ?? titleFromName(name);
  const text = withDefaults(comparable(original, of), set);
  const fork = withLineage(withTitle(text, title), {of, base: textHash(original)});
  keepBase(root, original);
  createFile(pageFile(root, path), fork);
  touchConfig(root);
  return path;
}

function titleFromName(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** An original's text in the form that its forks have: paths from the root, its own lineage and title aside. */
export function comparable(source: string, path: string): string {
  return rebased(withoutLineage(source), path);
}

/** A fork's or an original's title for a report. */
export function nameOf(source: string, path: string): string {
  return titleOf(source) ?? path;
}
