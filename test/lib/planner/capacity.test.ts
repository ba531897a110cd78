import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {cardMemory, engineCapacity, memorySteps} from "../../../src/lib/planner/capacity.js";
import {weightBytes} from "../../../src/lib/weights.js";
import {models} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const GIB = 2 ** 30;

describe("cardMemory", () => {
  it("by hand: 0.9 · 81,559 MiB less weights and 2 GiB", () => {
    const memory = cardMemory(standardPlan);
    const weights = weightBytes(standardPlan.model, "fp8");
    expect(memory.weightBytes).toBe(weights);
    expect(memory.kvBytes).toBe(0.9 * 81_559 * 2 ** 20 - weights - 2 * GIB);
    expect(memorySteps(memory, 0.9).map(({value}) => value)).toEqual([
      memory.budgetBytes,
      memory.kvBytes
    ]);
  });

  it("a file's weights are taken as they are, a share on each card", () => {
    const memory = cardMemory({...standardPlan, weightBytes: 10 * GIB, tp: 2});
    expect(memory.weightBytes).toBe(5 * GIB);
  });
});

describe("engineCapacity", () => {
  it("the three engines agree on a plain model, to their own rounding", () => {
    const {kvBytes} = cardMemory(standardPlan);
    // 65,536 B a token in FP8
    const tokens = kvBytes / 65_536;
    for (const engine of ["vllm", "sglang", "llama.cpp"] as const) {
      const capacity = engineCapacity({...standardPlan, engine}, kvBytes);
      expect(Math.floor(capacity.concurrency)).toBe(Math.floor(tokens / 32_768));
      expect(capacity.words.length).toBeGreaterThan(0);
      expect(capacity.steps.length).toBeGreaterThan(1);
      expect(capacity.requestBytes).toBe(32_768 * 65_536);
    }
  });

  it("every engine and model has a capacity, or one sentence", () => {
    const engine = fc.constantFrom("vllm" as const, "sglang" as const, "llama.cpp" as const);
    fc.assert(
      fc.property(fc.constantFrom(...models), engine, (model, name) => {
        const setup = {...standardPlan, model, kvDtype: "bf16" as const, engine: name};
        try {
          const {concurrency, tokens} = engineCapacity(setup, 100 * GIB);
          expect(concurrency).toBeGreaterThanOrEqual(0);
          expect(Number.isNaN(tokens)).toBe(false);
        } catch (error) {
          expect((error as Error).message).toMatch(/^[a-z][^\n]+[^.]$/);
        }
      })
    );
  });

  it("no memory holds nobody", () => {
    for (const engine of ["vllm", "sglang", "llama.cpp"] as const) {
      expect(engineCapacity({...standardPlan, engine}, -GIB).concurrency).toBeLessThanOrEqual(0);
    }
  });
});
