import type {Draft, DraftStore} from "../drafts/draft.js";
import {newId} from "../drafts/draft.js";
import {decodeLink, isLink} from "../notebook/link.js";
import {lineageOf, textHash, titleOf, withoutLineage} from "../notebook/lineage.js";
import {sha256} from "../notebook/sha256.js";
import {reasons} from "../drafts/reasons.js";
import {inPlaceOf} from "../notebook/rebase.js";
import {isApproved} from "./approval.js";
import {readOriginal, type Site} from "./site.js";
import {templates} from "./templates.js";

/** Path that relative names of a notebook without an original mean. */
export const OWN_PATH = "/pages/forks/new";

/** What the address asks for, as a draft. @throws one sentence for the reader */
export async function openAddress(hash: string, site: Site, store: DraftStore): Promise<Draft> {
  if (isLink(hash)) return fromLink(hash, site);
  const fields = new URLSearchParams(hash);
  const id = fields.get("draft");
  if (id !== null) return withOriginal(await fromStore(id, store), site);
  const path = fields.get("page");
  if (path !== null) return fromPage(path, fields.get("q") ?? "", site);
  return fromTemplate(fields.get("new") ?? "empty");
}

const fresh = {storage: {}, isTrusted: true, disk: null, revision: 0, updated: 0};

async function fromStore(id: string, store: DraftStore): Promise<Draft> {
  const draft = await store.get(id).catch(() => {
    throw new Error(`this fork cannot be read: ${reasons.off}`);
  });
  if (!draft) throw new Error("this browser keeps no such fork: it was deleted, or made elsewhere");
  return draft;
}

/** A page that came as a file says what it is a fork of: with that original, it is one again. */
export async function withOriginal(
  draft: Draft,
  site: Pick<Site, "pageUrl" | "text" | "isFile">
): Promise<Draft> {
  const lineage = draft.base === null ? lineageOf(draft.source) : null;
  if (lineage === null) return draft;
  const original = await readOriginal(site, lineage.of).catch(() => null);
  if (original === null || textHash(original) !== lineage.base) return draft;
  const source = inPlaceOf(original, {source: withoutLineage(draft.source), path: lineage.of});
  return {...draft, path: lineage.of, source, base: original};
}

async function fromPage(path: string, search: string, site: Site): Promise<Draft> {
  const source = await readOriginal(site, path);
  const title = titleOf(source) ?? path;
  return {...fresh, id: newId(), title, path, source, base: source, search};
}

/** A notebook that came with a link: its code is shown, and runs only when the reader says so. */
async function fromLink(hash: string, site: Site): Promise<Draft> {
  const {title, path, source, base, search} = await decodeLink(hash);
  const original = base === null ? null : await readOriginal(site, path).catch(() => null);
  return {
    ...fresh,
    id: newId(),
    title: title || (titleOf(source) ?? "Shared notebook"),
    path,
    source,
    base: original !== null && textHash(original) === base ? original : null,
    search,
    isTrusted: isApproved(sha256(source)) || source === original
  };
}

function fromTemplate(name: string): Draft {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (!template) throw new Error(`there is no notebook to start from by this name: ${name}`);
  const {title, source} = template;
  return {...fresh, id: newId(), title, path: OWN_PATH, source, base: null, search: ""};
}
