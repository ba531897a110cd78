import {describe, expect, it} from "vitest";
import {sharingPoints, sharingRows} from "../../../src/lib/sim/sharing-study.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {gpus, models} from "../../catalog-data.js";

describe("sharingPoints", () => {
  it("by hand: 2 full blocks of prompt are shared, each sample has a third of its own", () => {
    // 16 passes decode into the third block, alone with one prompt at a time; while the prompt is
    // read (one pass of 17) the follower has no table yet
    const lengths = {
      prompt: {kind: "fixed", tokens: 32},
      output: {kind: "fixed", tokens: 17}
    } as const;
    const study = {capacityTokens: 4096, maxModelLen: 64, lengths, seed: 1, nRequests: 1};
    const [two, three] = sharingPoints({...study, step: constantStep(1)}, [2, 3]);
    // allocated: 2 · 1 + 4 · 16; in tables: 2 · 1 + 6 · 16
    expect(two!.savedFraction).toBeCloseTo(1 - 66 / 98, 12);
    // allocated: 2 · 1 + 5 · 16; in tables: 2 · 1 + 9 · 16
    expect(three!.savedFraction).toBeCloseTo(1 - 82 / 146, 12);
  });
});

describe("sharingRows", () => {
  it("more samples save more, chats more than instructions; instructions as the paper has it", () => {
    const rows = sharingRows(standardStream({models, gpus}));
    const saved = (lengths: string) =>
      rows.filter((row) => row.lengths === lengths).map(({savedFraction}) => savedFraction);
    const [instructions, chats] = [saved("instructions"), saved("chats")];
    for (const list of [instructions, chats]) expect(list).toEqual([...list].sort((a, b) => a - b));
    instructions.forEach((fraction, i) => expect(chats[i]).toBeGreaterThan(fraction));
    // the paper: 6.1 to 9.8 %; ours from stand-in lengths
    expect(instructions[0]).toBeGreaterThan(0.04);
    expect(instructions[2]).toBeLessThan(0.12);
  });
});
