import {describe, expect, it} from "vitest";
import {comparedFigures, differingInputs} from "../../../src/lib/scenario/compare.js";

const input = (key: string, text: string) => ({key, label: key.toUpperCase(), text});
const figure = (value: string, unit = "", label = "figure") => ({label, value, unit});

describe("differingInputs(scenarios)", () => {
  it("names what is not the same in all, in the first one's order", () => {
    const rows = differingInputs([
      [input("m", "8B"), input("n", "1"), input("gpu", "H100")],
      [input("m", "8B"), input("n", "2"), input("gpu", "H200")],
      [input("m", "8B"), input("n", "1")]
    ]);
    expect(rows.map(({label, texts}) => [label, ...texts])).toEqual([
      ["N", "1", "2", "1"],
      ["GPU", "H100", "H200", null]
    ]);
  });

  it("is empty for equal scenarios and for none", () => {
    expect(differingInputs([[input("m", "8B")], [input("m", "8B")]])).toEqual([]);
    expect(differingInputs([])).toEqual([]);
  });
});

describe("comparedFigures(scenarios)", () => {
  it("puts each figure in proportion to the first scenario's", () => {
    const [row] = comparedFigures([[figure("16.00", "GiB")], [figure("512", "MiB")]]);
    expect(row?.texts).toEqual(["16.00 GiB", "512 MiB"]);
    expect(row?.ratios).toEqual([1, 1 / 32]); // 512 MiB of 16 GiB
    expect(row?.isSame).toBe(false);
  });

  it("joins labels that name different things, and has no ratio without numbers", () => {
    const [row] = comparedFigures([
      [figure("never", "", "break-even, A")],
      [figure("3", "months", "break-even, B")]
    ]);
    expect(row?.label).toBe("break-even, A / break-even, B");
    expect(row?.ratios[1]).toBeNaN();
  });

  it("leaves a hole where a scenario has fewer figures", () => {
    const rows = comparedFigures([[figure("1"), figure("2")], [figure("1")]]);
    expect(rows.map(({texts}) => texts)).toEqual([
      ["1", "1"],
      ["2", null]
    ]);
    expect(rows[0]?.isSame).toBe(true);
  });
});
