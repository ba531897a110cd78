import {describe, expect, it} from "vitest";
import {exact, inBytes, input, inUnit} from "../../../../src/lib/checks/records/record.js";

describe("input", () => {
  it("input(record, key) reads a number and names what is not one", () => {
    const record = {id: "r", inputs: {tokens: 5, type: "f16"}};
    expect(input(record, "tokens")).toBe(5);
    expect(() => input(record, "type")).toThrow('invalid input type of record r: "f16"');
    expect(() => input(record, "cells")).toThrow("invalid input cells of record r: undefined");
  });
});

describe("inBytes and inUnit", () => {
  it("inBytes(bytes, {unit}) converts to the unit's first word", () => {
    expect(inBytes(3 * 2 ** 29, {unit: "GiB (K only)", unfolded: "x"})).toEqual({
      ours: 1.5,
      unfolded: "x = 1,610,612,736 B = 1.5 GiB"
    });
    expect(inBytes(131072, {unit: "bytes", unfolded: "x"}).ours).toBe(131072);
    expect(inBytes(48e7, {unit: "GB", unfolded: "x"}).ours).toBe(0.48);
    expect(() => inBytes(1, {unit: "furlongs", unfolded: ""})).toThrow("unknown unit: furlongs");
  });

  it("inUnit(value, {unit}) writes the value behind its formula", () => {
    expect(inUnit(11.552, {unit: "x", unfolded: "a / b"}).unfolded).toBe("a / b = 11.552 x");
  });

  it("exact(value) keeps every digit of a whole number and seven of another", () => {
    expect(exact(8030261248)).toBe("8,030,261,248");
    expect(exact(37.3333333333)).toBe("37.33333");
  });
});
