import {execFile} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";
import {afterAll, describe, expect, it} from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "simulate-"));
const sweepFile = "test/tools/fixtures/sweep.json";
const simulate = (...args: string[]) =>
  run("node_modules/.bin/tsx", ["tools/simulate.ts", ...args]);

afterAll(() => rmSync(folder, {recursive: true}));

describe("npm run simulate", () => {
  it("takes the requests of a trace, and names the line that is wrong", async () => {
    const [file, trace] = [join(folder, "one.json"), join(folder, "trace.csv")];
    const described = JSON.parse(readFileSync(sweepFile, "utf8")) as object;
    writeFileSync(file, JSON.stringify({...described, sweep: {}, seeds: 1}));
    writeFileSync(trace, "arrival,prompt,output\n1,100,20\n2,50,8\n");
    const {stdout} = await simulate(file, "--trace", trace, "--threads", "1");
    expect(stdout).toMatch(/"finished":2\b/);
    writeFileSync(trace, "arrival,prompt,output\n1,100,-20\n");
    await expect(simulate(file, "--trace", trace)).rejects.toThrow("line 2");
  });

  it("a sweep in shards, merged in any order, is byte for byte the sweep in one", async () => {
    const {stdout: whole} = await simulate(sweepFile, "--threads", "2");
    const shards = [0, 1, 2].map((i) => join(folder, `shard-${i}.jsonl`));
    for (const [i, out] of shards.entries()) {
      await simulate(sweepFile, "--shard", `${i}/3`, "--threads", "1", "--out", out);
    }
    const {stdout: merged} = await simulate("merge", ...shards.reverse());
    expect(merged).toBe(whole);
    expect(whole.trimEnd().split("\n")).toHaveLength(8);
    const {stdout: csv} = await simulate("merge", ...shards, "--csv");
    expect(csv).toMatch(/^index,workload\.arrivals\.requestsPerSecond,scheduler\.batching,seed,/);
    // shards hold 0 3 6, 1 4 7 and 2 5: the tail is missed too
    const [s2, s1, s0] = shards as [string, string, string];
    for (const [files, rows] of [
      [[s2, s1], "0, 3, 6"],
      [[s0, s2], "1, 4, 7"],
      [[s0, s1], "2, 5"],
      [[s0], "1–2, 4–5, 7"]
    ] as const) {
      await expect(simulate("merge", ...files)).rejects.toMatchObject({
        code: 1,
        stderr: `simulate: missing rows of 8: ${rows}\n`
      });
    }
  }, 120_000);

  it("what is wrong is said in one sentence", async () => {
    const bad = join(folder, "bad.json");
    const sweep = readFileSync(sweepFile, "utf8");
    const cases: [string, string[], string][] = [
      ["{", [], "is not JSON"],
      ["[]", [], "is not an object with a run"],
      ["{}", [], "missing field in .*bad.json: model"],
      [sweep.replace('"static"', '"dynamic"'), [], 'invalid scheduler.batching in .*: "dynamic"'],
      [sweep, ["--threads", "0"], "invalid --threads: 0"],
      [sweep, [sweepFile], "one run file at a time: .*bad.json, not .*sweep.json too"],
      [sweep, ["--shard", "3/3"], "invalid shard: 3/3"],
      [sweep, ["--shard", "x"], "invalid --shard: x, expected i/n"]
    ];
    for (const [text, args, message] of cases) {
      writeFileSync(bad, text);
      const failed = simulate(bad, ...args);
      await expect(failed).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^simulate: .*${message}.*\n$`)) as string
      });
    }
  }, 120_000);

  it("merge wants files, with rows in them", async () => {
    const foreign = join(folder, "foreign.jsonl");
    writeFileSync(foreign, '{"a":1}\n');
    const empty = join(folder, "empty.jsonl");
    writeFileSync(empty, "");
    const cases: [string[], string][] = [
      [[], "missing files to merge"],
      [[foreign], "unknown field in .*foreign.jsonl line 1: a = 1"],
      [[empty], "no rows to merge"],
      [[empty, "--shard", "0/2"], "merge takes no --shard"]
    ];
    for (const [args, message] of cases) {
      await expect(simulate("merge", ...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^simulate: .*${message}.*\n$`)) as string
      });
    }
  }, 60_000);

  it("--help shows how, and the run that it shows is one", async () => {
    const {stdout} = await simulate("--help");
    expect(stdout).toContain("--shard 0/4");
    const example = /^ {2}(\{"model"[^]*?\}\}\}\})$/m.exec(stdout)![1]!;
    const split = /\{"nPrefill".*\}/.exec(stdout)![0];
    const file = join(folder, "help.json");
    writeFileSync(file, `${example.slice(0, -1)}, "split": ${split}}`);
    const {stdout: row} = await simulate(file, "--threads", "1");
    expect(JSON.parse(row)).toMatchObject({index: 0, nRuns: 1, row: {goodFraction: 1}});
  }, 60_000);
});
