import {describe, expect, it} from "vitest";
import {
  e2eSeconds,
  emptyRecords,
  STATUS,
  tpotSeconds,
  ttftSeconds
} from "../../../src/lib/sim/records.js";

describe("records", () => {
  const records = {
    n: 2,
    arrivalSeconds: Float64Array.of(1, 2),
    firstTokenSeconds: Float64Array.of(1.5, NaN),
    finishedSeconds: Float64Array.of(5.5, NaN),
    outputTokens: Int32Array.of(9, 4)
  };

  it("ttft, e2e and tpot follow vLLM's definitions; what has not happened is NaN", () => {
    expect([...ttftSeconds(records)]).toEqual([0.5, NaN]);
    expect([...e2eSeconds(records)]).toEqual([4.5, NaN]);
    // (4.5 − 0.5) / (9 − 1)
    expect([...tpotSeconds(records)]).toEqual([0.5, NaN]);
  });

  it("an answer of one token has no time per further token", () => {
    const one = {...records, outputTokens: Int32Array.of(1, 1)};
    expect(tpotSeconds(one)[0]).toBeNaN();
  });

  it("emptyRecords(requests) knows nothing but lengths", () => {
    const empty = emptyRecords({
      n: 1,
      promptTokens: Int32Array.of(3),
      outputTokens: Int32Array.of(4)
    });
    expect(empty.status[0]).toBe(STATUS.expected);
    expect(empty.arrivalSeconds[0]).toBeNaN();
    expect(empty.outputTokens[0]).toBe(4);
  });
});
