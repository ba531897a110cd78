import {existsSync, readdirSync, rmSync, statSync, utimesSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {conflictMark} from "../../src/fork/notebook/merge.js";
import {runFork} from "../../tools/fork.js";
import {editPage, madeSite, readPage, writePage} from "./fork/made-site.js";

const child = "/pages/forks/my-what-if";

describe("fork PAGE NAME", () => {
  it("writes a page whose paths still resolve, with its lineage and a title", () => {
    const root = madeSite();
    expect(runFork(["parent", "my-what-if"], root)).toBe(`${root}${child}.md`);
    const text = readPage(root, child);
    expect(text).toMatch(
      /^---\ntoc: false\ntitle: My what if\nfork:\n {2}of: \/pages\/parent\n {2}base: "[0-9a-f]{16}"\n---\n/
    );
    expect(text).toContain('from "/lib/double.js"');
    expect(text).toContain('FileAttachment("/data/made.json")');
    expect(text).toContain("[context](/pages/two-phases)");
  });

  it("sets defaults by type and refuses what the page does not have", () => {
    const root = madeSite();
    const set = ["ctx=32768", "m=qwen3-32b", "gpus=h100-sxm,h200", "hit=1e-1", "on=false"];
    runFork(["parent", "my-what-if", "--title", "A: B", ...set.flatMap((s) => ["--set", s])], root);
    expect(readPage(root, child)).toContain(
      'const defaults = {m: "qwen3-32b", ctx: 32768, gpus: ["h100-sxm","h200"], hit: 0.1, on: false};'
    );
    expect(readPage(root, child)).toContain('title: "A: B"');
    const refused = (setting: string) => () => runFork(["parent", "other", "--set", setting], root);
    expect(refused("ctx=many")).toThrow("ctx is a number: many");
    expect(refused("nope=1")).toThrow("unknown input: nope (this page has m, ctx, gpus, hit, on)");
    expect(refused("m=qwen3-33b")).toThrow(/unknown m: qwen3-33b \(known: .*qwen3-32b/);
    expect(refused("on=perhaps")).toThrow("on is true or false: perhaps");
    expect(refused("ctx")).toThrow("not of the form key=value: ctx");
    expect(existsSync(join(root, "pages/forks/other.md"))).toBe(false);
  });

  it("never writes over a page, nor outside the folder", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if"], root);
    editPage(root, child, [["## Part", "## Mine"]]);
    expect(() => runFork(["parent", "my-what-if"], root)).toThrow("already there");
    expect(readPage(root, child)).toContain("## Mine");
    for (const name of ["../x", "A", "a b", "", ".x", "a--b", "x".repeat(65)])
      expect(() => runFork(["parent", name], root)).toThrow("invalid name");
    expect(() => runFork(["none", "x"], root)).toThrow("no such page: none");
    expect(() => runFork(["../../etc/passwd", "x"], root)).toThrow("invalid page");
    expect(readdirSync(join(root, "pages/forks")).sort()).toEqual([".base", "my-what-if.md"]);
  });

  it("touches the config, so that a running preview lists the page", () => {
    const root = madeSite();
    const config = join(root, "..", "observablehq.config.ts");
    utimesSync(config, 1, 1);
    runFork(["parent", "my-what-if"], root);
    expect(statSync(config).mtimeMs).toBeGreaterThan(1e12);
  });
});

describe("fork --diff NAME", () => {
  it("shows what the fork changed, cell by cell", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if", "--set", "ctx=8"], root);
    expect(runFork(["--diff", "my-what-if"], root)).toMatch(
      /^@@ cell 2: changed\n {2}```js\n- const defaults = .*128 \* 1024.*\n\+ const defaults = .*ctx: 8,.*\n {2}```$/
    );
    runFork(["parent", "plain"], root);
    expect(runFork(["--diff", "plain"], root)).toBe("no differences");
  });

  it("still tells the differences when the original changed or was deleted", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if", "--set", "ctx=8"], root);
    const before = runFork(["--diff", "my-what-if"], root);
    editPage(root, "/pages/parent", [["## Part", "## Other"]]);
    expect(runFork(["--diff", "my-what-if"], root)).toBe(before);
    rmSync(join(root, "pages/parent.md"));
    expect(runFork(["--diff", "my-what-if"], root)).toBe(before);
    expect(runFork(["--status"], root)).toContain("original deleted");
    expect(() => runFork(["--update", "my-what-if"], root)).toThrow("the original was deleted");
  });
});

describe("fork --status", () => {
  it("lists the forks, their originals and which of these moved on", () => {
    const root = madeSite();
    expect(runFork(["--status"], root)).toBe("no forks");
    runFork(["parent", "my-what-if"], root);
    runFork(["forks/my-what-if", "grandchild"], root);
    writePage(root, "/pages/forks/no-fork", "# Just a page\n");
    editPage(root, "/pages/parent", [["## Part", "## Other"]]);
    expect(runFork(["--status"], root).split("\n")).toEqual([
      "/pages/forks/grandchild  /pages/forks/my-what-if  up to date",
      "/pages/forks/my-what-if  /pages/parent            original changed: 1 cell",
      expect.stringContaining("not a fork")
    ]);
  });
});

describe("fork --update NAME", () => {
  it("takes over the original's changes and keeps the fork's", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if", "--set", "ctx=8"], root);
    expect(runFork(["--update", "my-what-if"], root)).toBe("up to date");
    editPage(root, "/pages/parent", [
      ["## Part", "## Other"],
      ["../lib/double.js", "../lib/triple.js"]
    ]);
    expect(runFork(["--update", "my-what-if"], root)).toBe(
      "merged, 2 cells taken from the original"
    );
    const text = readPage(root, child);
    expect(text).toContain("## Other");
    expect(text).toContain("/lib/triple.js");
    expect(text).toContain("ctx: 8");
    expect(runFork(["--update", "my-what-if"], root)).toBe("up to date");
    expect(readPage(root, child)).toBe(text);
  });

  it("keeps both versions of what both changed, and says so", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if"], root);
    editPage(root, child, [["2 * defaults.ctx", "2 * defaults.ctx + 1"]]);
    editPage(root, "/pages/parent", [["2 * defaults.ctx", "3 * defaults.ctx"]]);
    expect(runFork(["--update", "my-what-if"], root)).toContain("conflict: “const twice = 2");
    const text = readPage(root, child);
    expect(text).toContain("2 * defaults.ctx + 1");
    expect(text).toContain("```js run=false\nconst twice = 3 * defaults.ctx;");
    expect(text).toContain(conflictMark);
    expect(runFork(["--status"], root)).toContain("up to date, 1 conflict to settle");
    expect(runFork(["--update", "my-what-if"], root)).toBe("up to date");
    expect(readPage(root, child)).toBe(text);
  });

  it("follows a chain of forks one link at a time", () => {
    const root = madeSite();
    runFork(["parent", "my-what-if"], root);
    runFork(["my-what-if", "grandchild"], root);
    editPage(root, "/pages/parent", [["## Part", "## Other"]]);
    expect(runFork(["--update", "grandchild"], root)).toBe("up to date");
    runFork(["--update", "my-what-if"], root);
    runFork(["--update", "grandchild"], root);
    expect(readPage(root, "/pages/forks/grandchild")).toContain("## Other");
    expect(readPage(root, "/pages/forks/grandchild")).toContain("title: Grandchild");
  });
});
