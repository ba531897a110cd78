import {describe, expect, it} from "vitest";
import {BLOCK_SIZES} from "../../../src/lib/sim/axes.js";
import {blockPoints} from "../../../src/lib/sim/block-points.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {gpus, models} from "../../catalog-data.js";

const setup = standardStream({models, gpus});

describe("blockPoints", () => {
  it("internal waste grows with the block and is none at 1", () => {
    const points = blockPoints(setup);
    expect(points.map(({blockTokens}) => blockTokens)).toEqual([...BLOCK_SIZES]);
    const internal = points.map(({shares}) => shares.internal);
    expect(internal[0]).toBe(0);
    expect(internal).toEqual([...internal].sort((a, b) => a - b));
    for (const {blockTokens, shares, meanRunning} of points) {
      const most = (meanRunning * (blockTokens - 1)) / setup.capacityTokens;
      expect(shares.internal).toBeLessThanOrEqual(most);
    }
  });
});
