import {describe, expect, it} from "vitest";
import {
  decadeStops,
  fields,
  linearStops,
  octaveStops,
  oneInStops
} from "../../src/components/fields.js";

describe("stops of a slider", () => {
  it("linearStops(min, max, step) ends at both ends, without rounding dust", () => {
    expect(linearStops(0, 0.3, 0.1)).toEqual([0, 0.1, 0.2, 0.3]);
  });
  it("octaveStops(min, max, n) takes n even steps in each doubling", () => {
    expect(octaveStops(1024, 4096, 4)).toEqual([
      1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096
    ]);
    expect(octaveStops(1, 8, 4)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
  it("decadeStops(min, max) stops at round numbers", () => {
    expect(decadeStops(1, 10)).toEqual([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]);
  });
  it("oneInStops(min, max) stops at one in a whole number, ascending", () => {
    expect(oneInStops(1 / 6, 1 / 3)).toEqual([1 / 6, 1 / 5, 1 / 4, 1 / 3]);
  });
});

describe("fields", () => {
  it("have ascending stops and marks within their range", () => {
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== "number") continue;
      const sorted = [...new Set(field.stops)].sort((a, b) => a - b);
      expect(field.stops, key).toEqual(sorted);
      for (const value of [...field.stops, ...(field.marks ?? [])]) {
        expect(value, key).toBeGreaterThanOrEqual(field.min);
        expect(value, key).toBeLessThanOrEqual(field.max);
        if (field.isInteger) expect(Number.isInteger(value), `${key} ${value}`).toBe(true);
      }
    }
  });
  it("reach every power of two of a context from 1K to 1M", () => {
    const {ctx} = fields;
    const stops = ctx?.kind === "number" ? ctx.stops : [];
    for (let exponent = 10; exponent <= 20; exponent++) expect(stops).toContain(2 ** exponent);
  });
  it("point to companions that are fields", () => {
    for (const field of Object.values(fields))
      if ("companion" in field) expect(fields).toHaveProperty(field.companion);
  });
  it("have a label each", () => {
    for (const [key, {label}] of Object.entries(fields)) expect(label, key).not.toBe("");
  });
});
