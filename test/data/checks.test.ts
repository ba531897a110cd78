import {execFileSync} from "node:child_process";
import {describe, expect, it} from "vitest";
import type {PublishedFigures} from "../../src/lib/checks/records/parse.js";

const path = (file: string) => new URL(`../../${file}`, import.meta.url).pathname;

describe("checks.json", () => {
  it("the loader prints both files, each record with a source, nothing recomputed elsewhere", () => {
    const text = execFileSync(path("node_modules/.bin/tsx"), [path("src/data/checks.json.ts")]);
    const {checks, vectors} = JSON.parse(text.toString()) as PublishedFigures;
    expect([checks.length, vectors.length]).toEqual([195, 42]);
    for (const {id, source} of [...checks, ...vectors]) expect(source, id).toMatch(/\S/);
    expect(text.toString()).not.toContain('"recomputed"');
  });
});
