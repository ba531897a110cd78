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

  it("beams of a long answer hold little more than one: 1 - 1 / n less the blocks of the young", () => {
    const lengths = {
      prompt: {kind: "fixed", tokens: 32},
      output: {kind: "fixed", tokens: 1000}
    } as const;
    const study = {capacityTokens: 65536, maxModelLen: 2048, lengths, seed: 1, nRequests: 1};
    const points = sharingPoints({...study, step: constantStep(1), beams: true}, [2, 6]);
    expect(points[0]!.savedFraction).toBeGreaterThan(0.47);
    expect(points[0]!.savedFraction).toBeLessThan(1 / 2);
    expect(points[1]!.savedFraction).toBeGreaterThan(0.77);
    expect(points[1]!.savedFraction).toBeLessThan(5 / 6);
  });
});

describe("sharingRows", () => {
  const rows = sharingRows(standardStream({models, gpus}));
  const saved = (way: string, lengths: string) =>
    rows
      .filter((row) => row.way === way && row.lengths === lengths)
      .map(({savedFraction}) => savedFraction);

  it("more answers save more, chats more than instructions, beams more than samples", () => {
    for (const way of ["samples", "beams"]) {
      const [instructions, chats] = [saved(way, "instructions"), saved(way, "chats")];
      for (const list of [instructions, chats]) {
        expect(list).toEqual([...list].sort((a, b) => a - b));
      }
      instructions.forEach((fraction, i) => expect(chats[i]).toBeGreaterThan(fraction));
    }
    saved("samples", "chats").forEach((fraction, i) =>
      expect(saved("beams", "chats")[i]).toBeGreaterThan(fraction)
    );
  });

  it("samples of instructions as the paper has it: 6.1 to 9.8 %; ours from stand-in lengths", () => {
    const instructions = saved("samples", "instructions");
    expect(instructions[0]).toBeGreaterThan(0.04);
    expect(instructions[2]).toBeLessThan(0.12);
  });

  it("two beams within 5 points of the paper, 37.6 and 44.3 %; six save more than its 55.2 and 66.3 %", () => {
    const [instructions, chats] = [saved("beams", "instructions"), saved("beams", "chats")];
    expect(Math.abs(instructions[0]! - 0.376)).toBeLessThan(0.05);
    expect(Math.abs(chats[0]! - 0.443)).toBeLessThan(0.05);
    expect(instructions[2]).toBeGreaterThan(0.552);
    expect(chats[2]).toBeGreaterThan(0.663);
    expect(chats[2]).toBeLessThan(5 / 6);
  });
});
