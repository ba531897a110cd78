import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {keepBase, readBase} from "../../../tools/fork/store.js";
import {madeSite} from "./made-site.js";

describe("keepBase(root, text)", () => {
  it("keeps a text under its hash and does not believe one that was tampered with", () => {
    const root = madeSite();
    const hash = keepBase(root, "original");
    expect(keepBase(root, "original")).toBe(hash);
    expect(readBase(root, hash)).toBe("original");
    writeFileSync(join(root, "pages/forks/.base", `${hash}.txt`), "tampered");
    expect(readBase(root, hash)).toBeNull();
    expect(readBase(root, "../../parent")).toBeNull();
    expect(existsSync(join(root, "pages/forks/.base"))).toBe(true);
  });
});
