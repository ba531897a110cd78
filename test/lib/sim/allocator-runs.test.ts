import {describe, expect, it} from "vitest";
import {allocatorRuns, allocatorSummary, N_CELLS} from "../../../src/lib/sim/allocator-runs.js";
import {cellOf} from "../../../src/lib/sim/memory-cells.js";
import {requestLaws} from "../../../src/lib/sim/lengths.js";
import {standardStream, streamOf} from "../../../src/lib/sim/stream.js";
import {gpus, modelById, models} from "../../catalog-data.js";

const setup = standardStream({models, gpus});
const runs = allocatorRuns(setup);

describe("allocatorRuns", () => {
  it("has the same moments of the same stream in all four memories", () => {
    expect(runs.map(({name}) => name)).toEqual(["max", "pow2", "oracle", "paged"]);
    for (const {moments} of runs) {
      expect(moments).toHaveLength(96);
      expect(moments.every(({cells}) => cells.length === N_CELLS)).toBe(true);
    }
  });

  it("cells tell the used share to the size of a cell", () => {
    for (const {moments} of runs) {
      for (const {cells, usedFraction} of moments) {
        const used = cells.filter((code) => cellOf(code).kind === "used").length / N_CELLS;
        expect(Math.abs(used - usedFraction)).toBeLessThan(0.03);
      }
    }
  });

  it("pages hold more than an oracle, it more than powers of two, they more than the longest", () => {
    const used = runs.map(({shares}) => shares.used);
    expect(used).toEqual([...used].sort((a, b) => a - b));
    expect(runs.map(({meanRunning}) => Math.round(meanRunning))).toEqual([7, 9, 11, 32]);
  });

  it.each(["sharegpt", "alpaca"] as const)(
    "memory is as full at 1,000 a second as at 100 (%s)",
    (law) => {
      const used = (requestsPerSecond: number) =>
        allocatorSummary("paged", {...setup, lengths: requestLaws[law], requestsPerSecond}).shares
          .used;
      expect(used(100)).toBeGreaterThan(0.85);
      expect(Math.abs(used(1000) - used(100))).toBeLessThan(0.01);
      expect(used(1)).toBeLessThan(used(100));
    }
  );

  it("memory, not a number of places, limits how many run: 608 short-cached requests", () => {
    const stream = {...setup, kvBytes: 12 * 2 ** 30, model: modelById("nemotron-h-56b")};
    const {shares, meanRunning} = allocatorSummary("paged", streamOf(stream));
    expect(shares.used).toBeGreaterThan(0.9);
    expect(meanRunning).toBeGreaterThan(500);
  });

  it("allocatorSummary(name, setup) is the same run without pictures", () => {
    const summary = allocatorSummary("paged", setup);
    expect({...summary, moments: runs[3]!.moments}).toEqual(runs[3]);
  });
});
