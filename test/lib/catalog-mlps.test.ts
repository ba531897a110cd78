import {describe, expect, it} from "vitest";
import {catalogMlps, hasExperts} from "../../src/lib/catalog-mlps.js";
import {catalogRow} from "../catalog-data.js";

describe("catalogMlps", () => {
  it("catalogMlps(row, i) is dense before the first experts", () => {
    const row = catalogRow("deepseek-v3");
    expect(catalogMlps(row, 2)).toMatchObject([{kind: "dense", intermediateSize: 18432}]);
    expect(catalogMlps(row, 3)).toMatchObject([
      {kind: "moe", nExperts: 256, sharedIntermediateSize: 2048, routerBias: true}
    ]);
  });

  it("catalogMlps(row, i) alternates in LLaMA 4 Maverick, dense layers twice as wide", () => {
    const row = catalogRow("llama4-maverick");
    expect(catalogMlps(row, 0)).toMatchObject([{kind: "dense", intermediateSize: 16384}]);
    expect(catalogMlps(row, 1)).toMatchObject([{kind: "moe", nExperts: 128}]);
  });

  it("catalogMlps(row, i) runs a dense MLP beside Gemma 4's experts", () => {
    expect(catalogMlps(catalogRow("gemma-4-26b-a4b"), 7).map(({kind}) => kind)).toEqual([
      "dense",
      "moe"
    ]);
  });

  it("catalogMlps(row, i) has one block a layer in Nemotron-H", () => {
    const row = catalogRow("nemotron-h-56b"); // M-M-M-M*-
    const letters = [0, 1, 7, 8].map((index) => catalogMlps(row, index).length);
    expect(letters).toEqual([0, 1, 0, 1]);
  });

  it("catalogMlps(row, i) doubles the MLP where Gemma 4 E2B shares a cache", () => {
    const row = catalogRow("gemma-4-e2b");
    expect(catalogMlps(row, 14)).toMatchObject([{intermediateSize: 6144}]);
    expect(catalogMlps(row, 15)).toMatchObject([{intermediateSize: 12288}]);
  });

  it("catalogMlps(row, i) has no router bias where DeepSeek-V4 routes by a table", () => {
    const row = catalogRow("deepseek-v4-flash");
    const biases = [0, 2, 3].map((index) => catalogMlps(row, index)[0]);
    expect(biases).toMatchObject([{routerBias: false}, {routerBias: false}, {routerBias: true}]);
  });
});

describe("hasExperts", () => {
  it("hasExperts(moe, i) takes the last of a group unless an offset says which", () => {
    const {moe} = catalogRow("jamba-v0.1"); // every second, offset 1
    expect([0, 1, 2, 3].map((index) => hasExperts(moe!, index))).toEqual([
      false,
      true,
      false,
      true
    ]);
    expect(hasExperts({...moe!, offset: 0}, 0)).toBe(true);
  });
});
