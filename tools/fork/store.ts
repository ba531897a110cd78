/** Forks on disk: where they and the texts they were made from are kept. */
import {existsSync, readdirSync, utimesSync} from "node:fs";
import {basename, join} from "node:path";
import {textHash} from "../../src/fork/notebook/lineage.js";
import {putFile, readText} from "./whole-file.js";

export const forksFolder = "pages/forks";

/** Names a fork may have: they become file names and addresses. */
export const forkName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function checkName(name: string): string {
  if (!forkName.test(name) || name.length > 64)
    throw new Error(`invalid name: ${name.slice(0, 80)} (use a-z, 0-9 and single hyphens)`);
  return name;
}

/** The file of a page below a source root. */
export function pageFile(root: string, path: string): string {
  return join(root, `${path}.md`);
}

export function forkPath(name: string): string {
  return `/${forksFolder}/${name}`;
}

/** Paths of the forks below a source root, by name. */
export function listForks(root: string): string[] {
  const folder = join(root, forksFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => forkPath(basename(file, ".md")))
    .sort();
}

/** Texts that forks were made from, by hash, so that a merge can tell who changed what. */
function baseFile(root: string, hash: string): string {
  return join(root, forksFolder, ".base", `${hash}.txt`);
}

/** Keeps a text and returns its hash. */
export function keepBase(root: string, text: string): string {
  const hash = textHash(text);
  const file = baseFile(root, hash);
  if (readBase(root, hash) === null) putFile(file, text);
  return hash;
}

/** The text with a hash; null when it is not kept or was tampered with. */
export function readBase(root: string, hash: string): string | null {
  if (!/^[0-9a-f]{16}$/.test(hash)) return null;
  const text = readText(baseFile(root, hash));
  return text !== null && textHash(text) === hash ? text : null;
}

/** Makes a running preview list the pages anew. */
export function touchConfig(root: string): void {
  const config = join(root, "..", "observablehq.config.ts");
  const now = new Date();
  if (existsSync(config)) utimesSync(config, now, now);
}
