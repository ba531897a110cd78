// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {billChart} from "../../src/components/bill-chart.js";
import {crossingWords} from "../../src/components/economics-parts.js";
import {hitChart} from "../../src/components/hit-chart.js";
import {leverChart} from "../../src/components/lever-chart.js";
import {promptChart} from "../../src/components/prompt-chart.js";
import {remixChart} from "../../src/components/remix-chart.js";
import {sessionChart} from "../../src/components/session-chart.js";
import {waterfallChart} from "../../src/components/waterfall-chart.js";
import {billRows, tierBills} from "../../src/lib/cost/compare.js";
import {hitSweep, sweepHitFractions} from "../../src/lib/cost/hit-sweep.js";
import {hostingBill} from "../../src/lib/cost/hosting.js";
import type {LeverId} from "../../src/lib/cost/levers.js";
import {leverSavings, leverSequence} from "../../src/lib/cost/levers.js";
import {crossingRows, remixRange, remixSweep} from "../../src/lib/cost/remix-sweep.js";
import type {Segment} from "../../src/lib/cost/segments.js";
import {promptHits} from "../../src/lib/cost/segments.js";
import {sessionTurns} from "../../src/lib/cost/sessions.js";
import {chapter, tiers} from "../lib/cost/fixtures.js";

const widths = [350, 640, 800];
const staircase = {replicaUsd: 1_728, generationsPerReplica: 289_043};
const texts = (chart: Element): string[] =>
  [...chart.querySelectorAll("text")].map((text) => text.textContent ?? "");

/** No coordinate is NaN; each axis says its unit. */
function expectDrawn(chart: Element, units: readonly string[]): void {
  expect(chart.outerHTML).not.toMatch(/NaN|Infinity|undefined/);
  for (const unit of units) expect(texts(chart).join("|")).toContain(unit);
}

describe("billChart(rows, options)", () => {
  const bills = tierBills(chapter, tiers);
  const hosting = hostingBill(33_000, {replicaRequestsPerSecond: 0.4});
  const rows = billRows(tiers, {bills, hosting, hostedName: "8B"});

  it.each(widths)("draws a bar per tier with its total, %i wide", (width) => {
    const chart = billChart(rows, {width});
    expectDrawn(chart, ["USD a month"]);
    for (const text of ["flagship · sol", "$4,191", "$1,676.40", "$167.64", "$1,728"])
      expect(texts(chart)).toContain(text);
  });

  it("leaves parts of nothing out of the key, and says when cards cannot serve", () => {
    const none = {...hosting, totalUsd: Infinity, usedUsd: NaN, idleUsd: NaN};
    const chart = billChart(billRows(tiers, {bills, hosting: none, hostedName: "70B"}));
    expectDrawn(chart, ["USD a month"]);
    expect(texts(chart)).toContain("cannot serve");
    expect(texts(chart)).not.toContain("cache writes");
    expect(texts(chart)).not.toContain("cards idle");
  });
});

describe("hitChart(points, options)", () => {
  const points = hitSweep(chapter, {tiers, hitFractions: sweepHitFractions});

  it.each(widths)("labels each line and the part that no hit touches, %i wide", (width) => {
    const chart = hitChart(points, {width, hitFraction: 0.7});
    expectDrawn(chart, ["cache hit rate", "USD a month"]);
    expect(texts(chart).join("|")).toContain("flagship output, $2,970: no hit touches it");
    for (const tier of ["flagship", "mid", "small"])
      expect(texts(chart).some((text) => text.startsWith(tier))).toBe(true);
  });
});

