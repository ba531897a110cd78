import {expect, it, vi} from "vitest";
import {errorLine} from "../../../src/fork/sandbox/error-line.js";
import {loopGuard} from "../../../src/fork/sandbox/ticks.js";

it("loopGuard(now) stops loops that hold a turn up for 2 seconds, and none that rest", async () => {
  let time = 0;
  const tick = loopGuard(() => time);
  const loop = (turns: number, step: number) => {
    for (let i = 0; i < turns; ++i) {
      tick();
      time += step;
    }
  };
  expect(() => loop(100_000, 1)).toThrow("a loop ran for more than 2 seconds");
  expect(time).toBeLessThan(2300);
  await new Promise((done) => setTimeout(done));
  expect(() => loop(1900, 1)).not.toThrow();
  await new Promise((done) => setTimeout(done));
  expect(() => loop(1900, 1)).not.toThrow();
});

it("loopGuard(now) lets each cell of a turn have its time, but no trick", () => {
  let time = 0;
  const tick = loopGuard(() => ++time);
  let stopped = 0;
  const endless = () => {
    for (;;) {
      try {
        for (;;) tick();
      } catch {
        if (++stopped > 200) return;
      }
    }
  };
  endless();
  // Eight times two seconds at most; after that every look at the clock stops it.
  expect(time).toBeLessThan(8 * 2002 + 250);
});

it("errorLine(error, code) finds the line of the code in a stack", () => {
  const error = new Error("x");
  error.stack =
    "Error: x\n    at eval (lab-cell/3.abcd1234-3000.js:7:11)\n    at f (blob:null/1:1:1)";
  expect(errorLine(error, {id: "abcd1234-3000", firstLine: 1})).toBe(3);
  expect(errorLine(error, {id: "ffff0000-3000", firstLine: 1})).toBeNull();
  expect(errorLine("text", {id: "abcd1234-3000", firstLine: 1})).toBeNull();
  vi.restoreAllMocks();
});
