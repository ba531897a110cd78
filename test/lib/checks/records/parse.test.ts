import {describe, expect, it} from "vitest";
import {parseChecks, parseVectors} from "../../../../src/lib/checks/records/parse.js";

const check = {
  id: "x",
  kind: "param-count",
  model: "m",
  inputs: {},
  published: {value: 1, unit: "parameters", asPrinted: null},
  formula: "f",
  recomputed: 1,
  relDiff: 0,
  tolerance: 0,
  agrees: true,
  note: null,
  source: "s",
  verified: true
};
const vector = {id: "v", inputs: {}, expect: 1, unit: "x", source: "s"};

describe("parseChecks", () => {
  it("parseChecks(json) leaves out what another program recomputed", () => {
    const [record] = parseChecks([check]);
    expect(record).not.toHaveProperty("recomputed");
    expect(record).toMatchObject({id: "x", published: {value: 1}});
  });

  it.each([
    [{id: ""}, 'invalid id of record : ""'],
    [{source: 3}, "invalid source of record x: 3"],
    [{published: {value: "1", unit: "x"}}, 'invalid published.value of record x: "1"'],
    [{published: undefined}, "invalid published.value of record x: undefined"],
    [{tolerance: -1}, "invalid tolerance of record x: -1"],
    [{tolerance: 0.5}, "invalid tolerance of record x: 0.5"],
    [{agrees: "yes"}, 'invalid agrees of record x: "yes"']
  ])("parseChecks refuses %o", (change, message) => {
    expect(() => parseChecks([{...check, ...change}])).toThrow(message);
  });

  it("parseChecks(json) refuses two records of one id, and what is not a list", () => {
    expect(() => parseChecks([check, check])).toThrow("duplicate record: x");
    expect(() => parseChecks({})).toThrow("checks is not a list: object");
  });
});

describe("parseVectors", () => {
  it("parseVectors(json) takes one figure or several", () => {
    expect(parseVectors([vector, {...vector, id: "w", expect: {a: 1}}]).length).toBe(2);
    expect(() => parseVectors([{...vector, expect: "1"}])).toThrow(
      'invalid expect of record v: "1"'
    );
  });
});
