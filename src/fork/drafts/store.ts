import type {Draft, DraftEntry, DraftStore, Saved, Version} from "./draft.js";

const NAME = "inference-lab-forks";
const MAX_VERSIONS = 40;
/** Milliseconds between two versions that are kept. */
const VERSION_GAP_MS = 20_000;

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
  database.catch(() => {});
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);

  async function save(draft: Draft): Promise<Saved> {
    let stored: Draft | undefined;
    let isConflict = false;
    const next = {...draft, revision: draft.revision + 1};
    try {
      const transaction = (await database).transaction(["drafts", "versions"], "readwrite", {
        durability: "relaxed"
      });
      const end = finished(transaction);
      end.catch(() => {});
      stored = await answered<Draft | undefined>(transaction.objectStore("drafts").get(draft.id));
      isConflict = (stored?.revision ?? 0) !== draft.revision;
      if (!isConflict) {
        transaction.objectStore("drafts").put(next);
        await keepVersion(transaction.objectStore("versions"), next);
      }
      await end;
    } catch (error) {
      return {kind: "refused", reason: isQuota(error) ? "full" : "off"};
    }
    if (isConflict) return {kind: "conflict", stored: stored ?? null};
    channel?.postMessage(draft.id);
    return {kind: "saved", draft: next};
  }

  async function remove(id: string): Promise<void> {
    const transaction = (await database).transaction(["drafts", "versions"], "readwrite");
    transaction.objectStore("drafts").delete(id);
    const versions = transaction.objectStore("versions");
    for (const key of await answered(versions.index("draft").getAllKeys(id))) versions.delete(key);
    await finished(transaction);
    channel?.postMessage(id);
  }

  return {
    save,
    remove,
    async list() {
      const store = (await database).transaction("drafts").objectStore("drafts");
      const drafts = await answered<Draft[]>(store.getAll());
      return drafts.map(entryOf).sort((a, b) => b.updated - a.updated);
    },
    async get(id) {
      const store = (await database).transaction("drafts").objectStore("drafts");
      return (await answered<Draft | undefined>(store.get(id))) ?? null;
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
