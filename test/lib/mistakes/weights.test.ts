import {describe, expect, it} from "vitest";
import {weightMistakes} from "../../../src/lib/mistakes/weights.js";
import {modelById} from "../../catalog-data.js";

describe("weightMistakes", () => {
  it("weightMistakes(model) repeat keras-hub's 1,498,482,688 for LLaMA 3.2 1B", () => {
    const [tied] = weightMistakes(modelById("llama3.2-1b"));
    expect(tied).toMatchObject({wrong: 1498482688, right: 1235814400});
  });

  it("weightMistakes(model) forget the head of an untied model instead", () => {
    const [head] = weightMistakes(modelById("llama3.1-8b"));
    expect(head!.right - head!.wrong).toBe(525336576);
  });

  it("weightMistakes(model) take a mixture's active parameters for its memory", () => {
    const active = weightMistakes(modelById("mixtral-8x7b"))[1]!;
    expect(active).toMatchObject({wrong: 2 * 12879925248, right: 2 * 46702792704});
  });

  it("weightMistakes(model) leave scales and 16-bit parts out of 4-bit weights", () => {
    const int4 = weightMistakes(modelById("llama3.1-8b"))[2]!;
    expect(int4.wrong).toBe(8030261248 / 2);
    expect(int4.right).toBeGreaterThan(1.3 * int4.wrong);
  });
});
