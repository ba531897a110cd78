import {describe, expect, it} from "vitest";
import {kvCacheChecks} from "../../../src/lib/checks/kv-cache.js";
import {models} from "../../catalog-data.js";

const rows = kvCacheChecks(models);

describe("kvCacheChecks", () => {
  it("kvCacheChecks(catalog) finds the model of every figure", () => {
    expect(rows).toHaveLength(29);
  });

  it.each(rows.map((row) => [row.name, row] as const))("kvCacheChecks: %s", (_, row) => {
    expect(row.pass, `${row.expected} ${row.unit}, ours ${row.ours}`).toBe(true);
    expect(row.source).not.toBe("");
  });

  it("kvCacheChecks(catalog with a wrong shape) fails", () => {
    const wrong = models.map((model) =>
      model.id === "gemma-3-1b" ? {...model, layout: model.layout.slice(1)} : model
    );
    expect(kvCacheChecks(wrong).some(({pass}) => !pass)).toBe(true);
  });
});
