import {describe, expect, it} from "vitest";
import {cardMemory} from "../../../src/lib/planner/capacity.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {sglangCapacity} from "../../../src/lib/planner/sglang-capacity.js";
import {modelById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const next = {
  ...standardPlan,
  model: modelById("qwen3-next-80b-a3b"),
  engine: "sglang",
  tp: 2,
  contextTokens: 1024,
  promptTokens: 512,
  nReaders: 512
} as const;

describe("sglangCapacity", () => {
  it("states take 0.9 of 1.9 parts, three slots a request (Qwen3-Next 80B-A3B, TP 2)", () => {
    const {kvBytes} = cardMemory(next);
    const capacity = sglangCapacity(next, kvBytes);
    // 36 layers, on each of two cards 16 value heads of 128 · 128 and 3 · (2 · 8 + 16) · 128 inputs, in 4 B
    const state = 36 * (16 * 128 * 128 + 3 * 32 * 128) * 4;
    expect(state / 2 ** 20).toBeCloseTo(37.69, 2);
    const slots = Math.floor((kvBytes * 0.9) / 1.9 / state);
    expect(capacity.concurrency).toBe(slots / 3);
    expect(planOf(next).maxReaders).toBe(Math.floor(slots / 3));
    // 12 layers of 1 KV head on a card, 2 · 256 · 1 B
    expect(capacity.requestBytes).toBe(1024 * 12 * 512 + 3 * state);
    expect(capacity.tokens).toBe(Math.floor((kvBytes - (slots + 1) * state) / (12 * 512)));
    expect(capacity.steps[0]).toMatchObject({value: slots, unit: "sequences"});
  });

  it("never holds more readers than memory has states for, in every recurrent model", () => {
    for (const id of ["jamba-v0.1", "nemotron-3-nano-30b-a3b", "qwen3.5-27b", "kimi-k3"]) {
      const setup = {...next, model: modelById(id), nGpus: 8, tp: 1};
      const {concurrency, requestBytes} = sglangCapacity(setup, 40 * 2 ** 30);
      expect(concurrency * requestBytes, id).toBeLessThanOrEqual(40 * 2 ** 30);
    }
  });

  it("a window pool that is short decides (Gemma 2 9B at its window's length)", () => {
    const setup = {...next, model: modelById("gemma-2-9b"), contextTokens: 4096, tp: 1};
    const {concurrency, tokens} = sglangCapacity(setup, 20 * 2 ** 30);
    expect(concurrency).toBe(Math.floor(tokens * 0.8) / 4096);
  });
});
