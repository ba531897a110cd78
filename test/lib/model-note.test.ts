import {describe, expect, it} from "vitest";
import {modelNote} from "../../src/lib/model-note.js";
import {modelById} from "../catalog-data.js";

describe("modelNote", () => {
  it("modelNote(model, fields) is empty for a model that is known in full", () => {
    expect(modelNote(modelById("llama3.1-8b"), {unverifiedFields: [], notes: ["a"]})).toBe("");
    expect(modelNote(modelById("llama3.1-8b"))).toBe("");
  });

  it("modelNote(model, fields) names what was not read and what has no formula", () => {
    const published = {
      totalParams: 9e9,
      totalKind: "rounded",
      activeParams: null,
      source: ""
    } as const;
    expect(
      modelNote(
        {name: "X", notModelled: ["indexer"], published},
        {unverifiedFields: ["vocab", "layers"], notes: []}
      )
    ).toBe(
      "X: no sourced formula for indexer: the published total stands for the weights; not read in its source: vocab, layers."
    );
    expect(
      modelNote(modelById("llama3.1-8b"), {unverifiedFields: ["see notes"], notes: ["a", "b"]})
    ).toBe("Llama 3.1 8B: a; b.");
    expect(modelNote({name: "X", notModelled: ["indexer"], published: null})).toContain(
      "weights not known"
    );
  });
});
