import {describe, expect, it} from "vitest";
import {checkedRequests, requestsFromRows} from "../../../src/lib/sim/requests.js";

describe("requestsFromRows", () => {
  it("requestsFromRows(rows) orders by arrival and keeps the order of ties", () => {
    const {arrivalSeconds, promptTokens} = requestsFromRows([
      {arrivalSeconds: 2, promptTokens: 1, outputTokens: 1},
      {arrivalSeconds: 1, promptTokens: 2, outputTokens: 1},
      {arrivalSeconds: 2, promptTokens: 3, outputTokens: 1}
    ]);
    expect([...arrivalSeconds]).toEqual([1, 2, 2]);
    expect([...promptTokens]).toEqual([2, 1, 3]);
  });

  it("requestsFromRows(rows) names the request and the field that is wrong", () => {
    const row = {arrivalSeconds: 0, promptTokens: 1, outputTokens: 1};
    expect(() => requestsFromRows([row, {...row, outputTokens: 0}])).toThrow(
      "invalid outputTokens of request 1: 0"
    );
    expect(() => requestsFromRows([{...row, arrivalSeconds: NaN}])).toThrow(
      "invalid arrivalSeconds of request 0: NaN"
    );
    expect(() => requestsFromRows([{...row, promptTokens: 1.5}])).toThrow(
      "invalid promptTokens of request 0: 1.5"
    );
  });
});

describe("checkedRequests", () => {
  it("checkedRequests(requests) wants arrivals in order", () => {
    const columns = {
      n: 2,
      arrivalSeconds: Float64Array.of(1, 0.5),
      promptTokens: Int32Array.of(1, 1),
      outputTokens: Int32Array.of(1, 1),
      sharing: null
    };
    expect(() => checkedRequests(columns)).toThrow(
      "request 1 arrives before the one in front: 0.5"
    );
  });
});
