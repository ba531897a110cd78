import {describe, expect, it} from "vitest";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {emptyRecords} from "../../../src/lib/sim/records.js";
import {splitCurve, splitRun, streamFigures} from "../../../src/lib/sim/split.js";
import {standardInputs} from "./batching-fixture.js";

const base = batchingRun(standardInputs);
const run = {...base, workload: {...base.workload, nRequests: 200}};
const split = {nPrefill: 1, nDecode: 1, linkBytesPerSecond: 50e9};

/** Long prompts, short answers. */
const long = {
  prompt: {kind: "log-normal", mean: 4000, cv: 1},
  output: {kind: "log-normal", mean: 200, cv: 1}
} as const;

describe("streamFigures(records, level)", () => {
  it("counts what ended, and when the last did", () => {
    const records = emptyRecords({
      n: 3,
      promptTokens: Int32Array.of(9, 9, 9),
      outputTokens: Int32Array.of(5, 5, 5)
    });
    records.arrivalSeconds.set([0, 1, 2]);
    records.firstTokenSeconds.set([1, 4, NaN]);
    records.finishedSeconds.set([3, 10, NaN]);
    records.generatedTokens.set([5, 5, 0]);
    const figures = streamFigures(records, {ttftSeconds: 2, tpotSeconds: 0.5});
    // the second waits 3 s for its first token: one of three is good
    expect(figures).toMatchObject({
      seconds: 10,
      outputTokensPerSecond: 1,
      goodRequestsPerSecond: 0.1
    });
    expect(figures.goodFraction).toBeCloseTo(1 / 3, 12);
    expect(figures.ttft.mean).toBe(2);
  });
});

describe("splitRun(run, split)", () => {
  it("the slower the link, the later the second token", () => {
    const [fast, slow] = [50e9, 0.1e9].map((linkBytesPerSecond) =>
      splitRun({...run, workload: {...run.workload, lengths: long}}, {...split, linkBytesPerSecond})
    );
    expect(slow!.e2e.p50).toBeGreaterThan(fast!.e2e.p50);
    expect(slow!.tpot.p50).toBeGreaterThan(fast!.tpot.p50);
  });

  it.each([
    [{...split, nPrefill: 0}, "invalid nInstances: 0"],
    [{...split, nDecode: 1.5}, "invalid nInstances: 1.5"],
    [{...split, linkBytesPerSecond: NaN}, "invalid bytesPerSecond: NaN"]
  ])("refuses %o", (wrong, sentence) => {
    expect(() => splitRun(run, wrong)).toThrow(sentence);
  });
});

describe("splitCurve({run, split, rates})", () => {
  const at = (points: ReturnType<typeof splitCurve>, way: string) =>
    points.find((point) => point.way === way)!;

  it("apart, long prompts hold up no reader: the slowest tokens come sooner", () => {
    const workload = {...base.workload, lengths: long};
    const points = splitCurve({
      run: {...base, workload},
      split: {...split, nPrefill: 2, nDecode: 2},
      rates: [10]
    });
    expect(at(points, "apart").tpotP99Seconds).toBeLessThan(
      at(points, "together").tpotP99Seconds / 2
    );
    // the same requests at the same rate: until the knee both write what comes
    const [one, other] = points.map(({outputTokensPerSecond}) => outputTokensPerSecond);
    expect(one! / other!).toBeGreaterThan(0.9);
    expect(one! / other!).toBeLessThan(1.1);
  });

  it("short prompts leave the one that reads idle: together writes more once the queue is full", () => {
    const points = splitCurve({run: base, split: {...split, nDecode: 3}, rates: [320]});
    const gain =
      at(points, "together").outputTokensPerSecond / at(points, "apart").outputTokensPerSecond;
    // three of four replicas write: 4/3 if reading cost nothing
    expect(gain).toBeGreaterThan(1);
    expect(gain).toBeLessThan(4 / 3);
  });
});
