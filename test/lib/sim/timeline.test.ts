import {describe, expect, it} from "vitest";
import {Timeline} from "../../../src/lib/sim/timeline.js";

const moment = (timeSeconds: number) => ({
  timeSeconds,
  running: 1,
  waiting: 2,
  usedTokens: 3,
  allocatedTokens: 4,
  neverTokens: 0,
  roundingTokens: 0,
  blocked: 1
});

describe("Timeline", () => {
  it("moments() returns what was added while there is room", () => {
    const timeline = new Timeline(4);
    [0, 1, 2].forEach((t) => timeline.add(moment(t)));
    expect(timeline.moments()).toEqual([0, 1, 2].map(moment));
  });

  it("keeps evenly spaced moments of a run of any length, never more than its capacity", () => {
    const timeline = new Timeline(8);
    for (let t = 0; t < 1000; t++) {
      timeline.add(moment(t));
      expect(timeline.size).toBeLessThanOrEqual(8);
    }
    const times = timeline.moments().map(({timeSeconds}) => timeSeconds);
    const steps = times.slice(1).map((t, i) => t - times[i]!);
    expect(times.length).toBeGreaterThanOrEqual(4);
    // each doubling keeps every second one: gaps are equal, or mix two strides at the seam
    expect(new Set(steps).size).toBeLessThanOrEqual(2);
  });
});
