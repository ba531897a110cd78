import {describe, expect, it} from "vitest";
import {
  allowedText,
  differenceText,
  offText,
  comparisonText,
  publishedText,
  shareText,
  valueText
} from "../../../src/lib/checks/figure-text.js";

describe("valueText and publishedText", () => {
  it("valueText(value, unit) keeps every digit of a whole number and six of another", () => {
    expect(valueText(671026419200, "parameters")).toBe("671,026,419,200 parameters");
    expect(valueText(7.344262295, "x")).toBe("7.34426×");
    expect(valueText(26492, "")).toBe("26,492");
    expect(valueText(NaN, "GiB")).toBe("—");
  });

  it("publishedText(figure) adds what the printed words mean", () => {
    const figure = {published: 800, unit: "KiB", asPrinted: "800 KB"};
    expect(publishedText(figure)).toBe("800 KB, meaning 800 KiB");
    expect(publishedText({...figure, asPrinted: null})).toBe("800 KiB");
  });

  it("comparisonText(figure) has the lab's own value, or what would give it", () => {
    const figure = {published: 95, unit: "%", asPrinted: null, formula: "hits / prompt"};
    expect(comparisonText({...figure, ours: 95.65})).toBe("published 95 %, ours 95.65 %");
    expect(comparisonText({...figure, ours: NaN})).toBe(
      "published 95 %, to be worked out as hits / prompt"
    );
  });
});

describe("differenceText, shareText and allowedText", () => {
  const figure = {difference: 0.0643, published: 7.28, allowed: 0.01456};

  it("differenceText(figure) has a sign, and a word for none", () => {
    expect(differenceText(figure)).toBe("+0.0643");
    expect(differenceText({difference: -3.958})).toBe("−3.96");
    expect(differenceText({difference: 0})).toBe("none");
    expect(differenceText({difference: NaN})).toBe("—");
  });

  it("shareText(figure) says the share and what counts as the same", () => {
    expect(shareText(figure)).toBe("+0.883 %; within ± 0.0146");
    expect(shareText({...figure, difference: 0})).toBe("within ± 0.0146");
    expect(shareText({...figure, allowed: 0})).toBe("must be exact");
    expect(shareText({...figure, allowed: 0, difference: 0})).toBe("exact");
  });

  it("allowedText(figure) calls nothing exact", () => {
    expect(allowedText({allowed: 0})).toBe("exact");
  });
});

describe("offText", () => {
  it("offText(ratio) says too much, too little, nothing, or no difference", () => {
    expect([4, 0.5, 0, 1, NaN].map(offText)).toEqual([
      "4× too much",
      "2× too little",
      "nothing left",
      "no difference here",
      "—"
    ]);
  });
});
