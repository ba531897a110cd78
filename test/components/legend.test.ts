// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {legend, legendHeight, legendMarks} from "../../src/components/legend.js";

// 18 of swatch and 6 characters of 6.7: 58.2 pixels, 16 between two
const items = Array.from({length: 6}, (_, i) => ({label: `kind ${i}`, fill: "red"}));

describe("legend", () => {
  it("legend(items, {width}) goes on in the next line where the width ends", () => {
    expect(legend(items, {width: 1000}).getAttribute("height")).toBe("20");
    expect(legend(items, {width: 150}).getAttribute("height")).toBe("60");
  });

  it("legendHeight(items, width) is that of a line where there is nothing to say", () => {
    expect(legendHeight([], 150)).toBe(20);
    expect(legendHeight(items, 150)).toBe(60);
  });

  it("legendMarks(items, width) sets words beside their swatches, line by line", () => {
    const places = [...legendMarks(items, 150).children].map((g) => g.getAttribute("transform"));
    expect(places.slice(0, 3)).toEqual(["translate(0,0)", "translate(74.2,0)", "translate(0,20)"]);
  });
});
