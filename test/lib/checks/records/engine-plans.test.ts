import {describe, expect, it} from "vitest";
import {enginePlanEvaluators as evaluators} from "../../../../src/lib/checks/records/engine-plans.js";
import {lab, record} from "./fixture.js";

describe("enginePlanEvaluators", () => {
  it("vllm-plan works from memory, or from a number of blocks", () => {
    const inputs = {kvMemoryGiB: 24.54, figure: "tokens by blocks"};
    // ⌊⌊24.54 GiB / 2,621,440 B⌋ / 6⌋ · 16
    expect(evaluators["vllm-plan"]!(record("gemma-4-31b", inputs), lab).ours).toBe(26_800);
    const blocks = {blocks: 1487, figure: "tokens by blocks"};
    expect(evaluators["vllm-plan"]!(record("qwen3.5-27b", blocks), lab).ours).toBe(290_864);
  });

  it("vllm-plan keeps states in aligned blocks where the record says so (club-3090#612)", () => {
    const inputs = {
      kvMemoryGiB: 5.98,
      kvDtype: "fp8",
      stateMode: "align",
      maxModelLen: 131_072,
      maxBatchedTokens: 8192,
      figure: "tokens"
    };
    const {ours, unfolded} = evaluators["vllm-plan"]!(record("qwen3.5-35b-a3b", inputs), lab);
    expect(ours).toBe(567_978);
    expect(unfolded).toContain("= 299; 69 a request");
  });

  it("vllm-plan builds layers that are in no catalog", () => {
    const shape = {layers: 2, kvHeads: 1, headDim: 64, blocks: 10, figure: "blocks"};
    expect(evaluators["vllm-plan"]!(record("any", shape), lab).ours).toBe(10);
  });

  it("sglang-plan reads both pools (sglang#15464)", () => {
    const read = (figure: string) =>
      evaluators["sglang-plan"]!(
        record("mimo-v2-flash", {tokens: 1_496_958, tp: 4, windowRatio: 1, figure}, {unit: "GiB"}),
        lab
      ).ours.toFixed(2);
    expect(["window keys", "window values", "keys", "values"].map(read)).toEqual([
      "41.76",
      "27.84",
      "4.82",
      "3.21"
    ]);
  });

  it("llamacpp-plan gives cache and states (lmstudio#1862)", () => {
    const read = (figure: string) =>
      evaluators["llamacpp-plan"]!(
        record("qwen3.5-27b", {ctx: 262_144, slots: 4, figure}, {unit: "MiB"}),
        lab
      ).ours;
    expect([read("kv"), read("state")]).toEqual([16_384, 598.5]);
  });

  it("kv-waste: half of Gemma-2's layers keep half of 8,192 tokens (vllm#11382)", () => {
    const {ours, unfolded} = evaluators["kv-waste"]!(record("gemma-2-9b", {ctx: 8192}), lab);
    expect(ours).toBe(25);
    expect(unfolded).toMatch(/^1 − .+ B \/ .+ B = 25/);
  });

  it("prefix-hit is a share of the prompt (vllm#40696)", () => {
    const {ours} = evaluators["prefix-hit"]!(record("any", {prompt: 979, unit: 528}), lab);
    expect(ours).toBeCloseTo(53.93, 2);
  });

  it("a figure without a name is told", () => {
    const inputs = {kvMemoryGiB: 1, figure: "luck"};
    expect(() => evaluators["vllm-plan"]!(record("llama3.1-8b", inputs, {id: "r"}), lab)).toThrow(
      "unknown figure of record r: luck"
    );
  });
});
