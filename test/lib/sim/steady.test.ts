import {describe, expect, it} from "vitest";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {emptyRecords} from "../../../src/lib/sim/records.js";
import {steadyFigures, steadyRun} from "../../../src/lib/sim/steady.js";
import {expectWithin} from "../expect-within.js";
import {standardInputs} from "./batching-fixture.js";

/** One place: request i comes at i, is let in when the one before has ended, and writes for `seconds[i]`. */
function oneByOne(seconds: readonly number[]) {
  const n = seconds.length;
  const tokens = Int32Array.from(seconds, (s) => 10 * s);
  const records = emptyRecords({n, promptTokens: new Int32Array(n), outputTokens: tokens});
  let end = 0;
  seconds.forEach((s, i) => {
    records.arrivalSeconds[i] = i;
    records.firstTokenSeconds[i] = Math.max(end, i) + 0.5;
    end = Math.max(end, i) + s;
    records.finishedSeconds[i] = end;
  });
  return records;
}

describe("steadyFigures(records, {places, level})", () => {
  it("counts neither the first tenth nor the last answers of all places", () => {
    const records = oneByOne(Array.from({length: 20}, () => 2));
    const figures = steadyFigures(records, {places: 1});
    // two of twenty before, one after: 17 answers of 20 tokens in 34 s
    expect(figures).toMatchObject({nAnswers: 17, seconds: 34, outputTokensPerSecond: 10});
    expect(figures.requestsPerSecond).toBe(0.5);
  });

  it("good answers are those of the window, within both limits", () => {
    const records = oneByOne(Array.from({length: 20}, () => 2));
    // request i waits i seconds and half a second more: 2 to 8 of the window's 2 to 18 wait under 9 s
    const level = {ttftSeconds: 9, tpotSeconds: 1};
    const {goodFraction, goodRequestsPerSecond} = steadyFigures(records, {places: 1, level});
    expect(goodFraction).toBe(7 / 17);
    expect(goodRequestsPerSecond).toBe(7 / 34);
  });

  it("leaves out what never ended, and takes a short run whole", () => {
    const records = oneByOne([2, 2, 2]);
    records.finishedSeconds[2] = NaN;
    expect(steadyFigures(records, {places: 4})).toMatchObject({nAnswers: 2, seconds: 4});
  });
});

describe("steadyRun(run)", () => {
  it("writes as much at twice the load as at four times: a window needs no end of arrivals", () => {
    const [twice, fourfold] = [24, 48].map((requestsPerSecond) => {
      const run = batchingRun({...standardInputs, requestsPerSecond});
      return steadyRun(run).figures.outputTokensPerSecond;
    });
    expectWithin(twice!, fourfold!, 0.002);
  });
});
