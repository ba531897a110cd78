import {describe, expect, it} from "vitest";
import {sixteenReaders} from "../../src/lib/kv-tasks.js";
import {modelById} from "../catalog-data.js";

describe("sixteenReaders", () => {
  it("sixteenReaders(8B, H100): 4 GiB a reader, and three ways past sixteen", () => {
    const gpu = {name: "H100", hbmBytes: 81559 * 2 ** 20};
    // room 71.68 − 2 − weights: 54.73 / 4, 54.73 / 2, (69.68 − 5.33) / 4, 2 · (69.68 − 7.48) / 4
    expect(sixteenReaders(modelById("llama3.1-8b"), gpu)).toEqual({
      asIs: 13,
      fp8Cache: 27,
      int4Weights: 16,
      secondCard: 31
    });
  });
});
