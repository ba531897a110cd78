import type {Draft, DraftStore, Saved} from "../../src/fork/drafts/draft.js";

/** A store in memory that several tabs share. */
export function memoryStore() {
  const drafts = new Map<string, Draft>();
  const deleted = new Set<string>();
  const listeners = new Set<(id: string) => void>();
  let refused: Saved | null = null;
  const alive = (id: string) => (deleted.has(id) ? null : (drafts.get(id) ?? null));
  const store: DraftStore = {
    list: async () => [...drafts.values()].filter(({id}) => !deleted.has(id)),
    get: async (id) => alive(id),
    async save(next) {
      if (refused) return refused;
      if (deleted.has(next.id) || (alive(next.id)?.revision ?? 0) !== next.revision)
        return {kind: "conflict", stored: alive(next.id)};
      const saved = {...next, revision: next.revision + 1};
      drafts.set(next.id, saved);
      return {kind: "saved", draft: saved};
    },
    async remove(id) {
      if (refused) return refused;
      const draft = alive(id);
      if (!draft) return {kind: "conflict", stored: null};
      deleted.add(id);
      return {kind: "saved", draft};
    },
    async restore(id) {
      const draft = drafts.get(id);
      if (!draft) return {kind: "conflict", stored: null};
      if (refused && deleted.has(id)) return refused;
      deleted.delete(id);
      return {kind: "saved", draft};
    },
    async purge({id}) {
      deleted.delete(id);
      drafts.delete(id);
    },
    versions: async () => [],
    listen(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    }
  };
  return {
    store,
    drafts,
    tell: (id: string) => listeners.forEach((callback) => callback(id)),
    refuse: (saved: Saved | null) => (refused = saved)
  };
}
