import {describe, expect, it} from "vitest";
import {fromArchive, toArchive} from "../../../src/fork/drafts/archive.js";
import type {Draft} from "../../../src/fork/drafts/draft.js";
import {slugOf} from "../../../src/fork/drafts/slug.js";

const draft: Draft = {
  id: "d",
  title: "T",
  path: "/pages/x",
  source: "# A\n",
  base: null,
  search: "a=1",
  storage: {secret: "x"},
  isTrusted: true,
  disk: {name: "t", hash: "h"},
  revision: 7,
  updated: 5
};

describe("fromArchive(text)", () => {
  it("reads drafts back as new ones that wait for consent", () => {
    const [read] = fromArchive(toArchive([draft]));
    expect(read).toMatchObject({
      title: "T",
      path: "/pages/x",
      source: "# A\n",
      search: "a=1",
      updated: 5
    });
    expect(read).toMatchObject({isTrusted: false, disk: null, revision: 0, storage: {}});
    expect(read?.id).not.toBe("d");
  });

  it.each([
    ["x", "it is not JSON"],
    [toArchive([]), "there is no fork in this file"],
    ["null", "is no export of forks"],
    ['{"kind": "other", "drafts": []}', "is no export of forks"],
    [toArchive([{...draft, source: 5 as unknown as string}]), "fork 1 of this file has no source"],
    [toArchive([{...draft, path: "https://evil.example"}]), "names no page"]
  ])("refuses %s with a sentence", (text, sentence) => {
    expect(() => fromArchive(text)).toThrow(sentence);
  });
});

it.each([
  [5, 5],
  [1e300, "now"],
  [-1, 0],
  ["5", 0],
  [null, 0]
])("a fork last changed at %j is one changed at %s", (updated, time) => {
  const [read] = fromArchive(toArchive([{...draft, updated: updated as number}]));
  if (time === "now") expect(Math.abs((read?.updated ?? 0) - Date.now())).toBeLessThan(1000);
  else expect(read?.updated).toBe(time);
});

it.each([
  ["", "Untitled"],
  [" \n\u200b", "Untitled"],
  [" a\n b\u202e ", "a b"],
  ["x".repeat(300), "x".repeat(200)]
])("a fork with the title %j is called %j", (title, name) => {
  expect(fromArchive(toArchive([{...draft, title}]))[0]?.title).toBe(name);
});

it.each([
  ["What if: 32K?", "what-if-32k"],
  ["Été — déjà", "ete-deja"],
  ["中文", "fork"],
  ["--a--", "a"],
  ["x".repeat(70), "x".repeat(64)]
])("slugOf(%j) is %s", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
