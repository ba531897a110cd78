import fc from "fast-check";
import matter from "gray-matter";
import {describe, expect, it} from "vitest";
import {
  frontMatterOf,
  readKey,
  scalar,
  withEntry
} from "../../../src/fork/notebook/front-matter.js";
import {
  lineageOf,
  titleOf,
  withLineage,
  withoutLineage,
  withTitle
} from "../../../src/fork/notebook/lineage.js";
import {pages} from "./arbitrary.js";

describe("frontMatterOf(source)", () => {
  it("cuts where Framework's own reader does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("---", "----", "\n", "\r\n", "a: 1", " ", "text"), {maxLength: 8}),
        (parts) => {
          const source = parts.join("");
          let content: string;
          try {
            content = matter(source, {}).content;
          } catch {
            return;
          }
          expect(source.slice(frontMatterOf(source).length)).toBe(content);
        }
      ),
      {numRuns: 2000}
    );
  });
});

describe("readKey(frontMatter, path)", () => {
  const text =
    "---\ntitle: \"A: b\"\ntoc: false\nfork:\n  of: /pages/kv-cache\n  base: '12'\n---\n";

  it("reads scalars at the top and one level down", () => {
    expect(readKey(text, "title")).toBe("A: b");
    expect(readKey(text, "toc")).toBe("false");
    expect(readKey(text, "fork.of")).toBe("/pages/kv-cache");
    expect(readKey(text, "fork.base")).toBe("12");
    expect(readKey(text, "fork.none")).toBeNull();
    expect(readKey(text, "none")).toBeNull();
    expect(readKey("", "title")).toBeNull();
    expect(readKey('---\ntitle: "\\q"\n---\n', "title")).toBe("\\q");
  });
});

describe("withEntry(frontMatter, key, text)", () => {
  it("puts an entry in place, at the end, or takes it out", () => {
    const text = "---\ntitle: A\ntoc: false\n---\n";
    expect(withEntry(text, "title", "title: B")).toBe("---\ntitle: B\ntoc: false\n---\n");
    expect(withEntry(text, "x", "x: 1")).toBe("---\ntitle: A\ntoc: false\nx: 1\n---\n");
    expect(withEntry(text, "toc", null)).toBe("---\ntitle: A\n---\n");
    expect(withEntry("---\na: 1\n---\n", "a", null)).toBe("");
    expect(withEntry("", "a", "a: 1")).toBe("---\na: 1\n---\n");
  });

  it("writes scalars that YAML reads back as the same text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom("true", "12", "a: b", "~", "#x")),
        (text) => {
          const written = withEntry("", "title", `title: ${scalar(text)}`);
          expect(String(matter(written, {}).data.title)).toBe(text);
          expect(readKey(written, "title")).toBe(text);
        }
      )
    );
  });
});

describe("withLineage(source, lineage)", () => {
  const lineage = {of: "/pages/kv-cache", base: "0123456789abcdef"};

  it("is read back, and taken out again", () => {
    fc.assert(
      fc.property(pages, (source) => {
        const fork = withLineage(source, lineage);
        expect(lineageOf(fork)).toEqual(lineage);
        expect(lineageOf(withoutLineage(fork))).toBeNull();
        expect(withLineage(withoutLineage(fork), lineage)).toBe(fork);
      })
    );
  });

  it("leaves the title to withTitle(source, title)", () => {
    expect(titleOf("# Heading\n")).toBe("Heading");
    expect(titleOf(withTitle("# Heading\n", "What if: 8"))).toBe("What if: 8");
    expect(titleOf("no heading")).toBeNull();
  });
});
