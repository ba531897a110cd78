import {describe, expect, it} from "vitest";
import {
  billSentence,
  crossingSentence,
  hitSentence,
  hostedUsdText,
  replicaSentence,
  verdictSentence
} from "../../../src/lib/answers/economics-words.js";
import {billRows, tierBills} from "../../../src/lib/cost/compare.js";
import {hitSweep} from "../../../src/lib/cost/hit-sweep.js";
import {hostingBill} from "../../../src/lib/cost/hosting.js";
import {verdicts} from "../../../src/lib/cost/verdict.js";
import {chapter, tiers} from "../cost/fixtures.js";

const staircase = {replicaUsd: 1_728, generationsPerReplica: 289_043};
const found = verdicts(chapter, {
  tiers,
  staircase,
  fullLoadGenerations: 1_083_911,
  weeklyGrowth: 0.1
});

describe("billSentence", () => {
  const hosting = hostingBill(33_000, {replicaRequestsPerSecond: 0.418});
  const rows = billRows(tiers, {bills: tierBills(chapter, tiers), hosting, hostedName: "8B"});

  it("billSentence(chapter) says 25 times, and how much of the rent is idle", () => {
    expect(billSentence(rows)).toBe(
      "sol costs 25× as much as luna; 8B costs $1,728, of it 97 % for idle hours."
    );
  });

  it("billSentence(nothing fits) says so", () => {
    const none = {...hosting, totalUsd: Infinity, usedUsd: NaN, idleUsd: NaN};
    const bills = tierBills(chapter, tiers);
    expect(billSentence(billRows(tiers, {bills, hosting: none, hostedName: "70B"}))).toBe(
      "sol costs 25× as much as luna; 70B cannot serve this."
    );
  });
});

describe("hitSentence", () => {
  it("hitSentence(chapter) falls from $6,270 to $3,448.50", () => {
    expect(hitSentence(hitSweep(chapter, {tiers, hitFractions: [0, 0.5, 0.95]}))).toBe(
      "From 0 % to 95 % hits sol falls from $6,270 to $3,448.50, 45 % less; $2,970 of it is output, which no hit touches."
    );
  });
});

describe("hitSentence where cached tokens cost what others do", () => {
  it("hitSentence(points) stays where it is", () => {
    const at = (hitFraction: number) =>
      ({tier: "mid", name: "A", hitFraction, usd: 7, outputUsd: 2}) as const;
    expect(hitSentence([at(0), at(0.95)])).toBe("From 0 % to 95 % hits A stays at $7.");
  });
});

describe("hostedUsdText", () => {
  it.each([
    [1_728, "$1,728"],
    [Infinity, "not possible"],
    [NaN, "not possible"]
  ])("hostedUsdText(%d) is %s", (usd, text) => expect(hostedUsdText(usd)).toBe(text));
});

describe("crossingSentence", () => {
  it("crossingSentence(chapter) names what is beaten from where, and what never", () => {
    expect(crossingSentence(found)).toBe(
      "Self-hosting beats flagship from 1 in 283 on, mid from 1 in 96.7 on; small never."
    );
  });

  it("crossingSentence(all never) is one plain sentence", () => {
    expect(crossingSentence(found.slice(2))).toBe("Self-hosting never beats any of these tiers.");
  });

  it("crossingSentence(a rare rate) rounds to three digits", () => {
    expect(crossingSentence([{tier: "mid", generations: 5, remixRate: 1 / 10_163}])).toBe(
      "Self-hosting beats mid from 1 in 10,200 on."
    );
  });

  it("crossingSentence(PGC alone is enough) says at any rate", () => {
    expect(crossingSentence([{tier: "mid", generations: 5, remixRate: -0.0005}])).toBe(
      "Self-hosting beats mid at any rate."
    );
  });
});

describe("verdictSentence", () => {
  it("verdictSentence(flagship) wins, with the volume in four units", () => {
    expect(verdictSentence(found[0]!)).toBe(
      "Wins by $2,463 a month. Breaks even at 13,606 generations a month: 41,231 daily users, or a remix rate of 1 in 283; one replica is then busy 1.26 % of the time."
    );
  });

  it("verdictSentence(mid) loses now, verdictSentence(small) never wins", () => {
    expect(verdictSentence(found[1]!)).toMatch(/^Loses by \$52 a month\. Breaks even at 34,016 /);
    expect(verdictSentence(found[2]!)).toBe(
      "Loses by $1,560 a month, and never wins: a full replica costs $0.00598 a generation, the API $0.00508."
    );
  });

  it("verdictSentence(PGC alone makes more) gives no remix rate", () => {
    expect(verdictSentence({...found[0]!, remixRate: -0.001})).toMatch(
      /41,231 daily users, and today's PGC alone makes more; one replica/
    );
  });

  it("verdictSentence(cannot serve) says so", () => {
    expect(verdictSentence({...found[0]!, hostedUsdPerGeneration: Infinity})).toBe(
      "Cannot serve this with this set-up."
    );
  });
});

describe("replicaSentence", () => {
  const replica = {
    batchSize: 43,
    limit: "kv" as const,
    tpotSeconds: 0.0343,
    prefillSeconds: 0.19,
    stepSeconds: 0.0315,
    requestsPerSecond: 0.418
  };
  const month = {
    hosting: hostingBill(33_000, {replicaRequestsPerSecond: 0.418}),
    generations: 33_000,
    inputTokens: 20_000,
    outputTokens: 3_000,
    range: {low: 0.38, high: 0.45}
  };

  // 1,728 / (33,000 · 3,000) and / (33,000 · 23,000) per million
  it("replicaSentence(replica, month) says what is rented and what a million tokens cost", () => {
    expect(replicaSentence(replica, month)).toBe(
      "A replica decodes 43 requests at once (then the KV cache is full) at 34.3 ms a token: 1,500 requests an hour (1,370 to 1,620 at the worst and the best efficiency measured). You rent 1 replica, busy 3.05 % of the time: $17.45 a million output tokens, $2.28 a million of all."
    );
  });

  it("replicaSentence(none served) says what stands in the way", () => {
    const none = {...replica, batchSize: 0};
    expect(replicaSentence({...none, limit: "memory"}, month)).toMatch(/does not fit the memory/);
    expect(replicaSentence({...none, limit: "tpot", tpotSeconds: 0.08}, month)).toMatch(/80 ms/);
  });
});
