import {describe, expect, it} from "vitest";
import {hfFamily} from "../../../src/lib/hf/families.js";

describe("hfFamily", () => {
  it("hfFamily(type) knows what a config leaves to the code", () => {
    expect(hfFamily("gemma2")).toMatchObject({norms: 4, tied: true});
    expect(hfFamily("qwen2")).toMatchObject({qkvBias: true, qkNorm: "none"});
    expect(hfFamily("gpt2")).toMatchObject({normBias: true, gated: false, positionOffset: 0});
    expect(hfFamily("opt").positionOffset).toBe(2);
  });

  it("hfFamily(type) refuses a type whose code was not read, also names of object methods", () => {
    expect(() => hfFamily("mystery")).toThrow("unknown model_type: mystery");
    expect(() => hfFamily("toString")).toThrow("unknown model_type: toString");
  });
});
