import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {kindPhrase} from "../../../src/lib/checks/phrases.js";

function raw(name: string): {id: string; kind: string}[] {
  const path = new URL(`../../../src/data/raw/${name}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")) as {id: string; kind: string}[];
}

describe("kindPhrase", () => {
  it("kindPhrase(kind) has words for every kind of record and of vector", () => {
    const kinds = [
      ...raw("checks.json").map(({kind}) => kind),
      ...raw("vectors.json").map(({id}) => id.split("/")[0]!)
    ];
    for (const kind of new Set(kinds)) expect(kindPhrase(kind), kind).not.toBe(kind);
  });

  it("kindPhrase(kind) leaves an unknown kind as it is", () => {
    expect(kindPhrase("weather")).toBe("weather");
    expect(kindPhrase("toString")).toBe("toString");
  });
});
