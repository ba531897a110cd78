import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  asConfig,
  count,
  countOrZero,
  field,
  flag,
  list,
  requiredCount,
  shown
} from "../../../src/lib/hf/fields.js";

describe("asConfig", () => {
  it.each([null, [], 3, "x", true, undefined])("asConfig(%o) is refused by name", (json) => {
    expect(() => asConfig(json, "config")).toThrow(/^config is not an object: /);
  });

  it("asConfig(json) refuses keys that reach a prototype", () => {
    const json: unknown = JSON.parse('{"__proto__": {"num_hidden_layers": 3}}');
    expect(() => asConfig(json, "config")).toThrow("forbidden field: __proto__");
    expect(() => asConfig({constructor: 1}, "config")).toThrow("forbidden field: constructor");
  });
});

describe("field", () => {
  it("field(config, …keys) takes the first key with a value", () => {
    expect(field({a: null, b: 2, c: 3}, "a", "b", "c")).toBe(2);
    expect(field({}, "a")).toBeUndefined();
  });

  it("field(config, key) sees own keys only", () => {
    expect(field({}, "toString", "hasOwnProperty", "__proto__")).toBeUndefined();
  });
});

describe("count", () => {
  it("count(config, key) is null when absent or null", () => {
    expect(count({}, "n")).toBeNull();
    expect(count({n: null}, "n")).toBeNull();
  });

  it.each([
    [{n: "32"}, 'n is not a number: "32"'],
    [{n: -3}, "invalid n: -3"],
    [{n: 0}, "invalid n: 0"],
    [{n: 1.5}, "invalid n: 1.5"],
    [{n: 1e300}, "invalid n: 1e+300"],
    [{n: NaN}, "invalid n: NaN"],
    [{n: [1]}, "n is not a number: [1]"]
  ])("count(%o) says what is wrong with the field", (config, message) => {
    expect(() => count(config, "n")).toThrow(message);
  });

  it("countOrZero(config, key) takes 0 and absence alike", () => {
    expect([countOrZero({n: 0}, "n"), countOrZero({}, "n")]).toEqual([0, 0]);
    expect(() => countOrZero({n: -1}, "n")).toThrow("invalid n: -1");
  });

  it("requiredCount(config, …keys) names the first key when all are missing", () => {
    expect(() => requiredCount({}, "num_hidden_layers", "n_layer")).toThrow(
      "missing field: num_hidden_layers"
    );
    expect(requiredCount({n_layer: 12}, "num_hidden_layers", "n_layer")).toBe(12);
  });

  it("count(config, key) returns a whole number from 1 up, or throws one short sentence", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          const n = count({n: value}, "n");
          expect(n === null || (Number.isInteger(n) && n > 0)).toBe(true);
        } catch (error) {
          expect((error as Error).message).toMatch(/^(n is not a number: |invalid n: )/);
          expect((error as Error).message.length).toBeLessThan(80);
        }
      })
    );
  });
});

describe("flag and list", () => {
  it("flag(config, key, fallback) takes the fallback only when absent", () => {
    expect(flag({f: false}, "f", true)).toBe(false);
    expect(flag({f: null}, "f", true)).toBe(true);
    expect(() => flag({f: 1}, "f", true)).toThrow("f is not true or false: 1");
  });

  it("list(config, key, length) refuses a list shorter than the layers", () => {
    expect(list({l: [1, 2, 3]}, "l", 2)).toEqual([1, 2, 3]);
    expect(list({}, "l", 2)).toBeNull();
    expect(() => list({l: [1]}, "l", 2)).toThrow("l has 1 entries for 2 layers");
    expect(() => list({l: "ab"}, "l", 2)).toThrow('l is not a list: "ab"');
  });

  it("shown(value) cuts long values", () => {
    expect(shown("x".repeat(100)).length).toBe(40);
    expect(shown(undefined)).toBe("undefined");
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(shown(deep).length).toBeLessThanOrEqual(40);
  });
});
