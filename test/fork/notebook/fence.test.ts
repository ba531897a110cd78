import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  fenced,
  fenceOf,
  isOff,
  switchedOff,
  switchedOn,
  withCode
} from "../../../src/fork/notebook/fence.js";
import {splitPage} from "../../../src/fork/notebook/split.js";
import {pages} from "./arbitrary.js";

describe("fenceOf(text)", () => {
  it("reads the lines of a cell that is one fence", () => {
    expect(fenceOf("```JS echo run=false\na\nb\n```\n\n")).toEqual({
      tag: "js",
      open: "```JS echo run=false\n",
      code: "a\nb\n",
      close: "```\n\n",
      isOff: true
    });
    expect(fenceOf("~~~~tex\r\nx\r\n~~~~~")?.code).toBe("x\r\n");
    expect(fenceOf("```js\n```\n")?.code).toBe("");
  });

  it("is null for words, for an open fence and for a fence with words after it", () => {
    expect(fenceOf("words\n")).toBeNull();
    expect(fenceOf("```js\na\n")).toBeNull();
    expect(fenceOf("```js\na\n```\nwords\n")).toBeNull();
    expect(fenceOf("```js `a`\nb\n```\n")).toBeNull();
  });
});

describe("withCode(text, code)", () => {
  it("puts code between the fence's lines", () => {
    expect(withCode("```js echo\na\n```\n\n", "b")).toBe("```js echo\nb\n```\n\n");
    expect(withCode("```js\na\n```\n", "")).toBe("```js\n```\n");
  });

  it("makes the fence longer than one in the code", () => {
    expect(withCode("```js\na\n```\n", "`\n```\n`")).toBe("````js\n`\n```\n`\n````\n");
  });

  it("reads back as the code that was put in", () => {
    fc.assert(
      fc.property(fc.string({unit: fc.constantFrom("`", "~", "\n", " ", "a")}), (code) => {
        for (const sign of ["```", "~~~"]) {
          const text = withCode(`${sign}js\n${sign}\n`, code);
          expect(fenceOf(text)?.code.replace(/\n$/, "")).toBe(code.replace(/\n$/, ""));
          expect(splitPage(text).cells).toEqual([text]);
        }
      })
    );
  });
});

describe("switchedOff(text)", () => {
  it("uses Framework's own attribute for code and a fence for words", () => {
    expect(switchedOff("```js echo\na\n```\n")).toBe("```js echo run=false\na\n```\n");
    expect(switchedOff("Words.\n\n")).toBe("```md run=false\nWords.\n```\n\n");
    expect(switchedOff(fenced("python", "a"))).toBe("````md run=false\n```python\na\n```\n````\n");
  });

  it("is off, one cell, and switched on again the same text", () => {
    fc.assert(
      fc.property(pages, (source) => {
        for (const text of splitPage(source).cells) {
          if (isOff(text) || text.trim() === "" || /\r|\0/.test(text)) continue;
          const off = switchedOff(text);
          expect(isOff(off)).toBe(true);
          expect(switchedOff(off)).toBe(off);
          expect(splitPage(off).cells).toEqual([off]);
          expect(switchedOn(off)).toBe(text);
        }
      })
    );
  });
});
