import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {verdictCounts} from "../../../src/lib/checks/figure.js";
import {parseChecks, parseVectors} from "../../../src/lib/checks/records/parse.js";
import {checkedFigures} from "../../../src/lib/checks/records.js";
import {models} from "../../catalog-data.js";

function raw(name: string): unknown {
  const path = new URL(`../../../src/data/raw/${name}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8"));
}

const checks = parseChecks(raw("checks.json"));
const vectors = parseVectors(raw("vectors.json"));
const figures = checkedFigures({checks, vectors, models});

describe("checkedFigures", () => {
  it.each(figures)("$id: $ours for $published $unit", (figure) => {
    expect(figure.verdict, `${figure.difference} over ${figure.allowed}`).not.toBe("fails");
  });

  it("checkedFigures(files) covers every record: 195 checks, and 42 vectors with 59 figures", () => {
    expect(checks.length).toBe(195);
    expect(vectors.length).toBe(42);
    expect(verdictCounts(figures)).toEqual({
      reproduced: 242,
      "publication differs": 2,
      fails: 0,
      "input missing": 10,
      all: 254
    });
  });

  it("checkedFigures(files) lets two publications differ, and says why", () => {
    const differing = figures.filter(({verdict}) => verdict === "publication differs");
    expect(differing.map(({id}) => id)).toEqual([
      "kvtok-isca-ratio405",
      "llmd-budget-gpt-oss-120b"
    ]);
    expect(differing[0]!.reason).toContain("its own numbers give 7.34x");
    expect(differing[1]!.reason).toContain("only closes at 0.95");
  });

  it("checkedFigures(files) puts what fails first", () => {
    const spoilt = checks.map((record) => ({
      ...record,
      published: {...record.published, value: record.published.value * 1.5}
    }));
    const [first] = checkedFigures({checks: spoilt, vectors: [], models});
    expect(first!.verdict).toBe("fails");
  });

  it("checkedFigures(files) shows a model that the catalog lost as a failing figure", () => {
    const few = models.filter(({id}) => id !== "qwen3-8b");
    const lost = checkedFigures({checks, vectors: [], models: few})[0]!;
    expect(lost).toMatchObject({id: "params-qwen3-8b", verdict: "fails"});
    expect(lost.unfolded).toBe("unknown model: qwen3-8b");
  });

  it("checkedFigures(files) lets a kind without formula fail, and a vector's too", () => {
    const [figure] = checkedFigures({
      checks: [],
      vectors: [{id: "prefixes/x", inputs: {}, expect: 1, unit: "x", source: "s"}],
      models
    });
    expect(figure).toMatchObject({
      verdict: "fails",
      unfolded: "no formula for vectors of prefixes"
    });
    const record = {...checks[0]!, kind: "vllm-other"};
    const [open] = checkedFigures({checks: [record], vectors: [], models});
    expect(open).toMatchObject({verdict: "fails", unfolded: "no formula for vllm-other"});
  });

  it("checkedFigures(files) say what is missing, and where ours still stands", () => {
    const lacking = figures.filter(({verdict}) => verdict === "input missing");
    const ours = new Map(lacking.map((figure) => [figure.id, figure.ours]));
    // ⌊8.11 GiB / (16 · 48,128 B)⌋ · 16; 528 of 552; norms and embedding of 32.8 B parameters, halved
    expect(ours.get("vllm-21348-tokens")).toBe(180_928);
    expect(ours.get("prefix-40696-552")).toBeCloseTo(95.652, 3);
    expect(ours.get("vllm-15815-weights")).toBeCloseTo(30.515, 3);
    expect([...ours.values()].filter(Number.isNaN).length).toBe(7);
    for (const {reason} of lacking) expect(reason.length).toBeGreaterThan(60);
  });

  it("checkedFigures(files) unfolds every formula", () => {
    for (const {id, unfolded, formula} of figures) {
      expect(unfolded.length, id).toBeGreaterThan(4);
      expect(formula.length, id).toBeGreaterThan(2);
    }
  });
});
