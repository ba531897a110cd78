import {describe, expect, it} from "vitest";
import {publishedFigures} from "../../../src/lib/checks/kv-published.js";

describe("publishedFigures", () => {
  it("publishedFigures name their source and leave at most half a percent", () => {
    for (const {source, tolerance = 0} of publishedFigures) {
      expect(source).toMatch(/https:\/\//);
      expect(tolerance).toBeLessThan(0.005);
    }
  });
});
