import {execFile} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";
import {afterAll, describe, expect, it} from "vitest";
import {parseRunFile, resolvedRun} from "../../tools/simulate/run-file.js";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "simulate-"));
const sweepFile = "test/tools/fixtures/sweep.json";
const simulate = (...args: string[]) =>
  run("node_modules/.bin/tsx", ["tools/simulate.ts", ...args]);

afterAll(() => rmSync(folder, {recursive: true}));

describe("npm run simulate", () => {
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
    const missing = simulate("merge", shards[0]!, shards[1]!);
    await expect(missing).rejects.toMatchObject({stderr: "simulate: missing row: 0\n"});
  }, 120_000);

  it("what is wrong is said in one sentence", async () => {
    const bad = join(folder, "bad.json");
    const cases: [string, string[], string][] = [
      ["{", [], "is not JSON"],
      ["[]", [], "is not an object with a run"],
      ["{}", [], "missing field in .*bad.json: model"],
      [readFileSync(sweepFile, "utf8"), ["--shard", "3/3"], "invalid shard: 3/3"],
      [readFileSync(sweepFile, "utf8"), ["--shard", "x"], "invalid --shard: x, expected i/n"]
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
});

describe("run files", () => {
  const text = readFileSync(sweepFile, "utf8");

  it("resolvedRun(description) puts model and card in place of their ids", () => {
    const {sweep, seeds, ...base} = parseRunFile(text, "sweep.json");
    expect([Object.keys(sweep!).length, seeds]).toEqual([2, 2]);
    expect(resolvedRun(base).gpu.hbmBytesPerSecond).toBe(3.35e12);
    expect(() => resolvedRun({...base, model: "gpt-9"})).toThrow("unknown model: gpt-9");
    expect(() => resolvedRun({...base, gpu: "h900"})).toThrow("unknown gpu: h900");
  });

  it("parseRunFile(text, file) wants whole seeds", () => {
    const broken = JSON.stringify({...(JSON.parse(text) as object), seeds: 0});
    expect(() => parseRunFile(broken, "x.json")).toThrow("invalid seeds in x.json: 0");
  });
});
