import {describe, expect, it} from "vitest";
import {
  allowedDifference,
  figureUnit,
  namedFigures,
  vectorInput
} from "../../../../src/lib/checks/records/vector.js";

describe("vectorInput and namedFigures", () => {
  it("vectorInput(vector, …path) reads nested numbers and names what is missing", () => {
    const vector = {id: "v", inputs: {sliding: {kv: 8}}};
    expect(vectorInput(vector, "sliding", "kv")).toBe(8);
    expect(() => vectorInput(vector, "global", "kv")).toThrow(
      "invalid input global.kv of vector v"
    );
  });

  it("namedFigures(figures) lists numbers, named numbers and entries of lists", () => {
    expect(namedFigures(5)).toEqual([["", 5]]);
    expect(namedFigures({a: 1, p: [0.9, 0.1]})).toEqual([
      ["a", 1],
      ["p 1", 0.9],
      ["p 2", 0.1]
    ]);
  });
});

describe("allowedDifference and figureUnit", () => {
  it("allowedDifference(vector, expected) is nothing for whole numbers, half a last digit otherwise", () => {
    expect(allowedDifference({}, 26492)).toBe(0);
    expect(allowedDifference({}, 71.16)).toBe(0.005);
    expect(allowedDifference({}, 598.5)).toBe(0.05);
  });

  it("allowedDifference(vector, expected) takes the vector's own tolerance and printed digits", () => {
    expect(allowedDifference({tol: "0.01, GiB printed to 2 dp"}, 200)).toBe(2);
    expect(allowedDifference({decimals: 2}, 3)).toBe(0.005);
  });

  it("figureUnit(unit, name) takes the vector's unit, else the figure's", () => {
    expect(figureUnit("GiB", "tokens")).toBe("GiB");
    expect(figureUnit("", "llamacpp_p 1")).toBe("probability");
    expect(figureUnit("", "constructor")).toBe("");
  });
});