describe("remixChart(points, options)", () => {
  const points = remixSweep(chapter, {tiers, staircase, hostedName: "8B", ...remixRange});
  const crossings = crossingRows(chapter, {tiers, staircase, weeklyGrowth: 0.1, ...remixRange});

  it.each(widths)("marks the crossings with rate and day, %i wide", (width) => {
    const crossingText = crossingWords(Date.UTC(2026, 10, 29));
    const chart = remixChart(points, {width, remixRate: 0.01, crossings, crossingText});
    expectDrawn(chart, ["remixes per daily user and day (log)", "USD a month (log)"]);
    expect(texts(chart)).toContain("1/283, passed");
    expect(texts(chart)).toContain("1/96.7, 2026-12-01");
    for (const tick of ["1/1000", "1/100", "1/10", "1/3"]) expect(texts(chart)).toContain(tick);
    expect(chart.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(2);
  });

  it("says the rate alone where no day is in reach", () => {
    const [, mid] = crossingRows(chapter, {tiers, staircase, weeklyGrowth: 0, ...remixRange});
    expect(crossingWords(0)(mid!)).toBe("1/96.7");
  });
});

describe("leverChart(steps, options)", () => {
  const scenario = {workload: chapter, routedFraction: 0, batchFraction: 0, selfHosted: false};
  const context = {tiers: tiers.map((t) => t.prices), hostingUsd: () => 1_728};

  it.each(widths)("shows savings and losses with their dollars, %i wide", (width) => {
    const chart = leverChart(leverSavings({...scenario, tier: 2}, context), {width});
    expectDrawn(chart, ["USD saved a month"]);
    for (const text of ["All self-hosted", "$1,560 more", "nothing"])
      expect(texts(chart)).toContain(text);
  });

  it("leaves out a lever without a figure", () => {
    const endless = {...context, hostingUsd: () => Infinity};
    const chart = leverChart(leverSavings({...scenario, tier: 0}, endless));
    expectDrawn(chart, ["USD saved a month"]);
    expect(texts(chart)).not.toContain("All self-hosted");
  });

  it.each(widths)(
    "waterfallChart(steps) starts at the bill and ends at what is left, %i",
    (width) => {
      const ids: LeverId[] = ["output", "self-host"];
      const steps = leverSequence({...scenario, tier: 0}, {ids, context});
      const chart = waterfallChart(steps, {width, startUsd: 4_191});
      expectDrawn(chart, ["USD a month"]);
      for (const text of ["Now", "$4,191", "$891 less", "$1,572 less", "Left", "$1,728"])
        expect(texts(chart)).toContain(text);
    }
  );
});

describe("promptChart(segments, options)", () => {
  const segments: Segment[] = [
    {name: "Rules", tokens: 9_000, sharedBy: "everyone"},
    {name: "Wish", tokens: 2_000, sharedBy: "nobody"}
  ];
  const options = {lifetimeSeconds: 300, rates: {everyone: 0.01, template: 0, user: 0}};

  it.each(widths)("draws segments, the cache below and the smallest prefix, %i wide", (width) => {
    const hits = promptHits(segments, options);
    const chart = promptChart(segments, {width, hits, blockTokens: 128, minTokens: 1_024});
    expectDrawn(chart, ["tokens from the start of the prompt"]);
    for (const text of ["Rules", "95 % warm", "smallest prefix 1,024", "shared by nobody"])
      expect(texts(chart)).toContain(text);
  });

  it("draws an empty prompt too", () => {
    const hits = promptHits([], options);
    expectDrawn(promptChart([], {hits, blockTokens: 128, minTokens: 1_024}), ["tokens"]);
  });
});

describe("sessionChart(turns, options)", () => {
  const turns = (nTurns: number) =>
    sessionTurns({
      ...{nTurns, systemTokens: 2_048, userTokens: 128, toolTokens: 0},
      ...{answerTokens: 512, reasoningTokens: 0}
    });

  it.each(widths)("draws a bar per turn with its hit rate, %i wide", (width) => {
    const chart = sessionChart(turns(5), {width});
    expectDrawn(chart, ["turn", "tokens of the turn"]);
    expect(texts(chart)).toContain("94 %");
  });

  it("leaves out labels that would not fit", () => {
    const ticks = texts(sessionChart(turns(100), {width: 350})).filter((t) => /^\d+$/.test(t));
    expect(ticks.length).toBeLessThan(12);
  });
});
