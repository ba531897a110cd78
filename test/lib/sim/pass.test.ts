import {describe, expect, it} from "vitest";
import {runPass} from "../../../src/lib/sim/pass.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

describe("runPass", () => {
  it("runPass(engine) reads the prompt, then adds a token a pass until the answer ends", () => {
    const s = toyServing();
    const tokens = () => [s.memory.usedTokens, s.records.generatedTokens[0], s.tally.finished];
    runPass(s);
    expect([...tokens(), s.records.firstTokenSeconds[0]]).toEqual([8, 1, 0, 0.5]);
    runPass(s);
    expect([s.memory.usedTokens, s.tally.outputTokens]).toEqual([9, 2]);
    runPass(s);
    expect([...tokens(), s.records.finishedSeconds[0]]).toEqual([0, 3, 1, 1.5]);
    expect([s.tally.passes, s.gaps.total, s.totals.seconds]).toEqual([3, 2, 1.5]);
    expect(s.timeline.moments().map(({usedTokens}) => usedTokens)).toEqual([8, 8, 9]);
  });
});
