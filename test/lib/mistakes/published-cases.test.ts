import {describe, expect, it} from "vitest";
import {published} from "../../../src/lib/mistakes/published-cases.js";
import {slips} from "../../../src/lib/mistakes/slips.js";

describe("published", () => {
  it("each row has an address, a mistake and figures that differ", () => {
    expect(published.length).toBe(20);
    for (const {what, source, slips: names, tooWide, wrong, right} of published) {
      expect(source, what).toMatch(/^https:\/\/github\.com\/.+\/(issues|pull)\/\d+$/);
      expect(names.length + (tooWide ?? 0), what).toBeGreaterThan(0);
      for (const name of names) expect(Object.hasOwn(slips, name), what).toBe(true);
      expect(wrong, what).not.toBe(right);
    }
  });

  it("no report is told twice in the same words", () => {
    expect(new Set(published.map(({what}) => what)).size).toBe(published.length);
  });
});
