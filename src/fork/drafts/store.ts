import type {Draft, DraftEntry, DraftStore, Saved, Version} from "./draft.js";

const NAME = "inference-lab-forks";
const MAX_VERSIONS = 40;
/** Milliseconds between two versions that are kept. */
const VERSION_GAP_MS = 20_000;
/** Milliseconds after which what was deleted in a tab that was then closed is purged. */
const STALE_MS = 24 * 3600 * 1000;

/** A draft as it is kept: `deleted` is when it was deleted, by the clock of this computer. */
type Kept = Draft & {readonly deleted?: number};

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts", {keyPath: "id"});
      const versions = request.result.createObjectStore("versions", {
        keyPath: ["draft", "revision"]
      });
      versions.createIndex("draft", "draft");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("database not opened"));
    request.onblocked = () => reject(new Error("database is blocked"));
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("request failed"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("transaction aborted"));
  });
}

/** The drafts of this browser, in IndexedDB. */
export function draftStore(): DraftStore {
  const database = opened();
  database.then(purgeStale).catch(() => {});
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);

  /** Puts in a draft's place what `next` makes of what is kept there; null is a conflict. */
  async function write(id: string, next: (kept: Kept | undefined) => Kept | null): Promise<Saved> {
    let kept: Kept | undefined;
    let written: Kept | null = null;
    try {
      const transaction = (await database).transaction(["drafts", "versions"], "readwrite", {
        durability: "relaxed"
      });
      const end = finished(transaction);
      end.catch(() => {});
      kept = await answered<Kept | undefined>(transaction.objectStore("drafts").get(id));
      written = next(kept);
      if (written !== null && written !== kept) {
        transaction.objectStore("drafts").put(written);
        await keepVersion(transaction.objectStore("versions"), written);
      }
      await end;
    } catch (error) {
      return {kind: "refused", reason: isQuota(error) ? "full" : "off"};
    }
    if (written === null) return {kind: "conflict", stored: alive(kept)};
    channel?.postMessage(id);
    return {kind: "saved", draft: written};
  }

  async function purge({id, revision}: Pick<Draft, "id" | "revision">): Promise<void> {
    await purgeFrom(await database, (kept) => kept.id === id && kept.revision === revision);
    channel?.postMessage(id);
  }

  return {
    save: (draft) =>
      write(draft.id, (kept) => {
        const isFree = kept?.deleted === undefined && (kept?.revision ?? 0) === draft.revision;
        return isFree ? {...draft, revision: draft.revision + 1} : null;
      }),
    remove: (id) => write(id, (kept) => (kept ? {...kept, deleted: Date.now()} : null)),
    restore: (id) => write(id, (kept) => (kept ? withoutMark(kept) : null)),
    purge,
    async list() {
      const store = (await database).transaction("drafts").objectStore("drafts");
      const drafts = await answered<Kept[]>(store.getAll());
      return drafts
        .filter((kept) => kept.deleted === undefined)
        .map(entryOf)
        .sort((a, b) => b.updated - a.updated);
    },
    async get(id) {
      const store = (await database).transaction("drafts").objectStore("drafts");
      return alive(await answered<Kept | undefined>(store.get(id)));
    },
    async versions(id) {
      const store = (await database).transaction("versions").objectStore("versions");
      const all = await answered<Version[]>(store.index("draft").getAll(id));
      return all.sort((a, b) => b.revision - a.revision);
    },
    listen(callback) {
      const listener = ({data}: MessageEvent<unknown>) => callback(String(data));
      channel?.addEventListener("message", listener);
      return () => channel?.removeEventListener("message", listener);
    }
  };
}

function alive(kept: Kept | undefined): Draft | null {
  return kept === undefined || kept.deleted !== undefined ? null : kept;
}

/** The draft itself when it has no mark. */
function withoutMark(kept: Kept): Draft {
  if (kept.deleted === undefined) return kept;
  const draft: {-readonly [K in keyof Kept]: Kept[K]} = {...kept};
  delete draft.deleted;
  return draft;
}

async function purgeStale(database: IDBDatabase): Promise<void> {
  const now = Date.now();
  await purgeFrom(database, ({deleted}) => deleted !== undefined && now - deleted > STALE_MS);
}

/** Deletes drafts for good, each with its versions. */
async function purgeFrom(database: IDBDatabase, isMeant: (kept: Kept) => boolean): Promise<void> {
  const transaction = database.transaction(["drafts", "versions"], "readwrite");
  const end = finished(transaction);
  const drafts = transaction.objectStore("drafts");
  const versions = transaction.objectStore("versions");
  for (const {id} of (await answered<Kept[]>(drafts.getAll())).filter(isMeant)) {
    drafts.delete(id);
    const keys = await answered(versions.index("draft").getAllKeys(id));
    for (const key of keys) versions.delete(key);
  }
  await end;
}

function entryOf({id, title, path, updated}: Draft): DraftEntry {
  return {id, title, path, updated};
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** Adds the text to the draft's versions, or replaces the newest when that is only a moment old. */
async function keepVersion(store: IDBObjectStore, draft: Draft): Promise<void> {
  const {id, revision, updated, source} = draft;
  const keys = (await answered(store.index("draft").getAllKeys(id))) as [string, number][];
  const numbers = keys.map(([, number]) => number).sort((a, b) => a - b);
  const newest = numbers.at(-1);
  const last =
    newest === undefined ? undefined : await answered<Version | undefined>(store.get([id, newest]));
  if (last?.source === source) return;
  const isMoment = numbers.length > 1 && last && Math.abs(updated - last.time) < VERSION_GAP_MS;
  if (isMoment) store.delete([id, last.revision]);
  const time = isMoment ? last.time : updated;
  store.put({draft: id, revision, time, source} satisfies Version);
  for (const old of numbers.slice(0, Math.max(0, numbers.length - MAX_VERSIONS)))
    store.delete([id, old]);
}
