import {describe, expect, it} from "vitest";
import {memoryFit} from "../../src/lib/fit.js";
import {memorySegments} from "../../src/lib/memory-segments.js";
import {modelById} from "../catalog-data.js";

const gpu = {name: "H100", hbmBytes: 81559 * 2 ** 20};
const segments = (batchSize: number) =>
  memorySegments(
    memoryFit(modelById("llama3.1-8b"), {
      gpu,
      weightDtype: "bf16",
      kvDtype: "bf16",
      contextTokens: 131072,
      batchSize
    })
  );

describe("memorySegments", () => {
  it("memorySegments(fit) fills the card end to end", () => {
    const parts = segments(2);
    expect(parts.map(({part}) => part)).toEqual(["weights", "overhead", "kv", "free", "reserve"]);
    parts.forEach(({fromBytes}, i) => expect(fromBytes).toBe(i === 0 ? 0 : parts[i - 1]!.toBytes));
    expect(parts.at(-1)?.toBytes).toBe(gpu.hbmBytes);
  });

  it("memorySegments(no fit) marks what lies beyond the budget", () => {
    const parts = segments(4);
    expect(parts.map(({part}) => part)).toEqual(["weights", "overhead", "kv", "short"]);
    expect(parts.at(-1)).toMatchObject({fromBytes: 0.9 * gpu.hbmBytes, toBytes: parts[2]!.toBytes});
  });
});
