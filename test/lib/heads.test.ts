import {describe, expect, it} from "vitest";
import {headSharing} from "../../src/lib/heads.js";
import {modelById, models} from "../catalog-data.js";

const of = (id: string) => headSharing(modelById(id));

describe("headSharing", () => {
  it("headSharing(model) names who shares", () => {
    expect(of("gpt3-175b")).toEqual({kind: "MHA", nHeads: 96, nKvHeads: 96, elements: 24576});
    expect(of("llama3.1-8b")).toEqual({kind: "GQA-8", nHeads: 32, nKvHeads: 8, elements: 2048});
    expect(of("falcon-7b").kind).toBe("MQA");
    expect(of("deepseek-v3")).toEqual({kind: "MLA", nHeads: 128, nKvHeads: 1, elements: 576});
    expect(of("deepseek-v4-pro")).toMatchObject({kind: "compressed", elements: 512});
  });

  it("headSharing(hybrid) looks at the layers that cache", () => {
    expect(of("qwen3.5-27b").kind).toBe("GQA-4");
    // 25 layers of 8 heads before 5 of 2
    expect(of("gemma-4-26b-a4b").kind).toBe("GQA-8");
  });

  it("headSharing knows every model of the catalog", () => {
    for (const model of models) expect(headSharing(model).elements).toBeGreaterThan(0);
  });
});
