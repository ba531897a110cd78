import {describe, expect, it} from "vitest";
import {spread} from "../../src/components/spread.js";

describe("spread(positions, options)", () => {
  it("moves neighbours apart, keeps their order and the bounds", () => {
    const bounds = {gap: 10, min: 0, max: 100};
    expect(spread([50, 52, 10], bounds)).toEqual([50, 60, 10]);
    expect(spread([99, 98], bounds)).toEqual([100, 90]);
    expect(spread([], bounds)).toEqual([]);
  });
});
