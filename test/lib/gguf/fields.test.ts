import {describe, expect, it} from "vitest";
import {ggufFields} from "../../../src/lib/gguf/fields.js";
import type {GgufValue} from "../../../src/lib/gguf/header.js";

const fields = (entries: Record<string, GgufValue>) =>
  ggufFields({metadata: new Map(Object.entries(entries)), tensors: []});

describe("ggufFields", () => {
  it("reads keys of the file's own architecture, one for all layers or one each", () => {
    const {ofLayer, number, required, value, shape} = fields({
      "general.architecture": "llama",
      "llama.a": 3,
      "llama.b": [1, 2]
    });
    expect([ofLayer("a", 1), ofLayer("b", 1), ofLayer("b", 7)]).toEqual([3, 2, null]);
    expect([number("c"), required("a"), value("b")]).toEqual([null, 3, [1, 2]]);
    expect(shape("x")).toBeNull();
  });

  it("names what is missing or no number", () => {
    expect(() => fields({})).toThrow("missing key in GGUF file: general.architecture");
    const bad = fields({"general.architecture": "llama", "llama.a": -1, "llama.b": "two"});
    expect(() => bad.required("c")).toThrow("missing key in GGUF file: llama.c");
    expect(() => bad.number("a")).toThrow("not a number in GGUF file: llama.a, -1");
    expect(() => bad.number("b")).toThrow("not a number in GGUF file: llama.b, two");
  });
});
