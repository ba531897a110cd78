import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {Segment, Sharing} from "../../../src/lib/cost/segments.js";
import {promptHits, shareRates} from "../../../src/lib/cost/segments.js";
import {expectWithin} from "./fixtures.js";

const segment = (sharedBy: Sharing, tokens: number): Segment => ({
  name: sharedBy,
  tokens,
  sharedBy
});
/** So many requests that every shared prefix is warm. */
const busy = {lifetimeSeconds: 300, rates: {everyone: 1e6, template: 1e6, user: 1e6}};
const rates = shareRates({requestsPerSecond: 0.1, nTemplates: 20, userRequestsPerSecond: 0.002});
const quiet = {lifetimeSeconds: 300, rates};

const anySharing = fc.constantFrom<Sharing>("everyone", "template", "user", "nobody");
const anySegments = fc.array(fc.tuple(anySharing, fc.nat(20_000)), {minLength: 1, maxLength: 6});

describe("promptHits", () => {
  it("promptHits(segments, options) stops at the first segment that nobody shares", () => {
    const hits = promptHits(
      [segment("everyone", 2_048), segment("nobody", 512), segment("everyone", 8_192)],
      busy
    );
    expect(hits.promptTokens).toBe(10_752);
    expect(hits.hitTokens).toBe(2_048);
    expect(hits.prefixes.map((p) => p.sharedBy)).toEqual(["everyone"]);
  });

  it("promptHits(segments, options) narrows: everyone, then template, then user and template", () => {
    const hits = promptHits(
      [segment("everyone", 1_280), segment("template", 640), segment("user", 640)],
      quiet
    );
    expect(hits.prefixes.map((p) => [p.sharedBy, p.tokens, p.cachedTokens])).toEqual([
      ["everyone", 1_280, 1_280],
      ["template", 1_920, 1_920],
      ["user and template", 2_560, 2_432] // the last token is computed, so one block less
    ]);
    // 0.1 · 300 = 30, 0.005 · 300 = 1.5, 0.0001 · 300 = 0.03
    const warm = [30, 1.5, 0.03].map((x) => 1 - Math.exp(-x));
    expectWithin(hits.hitTokens, 1_280 * warm[0]! + 640 * warm[1]! + 512 * warm[2]!);
    expectWithin(hits.writeFraction, (2_432 - hits.hitTokens) / 2_560);
  });

  it("promptHits(segments, options) caches nothing shorter than the smallest prefix", () => {
    const segments = [segment("everyone", 1_000), segment("nobody", 9_000)];
    expect(promptHits(segments, busy).hitFraction).toBe(0);
    expect(promptHits(segments, {...busy, minTokens: 512}).hitFraction).toBe(0.0896); // 7 · 128
  });

  it("promptHits(segments, options) lets a template reach the smallest prefix that the start alone misses", () => {
    const segments = [segment("everyone", 900), segment("template", 200), segment("nobody", 100)];
    const {prefixes} = promptHits(segments, quiet);
    expect(prefixes.map((p) => p.cachedTokens)).toEqual([0, 1_024]);
  });

  it("promptHits([]) is 0, not NaN", () => {
    expect(promptHits([], busy).hitFraction).toBe(0);
  });

  it("promptHits(any order) is a share of the prompt", () => {
    fc.assert(
      fc.property(anySegments, (pairs) => {
        const {hitFraction, writeFraction} = promptHits(
          pairs.map(([sharing, tokens]) => segment(sharing, tokens)),
          quiet
        );
        expect(hitFraction).toBeGreaterThanOrEqual(0);
        expect(writeFraction).toBeGreaterThanOrEqual(0);
        expect(hitFraction + writeFraction).toBeLessThanOrEqual(1);
      })
    );
  });

  it("promptHits(segments) never falls when a segment is shared by more", () => {
    fc.assert(
      fc.property(anySegments, fc.nat(), (pairs, pick) => {
        const segments = pairs.map(([sharing, tokens]) => segment(sharing, tokens));
        const wider = segments.map((s, i) =>
          i === pick % segments.length ? {...s, sharedBy: "everyone" as const} : s
        );
        expect(promptHits(wider, quiet).hitTokens).toBeGreaterThanOrEqual(
          promptHits(segments, quiet).hitTokens - 1e-9
        );
      })
    );
  });

  it("promptHits(segments) never falls when requests come faster or live longer", () => {
    fc.assert(
      fc.property(anySegments, fc.double({min: 1, max: 100, noNaN: true}), (pairs, factor) => {
        const segments = pairs.map(([sharing, tokens]) => segment(sharing, tokens));
        const longer = {...quiet, lifetimeSeconds: quiet.lifetimeSeconds * factor};
        expect(promptHits(segments, longer).hitTokens).toBeGreaterThanOrEqual(
          promptHits(segments, quiet).hitTokens - 1e-9
        );
      })
    );
  });
});

describe("shareRates", () => {
  it("shareRates(options) divides requests over templates and bounds a user by all", () => {
    expect(rates).toEqual({everyone: 0.1, template: 0.005, user: 0.002});
    expect(
      shareRates({requestsPerSecond: 0.001, nTemplates: 1, userRequestsPerSecond: 5}).user
    ).toBe(0.001);
  });
});
