import {describe, expect, it} from "vitest";
import {fixesOf, tryPlan} from "../../../src/lib/planner/fixes.js";
import {modelById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

describe("fixesOf", () => {
  it("what works comes first, the cheapest of it first of all", () => {
    const fixes = fixesOf({...standardPlan, nReaders: 64});
    const works = fixes.map(({plan}) => plan?.isGood ?? false);
    expect(works).toEqual([...works].sort((a, b) => Number(b) - Number(a)));
    const usd = fixes.filter(({plan}) => plan?.isGood).map(({plan}) => plan!.usdPerMonth);
    expect(usd).toEqual([...usd].sort((a, b) => a - b));
    expect(fixes.at(-1)!.label).toBe("as it is");
  });

  it("the shorter context it proposes is the longest in steps of 256 that fits", () => {
    const setup = {...standardPlan, nReaders: 64};
    const label = fixesOf(setup).find((fix) => fix.label.startsWith("context of"))!.label;
    const contextTokens = Number(/[\d,]+/.exec(label)![0].replace(",", ""));
    expect(tryPlan({...setup, contextTokens})!.fits).toBe(true);
    expect(tryPlan({...setup, contextTokens: contextTokens + 512})!.fits).toBe(false);
  });

  it("no shorter context than prompt and answer take is proposed", () => {
    // bf16 KV of Gemma 3 27B: 32 readers have room for 4,864 tokens, their load is 8,704
    const gemma = {...standardPlan, model: modelById("gemma-3-27b"), kvDtype: "bf16"} as const;
    const many = {...standardPlan, nReaders: 1024};
    for (const setup of [gemma, many]) {
      const labels = fixesOf(setup).map(({label}) => label);
      expect(labels.filter((label) => label.startsWith("context of"))).toEqual([]);
    }
  });

  it("an idle card is given back, and a replica more counts the busy ones (3 cards, 2 to a layer)", () => {
    const labels = fixesOf({...standardPlan, nGpus: 3, tp: 2}).map(({label}) => label);
    expect(labels[0]).toBe("2 cards: none idle");
    expect(labels).toContain("4 cards: one more replica");
  });

  it("a file keeps its weights; formats that are narrow already are not narrowed", () => {
    const labels = fixesOf({...standardPlan, weightBytes: 8e9}).map(({label}) => label);
    expect(labels.some((label) => label.startsWith("weights in"))).toBe(false);
    const wide = fixesOf({...standardPlan, kvDtype: "bf16"}).map(({label}) => label);
    expect(wide).toContain("KV cache in fp8");
  });

  it("tryPlan(setup) is null where there can be no plan", () => {
    expect(tryPlan({...standardPlan, nGpus: 1, tp: 2})).toBeNull();
  });
});
