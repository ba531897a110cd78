import {describe, expect, it} from "vitest";
import {textRoom} from "../../src/components/text-room.js";

describe("textRoom(texts, min)", () => {
  it("holds the longest text, which took 142 pixels where it was measured", () => {
    expect(textRoom(["mid $137,940", "self-hosted $193,536"], 100)).toBe(158);
  });
  it("is never less than asked for", () => {
    expect(textRoom([], 84)).toBe(84);
    expect(textRoom(["$5"], 84)).toBe(84);
  });
});
