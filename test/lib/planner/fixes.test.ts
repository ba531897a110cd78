import {describe, expect, it} from "vitest";
import {fixesOf, tryPlan} from "../../../src/lib/planner/fixes.js";
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
    const contextTokens = Number(/\d+/.exec(label)![0]);
    expect(tryPlan({...setup, contextTokens})!.fits).toBe(true);
    expect(tryPlan({...setup, contextTokens: contextTokens + 512})!.fits).toBe(false);
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
