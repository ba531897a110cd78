import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {changed, redone, startHistory, undone} from "../../../src/fork/notebook/history.js";
import {
  editCell,
  fromSource,
  insertCell,
  keyMaker,
  moveCell,
  removeCell,
  resplitCell,
  toggleCell,
  toSource,
  withSource,
  type Notebook
} from "../../../src/fork/notebook/notebook.js";
import {pages} from "./arbitrary.js";

const source = "# A\n\n```js\na\n```\n\nB\n";
const keys = ({cells}: Notebook) => cells.map(({key}) => key).join();

describe("fromSource(source, newKey)", () => {
  it("gives each cell a key, and toSource gives the page back", () => {
    fc.assert(
      fc.property(pages, (text) => {
        const notebook = fromSource(text, keyMaker());
        expect(toSource(notebook)).toBe(text);
        expect(new Set(notebook.cells.map(({key}) => key)).size).toBe(notebook.cells.length);
      })
    );
  });
});

describe("changes of a notebook", () => {
  const notebook = fromSource(source, keyMaker());

  it("insert, remove and move cells by key", () => {
    expect(keys(notebook)).toBe("1,2,3");
    expect(keys(insertCell(notebook, {at: 1, cell: {key: "9", text: "x"}}))).toBe("1,9,2,3");
    expect(keys(removeCell(notebook, "2"))).toBe("1,3");
    expect(keys(moveCell(notebook, "2", 1))).toBe("1,3,2");
    expect(keys(moveCell(notebook, "2", -1))).toBe("2,1,3");
    expect(moveCell(notebook, "1", -1)).toBe(notebook);
    expect(moveCell(notebook, "3", 1)).toBe(notebook);
  });

  it("edit and switch cells, and keep them apart in the page's text", () => {
    expect(toSource(editCell(notebook, "1", "# X"))).toBe("# X\n\n```js\na\n```\n\nB\n");
    expect(toSource(toggleCell(notebook, "2"))).toContain("```js run=false\n");
    expect(toSource(toggleCell(toggleCell(notebook, "2"), "2"))).toBe(source);
    expect(toSource(moveCell(notebook, "3", -1))).toBe("# A\n\nB\n```js\na\n```\n\n");
  });

  it("resplitCell(notebook, key) makes several cells of one whose text became several", () => {
    const edited = editCell(notebook, "1", "# A\n\n```js\nb\n```\n\nC\n\n");
    expect(keys(resplitCell(edited, "1", () => "n" + Math.random()))).toMatch(
      /^1,n[^,]+,n[^,]+,2,3$/
    );
    expect(resplitCell(notebook, "1", keyMaker())).toBe(notebook);
  });

  it("withSource(notebook, source) keeps the keys of cells that are still there", () => {
    const next = withSource(notebook, "new\n\n# A\n\n```js\na + 1\n```\n", () => "9");
    expect(keys(next)).toBe("9,1,2");
  });
});

describe("history", () => {
  const start = fromSource(source, keyMaker());

  it("takes typing on as one step and goes back across cells", () => {
    let history = startHistory(start);
    const type = (key: string, text: string, time: number) =>
      (history = changed(history, editCell(history.present, key, text), {
        key,
        isTyping: true,
        time
      }));
    type("1", "# A1\n\n", 0);
    type("1", "# A12\n\n", 100);
    type("3", "C\n", 200);
    type("3", "C1\n", 5000);
    expect(history.past).toHaveLength(3);
    const steps: (string | undefined)[] = [];
    for (let back = undone(history); back; back = undone(history)) {
      steps.push(back.key);
      history = back.history;
    }
    expect(steps).toEqual(["3", "3", "1"]);
    expect(history.present).toBe(start);
    for (let on = redone(history); on; on = redone(history)) history = on.history;
    expect(toSource(history.present)).toBe("# A12\n\n```js\na\n```\n\nC1\n");
  });

  it("forgets what was undone when something else is done", () => {
    let history = changed(startHistory(start), removeCell(start, "1"), {key: "1", time: 0});
    history = undone(history)?.history ?? history;
    history = changed(history, removeCell(start, "2"), {key: "2", time: 1});
    expect(redone(history)).toBeNull();
    expect(changed(history, history.present, {key: "2", time: 2})).toBe(history);
  });
});
