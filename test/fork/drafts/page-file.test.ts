import {expect, it} from "vitest";
import {fromPageFile} from "../../../src/fork/drafts/page-file.js";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const lineage = (of: string) => `---\nfork:\n  of: ${of}\n  base: "1234567890abcdef"\n---\n# H\n`;

it.each([
  ["---\ntitle: Mine\n---\n# H\n", "Mine"],
  ['---\ntitle: "\\q"\n---\n# H\n', "\\q"],
  ["# H\n", "H"],
  ["Words.\n", "a-page"]
])("a page with the text %j has the title %s", (text, title) => {
  expect(fromPageFile(bytes(text), "a-page.MD")).toMatchObject({title, source: text, base: null});
});

it.each([
  ["/pages/kv-cache", "/pages/kv-cache"],
  ["https://evil.example/x", "/pages/forks/new"],
  ["//evil.example", "/pages/forks/new"]
])("a page that is a fork of %s has the path %s, and waits for consent", (of, path) => {
  expect(fromPageFile(bytes(lineage(of)), "x.md")).toMatchObject({path, isTrusted: false});
});

it.each([
  [new Uint8Array([0x23, 0xff, 0xfe]).buffer, "this file is not text in UTF-8"],
  [bytes("# a\0b"), "this file is not text in UTF-8"],
  [bytes(" \n"), "this file is empty"]
])("refuses %o: %s", (file, sentence) => {
  expect(() => fromPageFile(file, "x.md")).toThrow(sentence);
});
