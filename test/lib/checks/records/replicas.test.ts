import {describe, expect, it} from "vitest";
import {replicaRatio} from "../../../../src/lib/checks/records/replicas.js";
import {lab, record} from "./fixture.js";

const inputs = {gpus: 8, concurrency: 20.43, maxModelLen: 1_048_576, maxBatchedTokens: 8192};

describe("replicaRatio", () => {
  it("eight replicas of DeepSeek-V4-Flash hold 7.7 times one over eight cards (vllm#51454)", () => {
    const {ours, unfolded} = replicaRatio(record("deepseek-v4-flash", inputs), lab);
    expect(ours.toFixed(1)).toBe("7.7");
    // 156.9x was printed
    expect(Math.abs(ours * 20.43 - 156.9)).toBeLessThan(0.3);
    expect(unfolded).toContain("less with its own weights");
  });

  it("one card is one replica", () => {
    const {ours} = replicaRatio(record("deepseek-v4-flash", {...inputs, gpus: 1}), lab);
    expect(ours).toBeCloseTo(1, 3);
  });
});
