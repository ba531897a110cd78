import {describe, expect, it, vi} from "vitest";
import type {Draft, DraftStore} from "../../../src/fork/drafts/draft.js";
import {editCell} from "../../../src/fork/notebook/notebook.js";
import {memoryStore} from "../memory-store.js";
import {Session, type SaveState} from "../../../src/fork/shell/session.js";

const draft: Draft = {
  id: "d",
  title: "T",
  path: "/pages/x",
  source: "# A\n\n```js\na\n```\n",
  base: "# A\n\n```js\na\n```\n",
  search: "",
  storage: {},
  isTrusted: true,
  disk: null,
  revision: 0,
  updated: 0
};

function opened(store: DraftStore, from = draft) {
  const states: SaveState[] = [];
  const parted: string[] = [];
  const session = new Session(from, store, {
    changed: () => {},
    saveState: (state) => states.push(state),
    parted: (title) => parted.push(title)
  });
  const type = (text: string) =>
    session.change(editCell(session.notebook, "2", `\`\`\`js\n${text}\n\`\`\`\n`), {
      key: "2",
      isTyping: true
    });
  return {session, states, parted, type};
}

describe("a session", () => {
  it("saves what was typed soon, also while typing goes on", async () => {
    vi.useFakeTimers();
    const {store, drafts} = memoryStore();
    const {type} = opened(store);
    for (let i = 0; i < 20; ++i) {
      type(`b${i}`);
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(drafts.get("d")?.source).toMatch(/b1[5-9]/);
    vi.useRealTimers();
  });

  it("saves nothing when nothing was changed", async () => {
    const {store, drafts} = memoryStore();
    await opened(store).session.save();
    expect(drafts.size).toBe(0);
  });

  it("saves what cells put into storage and where inputs stand, once that is another", async () => {
    for (const fields of [{storage: {x1: "a"}}, {search: "ctx=8"}, {title: "Mine"}]) {
      const {store, drafts} = memoryStore();
      const {session} = opened(store);
      session.amend({storage: {}, search: "", title: "T"});
      await session.save();
      expect(drafts.size).toBe(0);
      session.amend(fields);
      await session.save();
      expect(drafts.get("d")).toMatchObject(fields);
    }
  });

  it("is not kept for the reader's consent alone", async () => {
    const {store, drafts} = memoryStore();
    const {session} = opened(store, {...draft, isTrusted: false});
    session.amend({isTrusted: true});
    await session.save();
    expect(drafts.size).toBe(0);
  });

  it("goes on as a fork of its own when another tab saved first", async () => {
    const {store, drafts} = memoryStore();
    const [one, two] = [opened(store), opened(store)];
    one.type("one");
    await one.session.save();
    two.type("two");
    await two.session.save();
    expect(two.parted).toEqual(["T (this tab)"]);
    expect([...drafts.values()].map(({source}) => source).sort()).toEqual([
      "# A\n\n```js\none\n```\n",
      "# A\n\n```js\ntwo\n```\n"
    ]);
    two.type("two more");
    await two.session.save();
    expect(two.parted).toHaveLength(1);
    expect(drafts.size).toBe(2);
  });

  it("shows what another tab saved while it has no changes of its own", async () => {
    const {store, tell} = memoryStore();
    const [one, two] = [opened(store), opened(store)];
    one.type("one");
    await one.session.save();
    tell("d");
    await vi.waitFor(() => expect(two.session.source).toContain("one"));
    expect(two.session.undo()).toBe(true);
    expect(two.session.source).toBe(draft.source);
  });

  it("keeps trying after the browser refused", async () => {
    const {store, drafts, refuse} = memoryStore();
    const {session, states, type} = opened(store);
    refuse({kind: "refused", reason: "full"});
    type("b");
    await session.save();
    expect(states.at(-1)).toBe("full");
    refuse(null);
    await session.save();
    expect(states.at(-1)).toBe("saved");
    expect(drafts.get("d")?.source).toContain("b");
  });

  it("takes over what the original changed, and can take that back", () => {
    const {session, type} = opened(memoryStore().store);
    type("mine");
    expect(session.update("# B\n\n```js\na\n```\n")).toEqual([]);
    expect(session.source).toBe("# B\n\n```js\nmine\n```\n");
    expect(session.update("# B\n\n```js\ntheirs\n```\n")).toHaveLength(1);
    expect(session.source).toContain("```js run=false\ntheirs");
    session.undo();
    expect(session.source).toBe("# B\n\n```js\nmine\n```\n");
  });

  it("tells what was changed in the original", () => {
    const {session, type} = opened(memoryStore().store);
    type("a + 1");
    expect(session.changes().changes.map(({kind}) => kind)).toEqual(["same", "changed"]);
  });
});
