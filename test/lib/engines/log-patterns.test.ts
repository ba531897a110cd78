import {describe, expect, it} from "vitest";
import {logPatterns} from "../../../src/lib/engines/log-patterns.js";

describe("logPatterns", () => {
  it("each names as many figures as it has groups", () => {
    for (const {pattern, keys} of logPatterns) {
      const nGroups = new RegExp(`${pattern.source}|`).exec("")!.length - 1;
      expect([pattern.source, keys.length]).toEqual([pattern.source, nGroups]);
    }
  });

  it("a device comes first, and sizes have a unit: GiB, or MiB in llama.cpp", () => {
    for (const {engine, keys, unit} of logPatterns) {
      expect(keys.indexOf("device")).toBeLessThan(1);
      expect(unit).toBe(engine === "llama.cpp" ? 2 ** 20 : 2 ** 30);
    }
  });

  it("summaries are those of llama.cpp's caches, which its buffers say too", () => {
    const summaries = logPatterns.filter(({isSummary}) => isSummary).map(({keys}) => keys);
    expect(summaries).toEqual([["kvBytes"], ["stateBytes"]]);
  });
});
