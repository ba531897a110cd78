import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {seedFor} from "../../../src/lib/random.js";
import {csvOf, jsonLines, mergedRows, shardOf, sweepRuns} from "../../../src/lib/sim/sweep.js";

const base = {seed: 7, scheduler: {maxSequences: 1, order: "fcfs"}, rate: 1};

describe("sweepRuns", () => {
  it("sweepRuns(base, axes) is every combination, the last axis fastest", () => {
    const runs = sweepRuns(base, {"scheduler.maxSequences": [4, 8], rate: [1, 2]});
    expect(runs.map(({run}) => [run.scheduler.maxSequences, run.rate])).toEqual([
      [4, 1],
      [4, 2],
      [8, 1],
      [8, 2]
    ]);
    expect(runs[3]).toEqual({
      index: 3,
      nRuns: 4,
      point: {"scheduler.maxSequences": 8, rate: 2},
      run: {seed: 7, scheduler: {maxSequences: 8, order: "fcfs"}, rate: 2}
    });
    expect(base.scheduler.maxSequences).toBe(1);
  });

  it("sweepRuns(base, axes, n) repeats with the same seeds at all points", () => {
    const runs = sweepRuns(base, {rate: [1, 2]}, 2);
    const [a, b] = [seedFor(7, 0), seedFor(7, 1)];
    expect(runs.map(({run}) => run.seed)).toEqual([a, a, b, b]);
    expect(runs[2]!.point).toEqual({rate: 1, seed: b});
  });

  it("an axis that is no field, or has no values, is named", () => {
    expect(() => sweepRuns(base, {rat: [1]})).toThrow("unknown field of axis: rat");
    expect(() => sweepRuns(base, {"rate.deep": [1]})).toThrow("unknown field of axis: rate.deep");
    expect(() => sweepRuns(base, {rate: []})).toThrow("axis without values: rate");
  });
});

describe("shards", () => {
  const rows = (n: number) =>
    Array.from({length: n}, (_, index) => ({index, nRuns: n, point: {}, row: {x: index / 3}}));

  it("any cut into shards, merged in any order, gives the same bytes", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 30}), fc.integer({min: 1, max: 7}), (size, n) => {
        const whole = rows(size);
        const shards = Array.from({length: n}, (_, i) => shardOf(whole, {i, n})).reverse();
        expect(jsonLines(mergedRows(shards))).toBe(jsonLines(whole));
      })
    );
  });

  it("mergedRows(shards) misses nothing, not at the end either, and takes nothing twice", () => {
    const [first, second] = rows(2);
    expect(() => mergedRows([[second!]])).toThrow("missing row of 2: 0");
    expect(() => mergedRows([[first!]])).toThrow("missing row of 2: 1");
    expect(() => mergedRows([[first!], [first!]])).toThrow("repeated row: 0");
    expect(() => mergedRows([[first!], rows(3)])).toThrow(
      "rows of different sweeps: of 2 runs and of 3"
    );
    expect(() => mergedRows([[{...first!, index: 2}]])).toThrow("invalid row: 2 of 2");
    expect(() => mergedRows([[], []])).toThrow("no rows to merge");
    const some = rows(10).filter(({index}) => [0, 3, 4, 9].includes(index));
    expect(() => mergedRows([some])).toThrow("missing rows of 10: 1–2, 5–8");
  });

  it("any rows that are left out are named", () => {
    fc.assert(
      fc.property(fc.integer({min: 2, max: 20}), fc.nat(), (n, seed) => {
        const left = seed % n;
        const rest = rows(n).filter(({index}) => index !== left);
        expect(() => mergedRows([rest])).toThrow(`missing row of ${n}: ${left}`);
      })
    );
  });

  it("shardOf(runs, shard) names a shard that is none", () => {
    for (const shard of [
      {i: 2, n: 2},
      {i: 0, n: 0},
      {i: 0.5, n: 2}
    ]) {
      expect(() => shardOf([], shard)).toThrow(`invalid shard: ${shard.i}/${shard.n}`);
    }
  });
});

describe("csvOf", () => {
  it("csvOf(rows) quotes what needs it and leaves unmeasured figures empty", () => {
    const row = {
      index: 0,
      nRuns: 1,
      point: {memory: {kind: "paged"}, "a,b": 1},
      row: {x: null, y: 0.5}
    };
    expect(csvOf([row])).toBe('index,memory,"a,b",x,y\n0,"{""kind"":""paged""}",1,,0.5\n');
    expect(csvOf([])).toBe("");
  });
});
