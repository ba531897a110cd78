import {describe, expect, it} from "vitest";
import {llamaCapacity} from "../../../src/lib/planner/llama-capacity.js";
import {modelById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const setup = {
  ...standardPlan,
  engine: "llama.cpp",
  kvDtype: "bf16",
  contextTokens: 8192,
  nReaders: 4
} as const;

describe("llamaCapacity", () => {
  it("holds whole sequences: 1 GiB each of Llama 3.1 8B at 8,192 tokens, 256 at most", () => {
    expect(llamaCapacity(setup, 5.5 * 2 ** 30).concurrency).toBe(5);
    expect(llamaCapacity(setup, 5.5 * 2 ** 30).heldBytes).toBe(2 * 2 ** 30);
    expect(llamaCapacity(setup, 2 ** 40).concurrency).toBe(256);
  });

  it("readers share the padding and the batch in flight, so the bar is no multiple of one", () => {
    const short = {...setup, model: modelById("llama3.2-3b"), contextTokens: 100, nReaders: 200};
    const {heldBytes, requestBytes} = llamaCapacity(short, 2 ** 34);
    // 100 · 100 tokens in 40 blocks of 256 cells, where each alone takes 256
    expect(heldBytes / requestBytes).toBe(40);
  });

  it("says that it cannot allocate what does not fit", () => {
    expect(llamaCapacity(setup, 2 ** 29).words.at(-1)).toBe(
      "failed to allocate buffer for kv cache"
    );
    expect(llamaCapacity(setup, 2 ** 29).concurrency).toBe(0.5);
  });
});
