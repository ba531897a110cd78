import {describe, expect, it} from "vitest";
import {parseCatalog} from "../../src/lib/catalog-check.js";
import {catalogRow} from "../catalog-data.js";

const row = catalogRow("qwen3-8b");

describe("parseCatalog", () => {
  it("parseCatalog(json) returns good rows as they are", () => {
    expect(parseCatalog([row])).toEqual([row]);
  });

  it.each([
    [{layers: 0}, "invalid layers of model qwen3-8b: 0"],
    [{hidden: 4096.5}, "invalid hidden of model qwen3-8b: 4096.5"],
    [{heads: "32"}, 'invalid heads of model qwen3-8b: "32"'],
    [{kvHeads: 7}, "invalid kvHeads of model qwen3-8b: 7"],
    [{vocab: 151936000}, "invalid vocab of model qwen3-8b: 151936000"],
    [{totalParams: -1}, "invalid totalParams of model qwen3-8b: -1"],
    [{source: ""}, 'invalid source of model qwen3-8b: ""'],
    [{retrieved: "yesterday"}, 'invalid retrieved of model qwen3-8b: "yesterday"'],
    [{details: {norms: 2}}, "invalid details.source of model qwen3-8b: undefined"]
  ])("parseCatalog(json) refuses %o", (change, message) => {
    expect(() => parseCatalog([{...row, ...change}])).toThrow(message);
  });

  it("parseCatalog(json) refuses two rows of one id, and what is not a list", () => {
    expect(() => parseCatalog([row, row])).toThrow("duplicate model id: qwen3-8b");
    expect(() => parseCatalog({models: []})).toThrow("models is not a list: object");
  });
});
