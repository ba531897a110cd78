import {describe, expect, it} from "vitest";
import {plainNumber} from "../../../src/lib/engines/steps.js";

describe("plainNumber", () => {
  it("plainNumber(value) keeps whole numbers whole and six digits of others", () => {
    expect([26_492, 2.391622, 0.1 + 0.2, NaN].map(plainNumber)).toEqual([
      "26492",
      "2.39162",
      "0.3",
      "NaN"
    ]);
  });
});
