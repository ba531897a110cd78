import {describe, expect, it} from "vitest";
import {SHARED_FRACTIONS, WATERMARKS} from "../../../src/lib/sim/axes.js";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {prefixCurve, rateCurve, watermarkCurve} from "../../../src/lib/sim/curves.js";
import {standardInputs} from "./batching-fixture.js";

const base = batchingRun(standardInputs);
const run = {...base, workload: {...base.workload, nRequests: 200}};

describe("curves", () => {
  it("rateCurve(run, rates): what comes is written until the knee, then no more", () => {
    const points = rateCurve({run, rates: [1, 2, 40]});
    const going = points.filter(({batching}) => batching === "continuous");
    expect(going[0]!.goodFraction).toBe(1);
    expect(going[2]!.goodFraction).toBeLessThan(0.5);
    expect(going[2]!.outputTokensPerSecond).toBeGreaterThan(going[0]!.outputTokensPerSecond);
    for (const {ttftP50Seconds, ttftP99Seconds} of points) {
      expect(ttftP99Seconds).toBeGreaterThanOrEqual(ttftP50Seconds);
    }
    points.slice(0, 3).forEach((still, i) => {
      expect(still.ttftP50Seconds).toBeGreaterThan(going[i]!.ttftP50Seconds);
    });
  });

  it("watermarkCurve({run}) throws fewer out the more is kept free", () => {
    const points = watermarkCurve({run: base});
    expect(points.map(({watermarkFraction}) => watermarkFraction)).toEqual([...WATERMARKS]);
    expect(points[0]!.preemptions).toBeGreaterThan(points[4]!.preemptions);
    expect(points.at(-1)!.preemptions).toBe(0);
    expect(points.at(-1)!.outputTokensPerSecond).toBeLessThan(points[0]!.outputTokensPerSecond);
    const contiguous = {...base, memory: {kind: "contiguous", reserve: "max"} as const};
    expect(() => watermarkCurve({run: contiguous})).toThrow("a watermark needs pages");
  });

  it("prefixCurve({run}): nothing is found without a cache or without common beginnings", () => {
    const points = prefixCurve({run});
    expect(points).toHaveLength(3 * SHARED_FRACTIONS.length);
    for (const {order, sharedFraction, hitFraction} of points) {
      if (order === "off" || sharedFraction === 0) expect(hitFraction).toBe(0);
      else expect(hitFraction).toBeGreaterThan(0.3);
    }
    const all = points.filter(({sharedFraction}) => sharedFraction === 1);
    expect(all[1]!.ttftP50Seconds).toBeLessThan(all[0]!.ttftP50Seconds);
  });
});
