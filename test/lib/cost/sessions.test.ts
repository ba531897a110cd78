import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {Session} from "../../../src/lib/cost/sessions.js";
import {oneShotUsd, sessionTurns, sessionUsd} from "../../../src/lib/cost/sessions.js";
import {anyPrices, expectWithin, perMillion, sol} from "./fixtures.js";

const chat: Session = {
  nTurns: 3,
  systemTokens: 2_048,
  userTokens: 128,
  toolTokens: 256,
  answerTokens: 512,
  reasoningTokens: 1_000
};
const anySession = fc.record({
  nTurns: fc.integer({min: 1, max: 30}),
  systemTokens: fc.nat(20_000),
  userTokens: fc.integer({min: 1, max: 2_000}),
  toolTokens: fc.nat(5_000),
  answerTokens: fc.nat(2_000),
  reasoningTokens: fc.nat(5_000)
});

describe("sessionTurns", () => {
  it("sessionTurns(session) sends the history again: 2,432, then 896 more each turn", () => {
    const turns = sessionTurns(chat);
    expect(turns.map((t) => t.promptTokens)).toEqual([2_432, 3_328, 4_224]);
    expect(turns.map((t) => t.outputTokens)).toEqual([1_512, 1_512, 1_512]);
  });

  it("sessionTurns(session) reads the prompt of the turn before from the cache", () => {
    expect(sessionTurns(chat).map((t) => t.hitTokens)).toEqual([2_048, 2_432, 3_328]);
    // whole blocks below prompt − 1, less what was read: 2,304 − 2,048, 3,200 − 2,432, 4,096 − 3,328
    expect(sessionTurns(chat).map((t) => t.writeTokens)).toEqual([256, 768, 768]);
  });

  it("sessionTurns(session, {warmFraction: 0}) falls back to the system part", () => {
    const cold = sessionTurns(chat, {warmFraction: 0});
    expect(cold.map((t) => t.hitTokens)).toEqual([2_048, 2_048, 2_048]);
    const alone = sessionTurns(chat, {warmFraction: 0, systemWarmFraction: 0});
    expect(alone.map((t) => t.hitTokens)).toEqual([0, 0, 0]);
  });

  it("sessionTurns(session) of a short chat hits nothing below the smallest prefix", () => {
    const short = {...chat, systemTokens: 0, nTurns: 2};
    expect(sessionTurns(short).map((t) => t.hitTokens)).toEqual([0, 0]);
  });

  it("sessionTurns(session) never reads or writes more than the prompt", () => {
    const share = fc.double({min: 0, max: 1, noNaN: true});
    fc.assert(
      fc.property(anySession, share, share, (session, warmFraction, systemWarmFraction) => {
        for (const turn of sessionTurns(session, {warmFraction, systemWarmFraction})) {
          expect(turn.hitTokens + turn.writeTokens).toBeLessThanOrEqual(turn.promptTokens);
          expect(turn.hitTokens).toBeGreaterThanOrEqual(0);
        }
      })
    );
  });
});

describe("sessionUsd", () => {
  // input 2,432 + 3,328 + 4,224 = 9,984, of it read 7,808; output 3 · 1,512 = 4,536
  it("sessionUsd(session, flagship) adds up its turns", () => {
    expectWithin(sessionUsd(chat, sol), (2_176 * 5 + 7_808 * 0.5 + 4_536 * 30) / 1e6);
  });

  it("sessionUsd(session, prices, {writeLifetime}) charges what each turn adds to the cache", () => {
    const prices = perMillion([5, 0.5, 30], {
      cacheWriteUsdPerMillionTokens: 6.25,
      cacheWrite1hUsdPerMillionTokens: 10
    });
    const plain = sessionUsd(chat, prices);
    expectWithin(sessionUsd(chat, prices, {writeLifetime: "5m"}), plain + (1_792 * 1.25) / 1e6);
    expectWithin(sessionUsd(chat, prices, {writeLifetime: "1h"}), plain + (1_792 * 5) / 1e6);
  });

  it("sessionUsd(session, prices) re-prices only the turns that pass the threshold", () => {
    const prices = perMillion([1, 1, 1], {
      contextTiers: [
        {
          aboveInputTokens: 3_328,
          inputUsdPerMillionTokens: 2,
          cachedInputUsdPerMillionTokens: 2,
          cacheWriteUsdPerMillionTokens: null,
          outputUsdPerMillionTokens: 2
        }
      ]
    });
    const usd = (2_432 + 1_512 + 3_328 + 1_512 + 2 * (4_224 + 1_512)) / 1e6;
    expectWithin(sessionUsd(chat, prices), usd);
  });

  it("sessionUsd(session, prices) of one turn without cache is one shot", () => {
    fc.assert(
      fc.property(anySession, anyPrices, (session, prices) => {
        const once = {...session, nTurns: 1};
        const cold = {warmFraction: 0, systemWarmFraction: 0};
        expectWithin(sessionUsd(once, prices, {cache: cold}), oneShotUsd(once, prices));
      })
    );
  });

  it("sessionUsd(session, prices) without cache is never below one shot", () => {
    fc.assert(
      fc.property(anySession, anyPrices, (session, prices) => {
        const cache = {warmFraction: 0, systemWarmFraction: 0};
        expect(sessionUsd(session, prices, {cache})).toBeGreaterThanOrEqual(
          oneShotUsd(session, prices) * (1 - 1e-12)
        );
      })
    );
  });
});

describe("oneShotUsd", () => {
  it("oneShotUsd(session, flagship) sends 2,048 + 3 · 384 once", () => {
    expectWithin(oneShotUsd(chat, sol), (3_200 * 5 + 4_536 * 30) / 1e6);
  });
});
