import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {guarded} from "../../../src/fork/compiler/guard.js";

describe("guarded(definition)", () => {
  it.each([
    ["for (;;) f();", "for (;;) {__lab.tick();f();}"],
    ["for (;;) {}", "for (;;) {__lab.tick();}"],
    ["for (;;) ;", "for (;;) {__lab.tick();;}"],
    ["while (a) for (x of y) g()", "while (a) {__lab.tick();for (x of y) {__lab.tick();g()}}"],
    ["do f(); while (a)", "do {__lab.tick();f();} while (a)"],
    ["for (k in o) import('x')", "for (k in o) {__lab.tick();__lab.load('x')}"],
    ["const u = import.meta.url", "const u = __lab.meta.url"],
    ['new URL("/a.js", location).href', 'new URL("/a.js", __lab.address).href'],
    ["f('while (1) {}') // for (;;)", "f('while (1) {}') // for (;;)"]
  ])("%s", (code, expected) => {
    expect(guarded(code)).toBe(expected);
  });

  it("keeps what loops do and asks before each turn", () => {
    const statements = fc.letrec<{any: string}>((tie) => ({
      any: fc.oneof(
        {maxDepth: 4},
        fc.constantFrom("n++;", "if (n > 9) n -= 3; else n++;", ";"),
        fc.tuple(tie("any"), tie("any")).map(([a, b]) => `{${a} ${b}}`),
        tie("any").map((body) => `for (let i = 0; i < 2; ++i) ${body}`),
        tie("any").map((body) => `for (const k of [1, 2]) ${body}`),
        tie("any").map((body) => `for (const k in {a: 1}) ${body}`),
        tie("any").map((body) => `do ${body} while (false);`)
      )
    })).any;
    fc.assert(
      fc.property(statements, (body) => {
        const run = (code: string, tick: () => void) =>
          new Function("__lab", `let n = 0; ${code} return n;`)({tick}) as number;
        let ticks = 0;
        expect(run(guarded(body), () => ++ticks)).toBe(run(body, () => {}));
        expect(ticks > 0).toBe(/\b(for|do)\b/.test(body));
      })
    );
  });
});
