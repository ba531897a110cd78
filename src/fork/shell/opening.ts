import type {Draft, DraftStore} from "../drafts/draft.js";
import {newId} from "../drafts/draft.js";
import {decodeLink, isLink} from "../notebook/link.js";
import {textHash, titleOf} from "../notebook/lineage.js";
import {sha256} from "../notebook/sha256.js";
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
  if (id !== null) return fromStore(id, store);
  const path = fields.get("page");
  if (path !== null) return fromPage(path, fields.get("q") ?? "", site);
  return fromTemplate(fields.get("new") ?? "empty");
}

const fresh = {storage: {}, isTrusted: true, disk: null, revision: 0, updated: 0};

async function fromStore(id: string, store: DraftStore): Promise<Draft> {
  const draft = await store.get(id).catch(() => null);
  if (!draft) throw new Error("this browser keeps no such fork: it was deleted, or made elsewhere");
  return draft;
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
  const {title, source} = templates[name] ?? templates["empty"] ?? {title: "", source: ""};
  return {...fresh, id: newId(), title, path: OWN_PATH, source, base: null, search: ""};
}
