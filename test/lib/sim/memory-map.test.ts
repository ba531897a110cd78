import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {memoryMap, type MemoryPiece} from "../../../src/lib/sim/memory-map.js";
import {advanceServing, openServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {toyServing} from "../../../src/lib/sim/toy.js";
import {anyConfig, anyRequests} from "./serving-fixture.js";

const sum = (pieces: readonly MemoryPiece[], kind: MemoryPiece["kind"]) =>
  pieces.reduce((tokens, piece) => tokens + (piece.kind === kind ? piece.tokens : 0), 0);

describe("memoryMap", () => {
  it("memoryMap(engine) at any moment covers memory once and agrees with its counts", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        fc.pre(anyOne.scheduler.batching === "continuous");
        const s = openServing(anyOne, requests, constantStep(0.25));
        while (advanceServing(s, {maxPasses: 3})) {
          const pieces = memoryMap(s);
          const last = pieces.at(-1)!;
          const isWhole = pieces.every(({start, tokens}, i) => {
            const next = pieces[i + 1]?.start ?? s.memory.capacityTokens;
            return tokens > 0 && start + tokens === next;
          });
          expect([isWhole, last.start + last.tokens]).toEqual([true, s.memory.capacityTokens]);
          expect(sum(pieces, "internal")).toBe(s.memory.neverTokens);
          // a shared beginning that is just being read counts for whoever has it already
          if (s.slots.prefilling.size > 0) continue;
          expect(sum(pieces, "used")).toBe(s.memory.usedTokens);
        }
      }),
      {numRuns: 40}
    );
  });

  it("memoryMap(toy) by hand: 8 tokens of prompt to come in 2 blocks, 14 free", () => {
    const pieces = memoryMap(toyServing());
    expect(pieces).toHaveLength(16);
    expect([sum(pieces, "reserved"), sum(pieces, "free")]).toEqual([8, 56]);
  });
});
