import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {hear} from "../../../src/fork/shell/hear.js";

describe("hear(data)", () => {
  it.each([
    [{type: "settled", run: 3}],
    [{type: "status", key: "1", id: "ab", state: "error", message: "x", line: 2}],
    [{type: "heights", heights: [["1", 20]]}],
    [{type: "store", key: "a", text: null}],
    [{type: "load", n: 1, specifier: "npm:d3"}],
    [{type: "scroll", y: 10}]
  ])("passes %j", (message) => {
    expect(hear(message)).toEqual(message);
  });

  it.each([
    [null],
    ["settled"],
    [{type: "constructor"}],
    [{type: "__proto__"}],
    [{type: "settled", run: "3"}],
    [{type: "settled", run: -1}],
    [{type: "status", key: "1", id: "ab", state: "fine"}],
    [{type: "status", key: {}, id: "ab", state: "ok"}],
    [{type: "heights", heights: "many"}],
    [{type: "store", key: "a", text: {}}],
    [{type: "download", name: "x", blob: {size: 1}}],
    [{type: "link", href: "javascript:alert(1)"}],
    [{type: "link", href: "data:text/html,x"}],
    [{type: "link", href: "not a url"}],
    [{type: "copy", n: 1, text: "x".repeat(1_000_001)}],
    [{type: "scroll", y: NaN}],
    [{type: "load", n: 1.5, specifier: "x"}]
  ])("drops %j", (message) => {
    expect(hear(message)).toBeNull();
  });

  it("clamps heights and counts, and drops pairs that are none", () => {
    const heights = [["1", 1e9], ["2", -5], ["3", NaN], ["4"], 5, [{}, 1]];
    expect(hear({type: "heights", heights})).toEqual({
      type: "heights",
      heights: [
        ["1", 30_000],
        ["2", 0]
      ]
    });
    const many = Array.from({length: 10_000}, (_, i) => [String(i), 1]);
    expect(hear({type: "heights", heights: many})).toHaveProperty("heights.length", 5000);
  });

  it("makes plain file names", () => {
    const name = (text: string) => {
      const message = hear({type: "download", name: text, blob: new Blob(["x"])});
      return message?.type === "download" ? message.name : null;
    };
    expect(name("../../.ssh/config")).toBe("ssh-config");
    expect(name("a\u202egnp.exe")).toBe("a-gnp.exe");
    expect(name("...")).toBe("file");
    expect(name("x".repeat(150))).toHaveLength(120);
  });

  it("never passes on an object that it was given", () => {
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom("status", "heights", "store", "address", "link", "leave", "pong"),
          key: fc.anything(),
          id: fc.anything(),
          n: fc.anything(),
          text: fc.anything(),
          search: fc.anything(),
          href: fc.anything(),
          state: fc.anything(),
          heights: fc.anything()
        }),
        (data) => {
          const message = hear(data);
          if (message === null) return;
          for (const value of Object.values(message))
            expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(
              false
            );
        }
      )
    );
  });
});
