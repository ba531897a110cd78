import {describe, expect, it} from "vitest";
import {checkedFigure, verdictCounts, type Judgement} from "../../../src/lib/checks/figure.js";

const judgement: Judgement = {
  id: "x",
  topic: "KV cache",
  kind: "kv",
  model: "any",
  subject: "any",
  engine: "none",
  published: 100,
  unit: "B",
  asPrinted: null,
  allowed: 2,
  contradictsItself: false,
  note: null,
  missing: null,
  source: "s",
  formula: "f",
  evaluation: {ours: 101, unfolded: "100 + 1"}
};
const verdict = (change: Partial<Judgement>) => checkedFigure({...judgement, ...change});

describe("checkedFigure", () => {
  it("checkedFigure(judgement) reproduces up to what is allowed", () => {
    expect(verdict({})).toMatchObject({verdict: "reproduced", difference: 1, precisions: 0.5});
    expect(verdict({evaluation: {ours: 102, unfolded: ""}}).verdict).toBe("reproduced");
    expect(verdict({evaluation: {ours: 97.9, unfolded: ""}}).verdict).toBe("fails");
  });

  it("checkedFigure(judgement) asks for the same number when nothing is allowed, but for float noise", () => {
    const exact = {allowed: 0, published: 0.3};
    expect(verdict({...exact, evaluation: {ours: 0.1 + 0.2, unfolded: ""}})).toMatchObject({
      verdict: "reproduced",
      difference: 0,
      precisions: 0
    });
    expect(verdict({allowed: 0}).verdict).toBe("fails");
  });

  it("checkedFigure(judgement) excuses a difference only where the source contradicts itself", () => {
    const off = {evaluation: {ours: 200, unfolded: ""}, note: "printed twice"};
    expect(verdict({...off, contradictsItself: true})).toMatchObject({
      verdict: "publication differs",
      reason: "printed twice"
    });
    expect(verdict({contradictsItself: true}).verdict).toBe("reproduced");
  });

  it("checkedFigure(judgement) never passes NaN, and excuses what the source leaves out", () => {
    const broken = {evaluation: {ours: NaN, unfolded: "no such model"}};
    expect(verdict(broken).verdict).toBe("fails");
    const missing = "the length is not printed";
    expect(verdict({...broken, missing}).verdict).toBe("fails");
    expect(verdict({evaluation: null}).verdict).toBe("fails");
    expect(verdict({evaluation: null, missing})).toMatchObject({
      verdict: "input missing",
      reason: missing,
      unfolded: "not worked out"
    });
    const off = {evaluation: {ours: 200, unfolded: ""}};
    expect(verdict({...off, missing}).verdict).toBe("input missing");
    expect(verdict({missing}).verdict).toBe("reproduced");
  });
});

describe("verdictCounts", () => {
  it("verdictCounts(figures) counts each verdict and all", () => {
    const figures = [verdict({}), verdict({}), verdict({evaluation: null, missing: "x"})];
    expect(verdictCounts(figures)).toEqual({
      reproduced: 2,
      "publication differs": 0,
      fails: 0,
      "input missing": 1,
      all: 3
    });
  });
});
