import {execFileSync} from "node:child_process";
import {describe, expect, it} from "vitest";
import type {ModelsFile} from "../../src/lib/catalog.js";
import {catalogRows} from "../catalog-data.js";

describe("models.json", () => {
  it("every row has a source, a date, and a source for its layout", () => {
    for (const row of catalogRows) {
      expect(row.source.length, row.id).toBeGreaterThan(10);
      expect(row.retrieved, row.id).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(row.details.source.length, row.id).toBeGreaterThan(10);
    }
  });

  it("every count that is not exact is marked, and every unread field named", () => {
    for (const row of catalogRows) {
      const isMarked = row.verified || row.unverifiedFields.length > 0;
      expect(isMarked, row.id).toBe(true);
      if (row.totalParams !== null) expect(row.totalParamsKind, row.id).toBeTruthy();
    }
  });

  it("the loader prints models and rows in the same order", () => {
    const tsx = new URL("../../node_modules/.bin/tsx", import.meta.url).pathname;
    const loader = new URL("../../src/data/models.json.ts", import.meta.url).pathname;
    const {models, rows} = JSON.parse(execFileSync(tsx, [loader]).toString()) as ModelsFile;
    expect(models.map(({id}) => id)).toEqual(catalogRows.map(({id}) => id));
    expect(rows.map(({id}) => id)).toEqual(models.map(({id}) => id));
  });
});
