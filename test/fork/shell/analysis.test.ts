import {describe, expect, it} from "vitest";
import type {CompiledCell} from "../../../src/fork/compiler/compile.js";
import {analyse} from "../../../src/fork/shell/analysis.js";

const cell = (
  key: string,
  code: {inputs?: string[]; outputs?: string[]; imports?: string[]; files?: string[]}
): {key: string; compiled: CompiledCell} => ({
  key,
  compiled: {
    html: "",
    faults: [],
    code: [
      {
        id: key,
        definition: "",
        firstLine: 0,
        line: 0,
        inputs: [],
        outputs: [],
        imports: [],
        files: [],
        ...code
      }
    ]
  }
});

const known = new Set(["npm:d3", "npm:d3-dsv", "/lib/a.js", "npm:htl"]);

describe("analyse(cells, knownModules)", () => {
  it("marks every definer of a name, and draws a line from each to its readers", () => {
    const {faults, edges} = analyse(
      [
        cell("1", {outputs: ["a"]}),
        cell("2", {outputs: ["a", "b"]}),
        cell("3", {inputs: ["a", "display"]})
      ],
      known
    );
    expect([...faults.keys()]).toEqual(["1", "2"]);
    expect(faults.get("1")).toEqual([{message: "a is defined more than once", line: null}]);
    expect(edges).toEqual([
      {from: "1", to: "3", name: "a"},
      {from: "2", to: "3", name: "a"}
    ]);
  });

  it("lists what the cells need: imports, implicit names, readers of files", () => {
    const {modules, obstacles} = analyse(
      [cell("1", {inputs: ["d3", "html"], imports: ["/lib/a.js"], files: ["/data/x.csv"]})],
      known
    );
    expect(modules).toEqual(["/lib/a.js", "npm:d3", "npm:d3-dsv", "npm:htl"]);
    expect(obstacles).toEqual([]);
  });

  it("names what would keep a page from being built", () => {
    const {obstacles} = analyse(
      [
        cell("1", {imports: ["npm:left-pad"]}),
        cell("2", {inputs: ["L", "vl"]}),
        cell("3", {outputs: ["vl"]})
      ],
      known
    );
    expect(obstacles).toEqual([
      "cell 1: npm:left-pad is not part of this site",
      "cell 2: L would be fetched from another host"
    ]);
  });

  it("knows a name that a cell defines from an implicit one", () => {
    const {modules} = analyse([cell("1", {outputs: ["d3"]}), cell("2", {inputs: ["d3"]})], known);
    expect(modules).toEqual([]);
  });
});
