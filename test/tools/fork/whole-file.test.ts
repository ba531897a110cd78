import {spawn} from "node:child_process";
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {textHash} from "../../../src/fork/notebook/lineage.js";
import {ChangedSinceRead, createFile, replaceFile} from "../../../tools/fork/whole-file.js";
import {madeSite} from "./made-site.js";

function madeFile(text: string): string {
  const file = join(madeSite(), "pages/forks/x.md");
  mkdirSync(join(file, ".."), {recursive: true});
  writeFileSync(file, text);
  return file;
}

/** Runs a few lines in another process, with the store's functions in scope. */
function elsewhere(code: string) {
  const store = resolve("tools/fork/whole-file.ts");
  const lineage = resolve("src/fork/notebook/lineage.ts");
  const imports = `import * as store from ${JSON.stringify(store)};
    import {textHash} from ${JSON.stringify(lineage)};
    import {readFileSync} from "node:fs";`;
  const script = join(madeSite(), "script.mts");
  writeFileSync(script, imports + code);
  const child = spawn(resolve("node_modules/.bin/tsx"), [script], {detached: true});
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (output += String(data)));
  const ended = new Promise<string>((done) => child.on("close", () => done(output)));
  return {
    ended,
    output: () => output,
    kill: () => process.kill(-(child.pid ?? 0), "SIGKILL")
  };
}

describe("createFile(file, text)", () => {
  it("never replaces a file", () => {
    const file = madeFile("first");
    expect(() => createFile(file, "second")).toThrow("already there");
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(readdirSync(join(file, ".."))).toEqual(["x.md"]);
  });
});

describe("replaceFile(file, text, expectedHash)", () => {
  it("refuses when the file is not what was read, and tells what it is", () => {
    const file = madeFile("first");
    replaceFile(file, "second", textHash("first"));
    try {
      replaceFile(file, "third", textHash("first"));
      expect.unreachable();
    } catch (error) {
      expect((error as ChangedSinceRead).current).toBe("second");
    }
    expect(readFileSync(file, "utf8")).toBe("second");
  });

  it("lets two processes count together without losing a step", async () => {
    const file = madeFile("0");
    const count = `
      let done = 0;
      while (done < 40) {
        const text = readFileSync(${JSON.stringify(file)}, "utf8");
        try {
          store.replaceFile(${JSON.stringify(file)}, String(Number(text) + 1), textHash(text));
          ++done;
        } catch (error) { if (!(error instanceof store.ChangedSinceRead)) throw error; }
      }`;
    const [a, b] = [elsewhere(count), elsewhere(count)];
    expect((await a.ended) + (await b.ended)).toBe("");
    expect(readFileSync(file, "utf8")).toBe("80");
  }, 60000);

  it("leaves a whole file, and no lock that holds, when it is killed at any moment", async () => {
    const file = madeFile("start");
    const big = (letter: string) => letter.repeat(400_000);
    const write = `
      console.log("ready");
      for (let i = 0; ; ++i) {
        const text = readFileSync(${JSON.stringify(file)}, "utf8");
        store.replaceFile(${JSON.stringify(file)}, "abc"[i % 3].repeat(400000), textHash(text));
      }`;
    for (let i = 0; i < 4; ++i) {
      const writer = elsewhere(write);
      while (!writer.output().includes("ready")) await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 100 + 37 * i));
      writer.kill();
      await writer.ended;
      const text = readFileSync(file, "utf8");
      expect(["start", big("a"), big("b"), big("c")]).toContain(text);
      replaceFile(file, text, textHash(text));
      expect(readdirSync(join(file, ".."))).toEqual(["x.md"]);
    }
  }, 60000);
});
