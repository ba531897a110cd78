import {describe, expect, it} from "vitest";
import {visionParams} from "../../src/lib/vision.js";

const tower = {
  nLayers: 27,
  hiddenSize: 1152,
  intermediateSize: 4304,
  outHiddenSize: 5120,
  patchElements: 3 * 2 * 16 * 16,
  nPositions: 2304,
  mergedPatches: 4
};

describe("visionParams", () => {
  it("visionParams(tower) closes Qwen3.5-27B: 27,356,728,560 less 26,895,998,464 of text", () => {
    expect(visionParams(tower)).toBe(460730096);
  });

  it("visionParams(tower) is linear in layers", () => {
    const layer = 4 * 1152 * 1152 + 4 * 1152 + 2 * 1152 * 4304 + 4304 + 1152 + 4 * 1152;
    const none = visionParams({...tower, nLayers: 0});
    expect(visionParams(tower)).toBe(none + 27 * layer);
  });

  it("visionParams(tower) is NaN for a NaN width", () => {
    expect(visionParams({...tower, hiddenSize: NaN})).toBeNaN();
  });
});
