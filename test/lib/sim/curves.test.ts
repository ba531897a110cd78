import {describe, expect, it} from "vitest";
import {SHARED_FRACTIONS, WATERMARKS} from "../../../src/lib/sim/axes.js";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {prefixCurve, rateCurve, watermarkCurve} from "../../../src/lib/sim/curves.js";
import {expectWithin} from "../expect-within.js";
import {standardInputs} from "./batching-fixture.js";

const base = batchingRun(standardInputs);
const run = {...base, workload: {...base.workload, nRequests: 200}};

describe("the page's own curve", () => {
  const points = rateCurve({run: base, rates: [5, 10, 12, 80], batchings: ["continuous"]});
  const output = points.map(({outputTokensPerSecond}) => outputTokensPerSecond);

  it("is that of the long run: below the knee all that comes is written, above it 3,950 tokens/s", () => {
    // mean answer 338 tokens, as drawn 332; 64,000 requests write 1,696, 3,392, 3,947 and 3,950
    [1696, 3392, 3947, 3950].forEach((long, i) => expectWithin(output[i]!, long, 0.03));
    expectWithin(points[1]!.goodRequestsPerSecond, 10, 0.05);
    expect(points[3]!.goodRequestsPerSecond).toBe(0);
  });

  it("40 places have time to spare at 10 requests a second, 32 just keep up", () => {
    const p99 = (maxSequences: number) => {
      const run = batchingRun({...standardInputs, maxSequences});
      return rateCurve({run, rates: [10], batchings: ["continuous"]})[0]!.ttftP99Seconds;
    };
    expect(p99(32)).toBeGreaterThan(2);
    expect(p99(40)).toBeLessThan(0.3);
  });
});

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
    expect(points[0]!.preemptionsPerAnswer).toBeGreaterThan(points[4]!.preemptionsPerAnswer);
    expect(points.at(-1)!.preemptionsPerAnswer).toBe(0);
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

  it("prefixCurve({run}) says where more comes than is answered", () => {
    const at = (requestsPerSecond: number) => {
      const arrivals = {kind: "poisson", requestsPerSecond} as const;
      const workload = {...run.workload, nRequests: 6400, arrivals};
      return prefixCurve({run: {...run, workload}, orders: ["off"], sharedFractions: [1]})[0]!;
    };
    // 5 of 7.5 a second, and 20
    expect(at(10)).toMatchObject({keepsUp: true});
    expect(at(10).ttftP50Seconds).toBeLessThan(0.1);
    expect(at(40)).toMatchObject({keepsUp: false});
  });
});
