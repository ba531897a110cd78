import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {checkedRequests} from "../../../src/lib/sim/requests.js";
import {requestsOf, type Workload} from "../../../src/lib/sim/workload.js";
import {coefficientOfVariation, mean} from "../../../src/lib/stats.js";
import {expectWithin} from "../expect-within.js";
import {anyWorkload} from "./serving-fixture.js";

const workload: Workload = {
  nRequests: 20_000,
  arrivals: {kind: "poisson", requestsPerSecond: 4},
  lengths: {
    prompt: {kind: "log-normal", mean: 100, cv: 1},
    output: {kind: "fixed", tokens: 50}
  }
};
const gaps = (seconds: Float64Array) => seconds.slice(1).map((t, i) => t - seconds[i]!);

describe("requestsOf", () => {
  it("requestsOf(workload, seed) repeats itself, and a longer stream begins with a shorter one", () => {
    fc.assert(
      fc.property(anyWorkload, fc.integer(), (any, seed) => {
        const requests = requestsOf(any, seed);
        expect(requestsOf(any, seed)).toEqual(requests);
        expect(checkedRequests(requests)).toBe(requests);
        if (any.sharing) return;
        const longer = requestsOf({...any, nRequests: any.nRequests + 5}, seed);
        expect(longer.arrivalSeconds.slice(0, requests.n)).toEqual(requests.arrivalSeconds);
        expect(longer.outputTokens.slice(0, requests.n)).toEqual(requests.outputTokens);
      })
    );
  });

  it("Poisson arrivals have exponential gaps of the mean rate; even ones equal gaps", () => {
    const poisson = gaps(requestsOf(workload, 1).arrivalSeconds);
    expectWithin(mean(poisson), 0.25, 0.02);
    expectWithin(coefficientOfVariation(poisson), 1, 0.02);
    const even = requestsOf({...workload, arrivals: {kind: "even", requestsPerSecond: 4}}, 1);
    expect([...even.arrivalSeconds.slice(0, 3)]).toEqual([0, 0.25, 0.5]);
    const atOnce = requestsOf({...workload, arrivals: {kind: "at-once"}}, 1);
    expect(Math.max(...atOnce.arrivalSeconds)).toBe(0);
  });

  it("bursts keep the mean rate and come in groups of the mean size", () => {
    const arrivals = {kind: "bursts", requestsPerSecond: 4, burstSize: 5} as const;
    const {arrivalSeconds} = requestsOf({...workload, arrivals}, 1);
    expectWithin(workload.nRequests / arrivalSeconds.at(-1)!, 4, 0.05);
    // a Poisson number of mean 5 that is not 0: 5 / (1 − e⁻⁵)
    expectWithin(workload.nRequests / new Set(arrivalSeconds).size, 5.034, 0.03);
  });

  it("lengths are cut to the longest allowed", () => {
    const {promptTokens, outputTokens} = requestsOf({...workload, maxModelLen: 120}, 1);
    expect(Math.max(...promptTokens.map((p, i) => p + outputTokens[i]!))).toBe(120);
    expect(Math.min(...outputTokens)).toBe(1);
  });

  it("conversations repeat what was said, groups begin alike", () => {
    const sharing = {sharedFraction: 1, sharedTokens: 30, nGroups: 3, turns: 4};
    const requests = requestsOf({...workload, nRequests: 400, sharing}, 2);
    const {promptTokens, outputTokens} = requests;
    const {conversations, groups, sharedTokens} = requests.sharing!;
    for (let i = 100; i < 400; i++) {
      const before = i - 100;
      expect(conversations[i]).toBe(conversations[before]);
      expect(groups[i]).toBe(groups[before]);
      expect(sharedTokens[i]).toBe(30);
      expect(promptTokens[i]).toBeGreaterThan(promptTokens[before]! + outputTokens[before]!);
    }
    expect(new Set(groups).size).toBe(3);
  });

  it("bad figures are named", () => {
    const bad: [Partial<Workload>, string][] = [
      [{nRequests: -1}, "invalid nRequests: -1"],
      [{arrivals: {kind: "even", requestsPerSecond: 0}}, "invalid requestsPerSecond: 0"],
      [{arrivals: {kind: "bursts", requestsPerSecond: 1, burstSize: 0}}, "invalid burstSize: 0"],
      [{maxModelLen: 1}, "invalid maxModelLen: 1"],
      [{sharing: {sharedFraction: 2, sharedTokens: 1, nGroups: 1}}, "invalid sharedFraction: 2"],
      [{sharing: {sharedFraction: 1, sharedTokens: 1, nGroups: 0}}, "invalid nGroups: 0"]
    ];
    for (const [change, message] of bad) {
      expect(() => requestsOf({...workload, ...change}, 1)).toThrow(message);
    }
  });
});
