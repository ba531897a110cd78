import {describe, expect, it} from "vitest";
import {joinedOutput, piecesOf} from "../../../src/lib/sim/pieces.js";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {runTask, type TaskInput, type TaskName} from "../../../src/lib/sim/tasks.js";
import {gpus, models} from "../../catalog-data.js";
import {standardInputs} from "./batching-fixture.js";

const setup = {...standardStream({models, gpus}), nRequests: 30};
const base = batchingRun(standardInputs);
const run = {...base, workload: {...base.workload, nRequests: 40}};

/** As one worker gives it, and as several put it together. */
function bothWays<N extends TaskName>(name: N, input: TaskInput<N>) {
  const pieces = piecesOf(name, input);
  const inPieces = joinedOutput(
    name,
    pieces.map((piece) => runTask(name, piece))
  );
  return {nPieces: pieces.length, whole: runTask(name, input), inPieces};
}

describe("piecesOf", () => {
  it.each([
    ["rateCurve", {run, rates: [1, 4]}, 4],
    [
      "splitCurve",
      {run, split: {nPrefill: 1, nDecode: 1, linkBytesPerSecond: 5e10}, rates: [1, 4]},
      4
    ],
    ["watermarkCurve", {run}, 8],
    ["prefixCurve", {run}, 15],
    ["gainBySpread", {inputs: {...standardInputs, maxSequences: 4}}, 9],
    ["blockPoints", setup, 9],
    ["allocatorRuns", setup, 4]
  ] as [TaskName, never, number][])(
    "%s: the outputs of all pieces, one after the other, are the whole output",
    (name, input, n) => {
      const {nPieces, whole, inPieces} = bothWays(name, input);
      expect(nPieces).toBe(n);
      expect(inPieces).toEqual(whole);
    }
  );

  it("a task that is no sweep is one piece", () => {
    expect(piecesOf("slotPictures", run)).toEqual([run]);
    expect(joinedOutput("slotPictures", [[]])).toEqual([]);
  });
});
