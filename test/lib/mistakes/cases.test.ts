import {describe, expect, it} from "vitest";
import {mistakeOptions, publicCases} from "../../../src/lib/mistakes/cases.js";
import {published} from "../../../src/lib/mistakes/published-cases.js";
import {models} from "../../catalog-data.js";

const cases = publicCases(models);

describe("publicCases", () => {
  it.each(cases.filter(({isExplained}) => isExplained))(
    "$what: $publishedWrong $unit is $mistake",
    ({wrong, publishedWrong}) => {
      const row = published.find(({wrong: figure}) => figure === publishedWrong)!;
      expect(wrong.toFixed(row.decimals)).toBe(publishedWrong.toFixed(row.decimals));
    }
  );

  it("the right figures are the reports' own, within their last digit, but where a note says why", () => {
    const far = cases.filter(
      ({publishedRight, right, unit}) =>
        publishedRight !== null &&
        Math.abs(right - publishedRight) > (unit === "MiB" || unit === "B/token" ? 0.5 : 0.005)
    );
    // 78 layers keep index keys of 128 too, which the report leaves out
    expect(far.map(({what}) => what)).toEqual(["GLM-5, 202,752 tokens"]);
    expect(far[0]!.note).toContain("index keys");
  });

  it("one figure does not follow from its mistake alone, and says what else is in it", () => {
    const [open, ...others] = cases.filter(({isExplained}) => !isExplained);
    expect(others).toEqual([]);
    expect(open!.what).toBe("Gemma-4-12B, 131,072 tokens in q8_0");
    // 48 layers · 2 · 16 heads · 240 · 1.0625 B · 131,072
    expect(open!.wrong).toBeCloseTo((48 * 2 * 16 * 240 * 1.0625 * 131_072) / 1e9, 9);
    expect(open!.note).toContain("weights");
  });

  it("a model that the catalog lacks is named", () => {
    expect(() => publicCases([])).toThrow("qwen3-0.6b");
  });
});

describe("mistakeOptions", () => {
  it("count each mistake, most frequent first", () => {
    const [all, first] = mistakeOptions(cases);
    expect(all).toEqual({value: "all", label: "all mistakes"});
    expect(first!.label).toBe("sliding windows ignored (10)");
  });
});
