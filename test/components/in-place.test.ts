// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {keepInPlace} from "../../src/components/in-place.js";

let block: HTMLElement;
let root: Comment;
let moves: string[];

/** What Framework does when a cell shows values: the old nodes go, the new ones come before the root. */
function show(old: readonly (Element | Text)[], next: readonly Node[]): void {
  for (const node of old) node.remove();
  for (const node of next) block.insertBefore(node, root);
}

const settled = () => new Promise((done) => setTimeout(done));

const text = () => block.textContent;

function element(content: string): HTMLElement {
  const node = document.createElement("p");
  node.textContent = content;
  return node;
}

beforeEach(() => {
  document.body.innerHTML = '<div class="observablehq--block"><!--:00000000:--></div>';
  block = document.querySelector("div") as HTMLElement;
  root = block.firstChild as Comment;
  keepInPlace([block]);
  moves = [];
  new MutationObserver((records) => {
    for (const {addedNodes, removedNodes} of records) {
      moves.push(`+${addedNodes.length} -${removedNodes.length}`);
    }
  }).observe(block, {childList: true});
});

describe("keepInPlace(blocks)", () => {
  it("does not move an element that is shown again, so focus stays", async () => {
    const input = document.createElement("input");
    show([], [input]);
    input.focus();
    await settled();
    moves = [];
    show([input], [input]);
    await settled();
    expect(moves).toEqual([]);
    expect(document.activeElement).toBe(input);
  });

  it("replaces an element by another", async () => {
    const [one, two] = [element("one"), element("two")];
    show([], [one]);
    show([one], [two]);
    await settled();
    expect(text()).toBe("two");
  });

  it("removes an element that is not shown again", async () => {
    const one = element("one");
    show([], [one]);
    show([one], []);
    await settled();
    expect(text()).toBe("");
    expect(one.isConnected).toBe(false);
  });

  it("keeps the order of several values, whichever stay", async () => {
    const [one, two, three] = [element("1"), element("2"), element("3")];
    show([], [one, two]);
    show([one, two], [one, two]);
    await settled();
    expect(text()).toBe("12");
    show([one, two], [three, one]);
    await settled();
    expect(text()).toBe("31");
  });

  it("lets text come and go", async () => {
    const [one, two] = [document.createTextNode("one"), document.createTextNode("two")];
    show([], [one]);
    show([one], [two]);
    await settled();
    expect(text()).toBe("two");
  });

  it("shows an element again that had left before", async () => {
    const one = element("one");
    show([], [one]);
    show([one], []);
    await settled();
    show([], [one]);
    await settled();
    expect(text()).toBe("one");
  });
});
