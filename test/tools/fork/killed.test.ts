import {readdirSync, statSync, utimesSync} from "node:fs";
import {join} from "node:path";
import {beforeAll, describe, expect, it} from "vitest";
import {lineageOf, textHash} from "../../../src/fork/notebook/lineage.js";
import {runFork} from "../../../tools/fork.js";
import {readBase} from "../../../tools/fork/store.js";
import {readText} from "../../../tools/fork/whole-file.js";
import {editPage, madeSite, readPage} from "./made-site.js";
import {bundleProcesses, forkProcess, writerProcess} from "./processes.js";

beforeAll(bundleProcesses);

const child = "/pages/forks/mine";

const fileOf = (root: string) => join(root, `${child}.md`);
const namesIn = (root: string) => readdirSync(join(root, "pages/forks")).sort();
const strays = (root: string) =>
  readdirSync(join(root, "pages/forks"), {recursive: true, encoding: "utf8"}).filter((name) =>
    /tmp|lock/.test(name)
  );

/** Runs something with its process killed at the first step, the second and so on, until none is left. */
async function atEachStep(run: (lastStep: number) => Promise<boolean>): Promise<number> {
  for (let step = 1; step < 100; ++step) if (!(await run(step))) return step - 1;
  throw new Error("it never came to its end");
}

describe("npm run fork, killed at each of its steps", () => {
  it("leaves no fork or a whole one, and makes it the next time", async () => {
    const whole = madeSite();
    runFork(["parent", "mine"], whole);
    const expected = readPage(whole, child);
    const nSteps = await atEachStep(async (lastStep) => {
      const root = madeSite();
      const {signal} = await forkProcess(root, ["parent", "mine"], {lastStep});
      expect([null, expected]).toContain(readText(fileOf(root)));
      expect(runFork(["--status"], root)).toMatch(/^no forks$|up to date$/);
      if (readText(fileOf(root)) === null) runFork(["parent", "mine"], root);
      else expect(() => runFork(["parent", "mine"], root)).toThrow("already there");
      expect(readPage(root, child)).toBe(expected);
      expect(namesIn(root)).toEqual([".base", "mine.md"]);
      expect(readBase(root, lineageOf(expected)?.base ?? "")).toBe(readPage(root, "/pages/parent"));
      return signal === "SIGKILL";
    });
    expect(nSteps).toBeGreaterThan(8);
  }, 120_000);

  it("updates wholly or not at all, and to the end the next time", async () => {
    const prepared = () => {
      const root = madeSite();
      runFork(["parent", "mine"], root);
      editPage(root, child, [["## Part", "## Mine"]]);
      editPage(root, "/pages/parent", [["It grows", "It shrinks"]]);
      return root;
    };
    const whole = prepared();
    const before = readPage(whole, child);
    runFork(["--update", "mine"], whole);
    const after = readPage(whole, child);
    expect(after).toContain("## Mine");
    expect(after).toContain("It shrinks");
    let left = 0;
    const nSteps = await atEachStep(async (lastStep) => {
      const root = prepared();
      const {signal} = await forkProcess(root, ["--update", "mine"], {lastStep});
      const text = readPage(root, child);
      expect([before, after]).toContain(text);
      expect(readBase(root, lineageOf(text)?.base ?? "")).not.toBeNull();
      left += strays(root).length;
      runFork(["--update", "mine"], root);
      expect(readPage(root, child)).toBe(after);
      expect(runFork(["--update", "mine"], root)).toBe("up to date");
      editPage(root, "/pages/parent", [["It shrinks", "It stops"]]);
      runFork(["--update", "mine"], root);
      expect(readPage(root, child)).toContain("It stops");
      expect(strays(root)).toEqual([]);
      return signal === "SIGKILL";
    });
    expect(nSteps).toBeGreaterThan(15);
    expect(left).toBeGreaterThan(0);
  }, 120_000);
});

describe("the writer of npm run dev, killed at each step of a save", () => {
  const order = (text: string, expected: string | null) => ({
    name: "mine",
    text,
    expected,
    base: "# Original\n"
  });
  const [first, second] = ["# First\n".repeat(5000), "# Second\n".repeat(5000)];

  it("leaves the old page or the new one, whole, and another writer goes on from there", async () => {
    const nSteps = await atEachStep(async (lastStep) => {
      const root = madeSite();
      const sound = await writerProcess(root);
      expect(await sound.write(order(first, null))).toEqual({status: 200});
      const mortal = await writerProcess(root, {lastStep});
      const {status} = await mortal.write(order(second, textHash(first)));
      const left = readText(fileOf(root)) ?? "";
      expect(status === 200 ? [second] : [first, second]).toContain(left);
      expect(await sound.write(order(second, textHash(left)))).toEqual({status: 200});
      expect(readText(fileOf(root))).toBe(second);
      expect(namesIn(root).filter((name) => name.endsWith(".md"))).toEqual(["mine.md"]);
      for (const writer of [sound, mortal]) {
        writer.kill();
        await writer.ended;
      }
      return status === null;
    });
    expect(nSteps).toBeGreaterThan(10);
  }, 120_000);
});

describe("a disk without room", () => {
  const long = (root: string) =>
    editPage(root, "/pages/parent", [["It grows", "It grows. ".repeat(20_000)]]);

  it("is told of, and keeps the fork as it was", async () => {
    const root = madeSite();
    runFork(["parent", "mine"], root);
    const before = readPage(root, child);
    long(root);
    for (const args of [
      ["--update", "mine"],
      ["parent", "other"]
    ]) {
      const {code, output} = await forkProcess(root, args, {blocks: 64});
      expect(code).toBe(1);
      expect(output).toMatch(/^no room on disk, nothing was written: \S+\n$/);
    }
    expect(readPage(root, child)).toBe(before);
    expect(namesIn(root)).toEqual([".base", "mine.md"]);
    expect(strays(root)).toEqual([]);
    runFork(["--update", "mine"], root);
    expect(readPage(root, child)).toContain("It grows. It grows.");
  }, 60_000);

  it("keeps a page that the browser would save as it was, and the browser is told", async () => {
    const root = madeSite();
    const writer = await writerProcess(root, {blocks: 64});
    const base = null;
    await writer.write({name: "mine", text: "# Old\n", expected: null, base});
    const text = "# New\n".repeat(20_000);
    const answer = await writer.write({name: "mine", text, expected: textHash("# Old\n"), base});
    expect(answer.status).toBe(500);
    expect(answer.message).toContain("no room on disk, nothing was written");
    expect(readText(fileOf(root))).toBe("# Old\n");
    expect(strays(root)).toEqual([]);
    writer.kill();
    await writer.ended;
  }, 60_000);
});

describe("clocks", () => {
  it("decide nothing: another text of the same time is a change, another time of the same text is none", async () => {
    const root = madeSite();
    const writer = await writerProcess(root);
    const save = (text: string, expected: string | null) =>
      writer.write({name: "mine", text, expected, base: null});
    await save("# A\n", null);
    const {atime, mtime} = statSync(fileOf(root));
    editPage(root, child, [["# A", "# B"]]);
    utimesSync(fileOf(root), atime, mtime);
    expect((await save("# C\n", textHash("# A\n"))).status).toBe(409);
    for (const seconds of [0, 4e9]) {
      utimesSync(fileOf(root), seconds, seconds);
      expect((await save("# B\n", textHash("# B\n"))).status).toBe(200);
    }
    expect((await save("# C\n", textHash("# B\n"))).status).toBe(200);
    expect(readPage(root, child)).toBe("# C\n");
    writer.kill();
    await writer.ended;
  });
});
