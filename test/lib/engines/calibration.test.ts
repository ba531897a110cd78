import {describe, expect, it} from "vitest";
import {calibrationOf, comparedFigures} from "../../../src/lib/engines/calibration.js";

describe("calibrationOf", () => {
  it("calibrationOf(log, ours) adds what the engine prints beside weights and KV", () => {
    const log = {weightBytes: 60, activationBytes: 8, nonTorchBytes: 1, graphBytes: 2};
    expect(calibrationOf(log, {weightBytes: 50})).toEqual({
      overheadBytes: 11,
      activationBytes: 8,
      nonTorchBytes: 1,
      weightRatio: 1.2
    });
  });

  it("calibrationOf(log, ours) finds the rest by difference, with the card's memory from us", () => {
    const log = {weightBytes: 50, kvBytes: 30};
    expect(calibrationOf(log, {weightBytes: 50, totalBytes: 100})?.overheadBytes).toBe(10);
    expect(calibrationOf(log, {weightBytes: 50})).toBeNull();
    expect(calibrationOf({}, {weightBytes: 50})).toBeNull();
  });
});

describe("comparedFigures", () => {
  it("comparedFigures(log, ours) has the figures that both know, in the log's order", () => {
    const log = {nBlocks: 1478, kvBytes: 10, maxModelLen: 29_000};
    expect(comparedFigures(log, {kvBytes: 10, nBlocks: 1479})).toEqual([
      {key: "nBlocks", printed: 1478, ours: 1479, differenceFraction: 1479 / 1478 - 1},
      {key: "kvBytes", printed: 10, ours: 10, differenceFraction: 0}
    ]);
  });
});
