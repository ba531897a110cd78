import {slugOf} from "../drafts/slug.js";
import {textHash, withLineage, withoutLineage, withTitle} from "../notebook/lineage.js";
import {rebased} from "../notebook/rebase.js";
import type {App} from "./app.js";
import {OWN_PATH} from "./opening.js";

/** Path of the page that a notebook would be under a name. */
export function forkPath(name: string): string {
  return `/pages/forks/${name}`;
}

/** Name under which a notebook would be a page. */
export function nameOf(app: App): string {
  const {path, title} = app.session.draft;
  const own = /^\/pages\/forks\/([a-z0-9-]+)$/.exec(path)?.[1];
  return own !== undefined && path !== OWN_PATH ? own : slugOf(title);
}

/**
 * The notebook as the text of a page in src/pages/forks: paths from the source root, its title, and
 * what it is a fork of. A page that is saved over itself keeps its own lineage, and so does one whose
 * original is not here.
 */
export function pageText(app: App, name: string): string {
  const {path, title, base} = app.session.draft;
  const text = withTitle(rebased(app.session.source, path), title);
  if (forkPath(name) === path) return text;
  if (base === null && path !== OWN_PATH) return text;
  return base === null
    ? withoutLineage(text)
    : withLineage(withoutLineage(text), {of: path, base: textHash(base)});
}
