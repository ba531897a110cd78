import {describe, expect, it} from "vitest";
import {ALL, engineWord, filterFigures, filterOptions} from "../../../src/lib/checks/filter.js";
import {checkedFigure, type CheckedFigure} from "../../../src/lib/checks/figure.js";

function figure(change: Partial<CheckedFigure>): CheckedFigure {
  const judged = checkedFigure({
    id: "x",
    topic: "money",
    kind: "cost",
    model: "any",
    subject: "any",
    engine: "none",
    published: 1,
    unit: "USD",
    asPrinted: null,
    allowed: 0,
    contradictsItself: false,
    note: null,
    missing: null,
    source: "s",
    formula: "f",
    evaluation: {ours: 1, unfolded: "1"}
  });
  return {...judged, ...change};
}

const figures = [
  figure({id: "a", engine: "vLLM", topic: "engine logs"}),
  figure({id: "b", engine: "vLLM", verdict: "fails"}),
  figure({id: "c", subject: "qwen3-8b"})
];
const none = {kind: ALL, engine: ALL, subject: ALL, verdict: ALL};
const ids = (filter: Partial<typeof none>) =>
  filterFigures(figures, {...none, ...filter}).map(({id}) => id);

describe("filterFigures", () => {
  it("filterFigures(figures, filter) lets all through without filters, in their order", () => {
    expect(ids({})).toEqual(["a", "b", "c"]);
  });

  it("filterFigures(figures, filter) joins its filters", () => {
    expect(ids({engine: "vLLM"})).toEqual(["a", "b"]);
    expect(ids({engine: "vLLM", verdict: "fails"})).toEqual(["b"]);
    expect(ids({kind: "engine logs"})).toEqual(["a"]);
    expect(ids({subject: "qwen3-8b", engine: "vLLM"})).toEqual([]);
  });
});

describe("filterOptions", () => {
  it("filterOptions(figures, value, words) counts each value, after all of them", () => {
    const options = filterOptions(figures, ({engine}) => engine, {
      all: "all engines",
      name: engineWord
    });
    expect(options).toEqual([
      {value: "all", label: "all engines"},
      {value: "none", label: "no engine (1)"},
      {value: "vLLM", label: "vLLM (2)"}
    ]);
  });

  it("engineWord(engine) leaves names alone", () => {
    expect(engineWord("SGLang")).toBe("SGLang");
  });
});
