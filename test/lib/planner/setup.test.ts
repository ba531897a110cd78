import {describe, expect, it} from "vitest";
import {replicasOf} from "../../../src/lib/planner/setup.js";

describe("replicasOf", () => {
  it("cards of no group are idle; the busiest replica has the readers rounded up", () => {
    expect(replicasOf({nGpus: 3, tp: 2, nReaders: 33})).toEqual({
      nReplicas: 1,
      nIdleGpus: 1,
      readersPerReplica: 33
    });
    expect(replicasOf({nGpus: 4, tp: 2, nReaders: 33})).toEqual({
      nReplicas: 2,
      nIdleGpus: 0,
      readersPerReplica: 17
    });
  });
});
