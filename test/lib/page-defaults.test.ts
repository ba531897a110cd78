import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {pageDefaults} from "../../src/lib/page-defaults.js";

const cell = (literal: string) =>
  `# Page?\n\n\`\`\`js\nconst defaults = ${literal}\n\`\`\`\n\ntext\n`;

describe("pageDefaults(markdown)", () => {
  it("reads the object literal of the cell", () => {
    expect(
      pageDefaults(
        cell('{m: "llama3.1-8b", ctx: 131_072, remix: 0.01, on: true, list: ["a", "b"]}')
      )
    ).toEqual({
      m: "llama3.1-8b",
      ctx: 131072,
      remix: 0.01,
      on: true,
      list: ["a", "b"]
    });
  });
  it("takes several lines, comments and a trailing comma", () => {
    expect(pageDefaults(cell('{\n  a: 1, // one\n  "b": -2e3,\n}'))).toEqual({a: 1, b: -2000});
  });
  it("keeps what stands in a text as it is", () => {
    expect(pageDefaults(cell('{seg: "System: 1,200|{x}, // y"}'))).toEqual({
      seg: "System: 1,200|{x}, // y"
    });
  });
  it("refuses anything but literals, and a page without the cell", () => {
    expect(() => pageDefaults(cell("{a: 2 * 3}"))).toThrow(
      /^defaults are not all literals: \{a: 2 \* 3\}/
    );
    expect(() => pageDefaults("# Page")).toThrow("missing cell");
  });
  it("drops a trailing comma, but none inside a text", () => {
    expect(pageDefaults(cell('{a: [",]",], b: ",}",}'))).toEqual({a: [",]"], b: ",}"});
  });

  it("reads back every record that JSON writes", () => {
    const value = fc.oneof(
      fc.string({unit: "grapheme-ascii"}),
      fc.double({noNaN: true, noDefaultInfinity: true}).map((x) => x + 0),
      fc.boolean(),
      fc.array(fc.string({unit: "grapheme-ascii"}))
    );
    const key = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.dictionary(key, value, {noNullPrototype: true}), (record) => {
        expect(pageDefaults(cell(JSON.stringify(record)))).toEqual(record);
      })
    );
  });
});
