import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {rowSchema} from "../../tools/simulate/fields.js";
import {parseRunFile, resolvedRun, runsOf} from "../../tools/simulate/run-file.js";

const text = readFileSync("test/tools/fixtures/sweep.json", "utf8");
type Json = Record<string, unknown>;

/** The file with one field changed, by path; undefined takes it away. */
function changed(path: string, value: unknown): string {
  const json = JSON.parse(text) as Json;
  const names = path.split("/");
  const inner = names.slice(0, -1).reduce((part, name) => part[name] as Json, json);
  Object.defineProperty(inner, names.at(-1)!, {value, enumerable: true});
  return JSON.stringify(json);
}

const read = (file: string) => runsOf(parseRunFile(file, "x.json"), "x.json");

describe("run files", () => {
  it("resolvedRun(description) puts model and card in place of their ids", () => {
    const {sweep, seeds, ...base} = parseRunFile(text, "sweep.json");
    expect([Object.keys(sweep!).length, seeds]).toEqual([2, 2]);
    expect(resolvedRun(base).gpu.hbmBytesPerSecond).toBe(3.35e12);
    expect(() => resolvedRun({...base, model: "gpt-9"})).toThrow("unknown model: gpt-9");
    expect(() => resolvedRun({...base, gpu: "h900"})).toThrow("unknown gpu: h900");
  });

  it("runsOf(file, name) spells out the sweep", () => {
    expect(read(text)).toHaveLength(8);
  });

  const fixed = {kind: "fixed", tokens: 1};
  const wrong: [path: string, value: unknown, message: string][] = [
    ["maxSequnces", 4, "unknown field in x.json: maxSequnces = 4, expected model, gpu, "],
    ["scheduler/maxSequnces", 4, "unknown field in x.json: scheduler.maxSequnces = 4, expected "],
    [
      "memory/blokSize",
      4,
      "unknown field in x.json: memory.blokSize = 4, expected kind, blockSize"
    ],
    ["workload/lengths/foo", 1, "unknown field in x.json: workload.lengths.foo = 1"],
    ["workload/arrivals/burstSize", 2, "unknown field in x.json: workload.arrivals.burstSize = 2"],
    ["__proto__", 1, "unknown field in x.json: __proto__ = 1"],
    ["scheduler/batching", "dynamic", 'invalid scheduler.batching in x.json: "dynamic"'],
    ["scheduler/order", "lifo", 'invalid scheduler.order in x.json: "lifo"'],
    ["scheduler/chunkedPrefill", "no", 'invalid scheduler.chunkedPrefill in x.json: "no"'],
    ["scheduler/maxSequences", 0, "invalid scheduler.maxSequences in x.json: 0"],
    ["scheduler/preemption", {kind: "drop"}, 'invalid scheduler.preemption.kind in x.json: "drop"'],
    ["scheduler/preemption", {kind: "swap"}, "missing field in x.json: scheduler.preemption.cap"],
    ["scheduler", null, "invalid scheduler in x.json: null, expected a record"],
    ["scheduler", [], "invalid scheduler in x.json: [], expected a record"],
    ["tp", -2, "invalid tp in x.json: -2, expected a whole number from 1 to 1024"],
    ["tp", "8", 'invalid tp in x.json: "8"'],
    ["mfu", -1, "invalid mfu in x.json: -1, expected a number above 0 up to 1"],
    ["mbu", 1.5, "invalid mbu in x.json: 1.5"],
    ["utilization", 0, "invalid utilization in x.json: 0"],
    ["overheadSeconds", -1, "invalid overheadSeconds in x.json: -1, expected a number of seconds"],
    ["seed", "abc", 'invalid seed in x.json: "abc"'],
    ["seed", 1.5, "invalid seed in x.json: 1.5"],
    ["seeds", 0, "invalid seeds in x.json: 0"],
    ["model", 7, "invalid model in x.json: 7"],
    ["model", "gpt-9", "unknown model: gpt-9"],
    ["gpu", "h900", "unknown gpu: h900"],
    ["memory/kind", "foo", 'invalid memory.kind in x.json: "foo", expected one of paged, contig'],
    ["memory/kind", "__proto__", 'invalid memory.kind in x.json: "__proto__"'],
    ["memory", {}, "missing field in x.json: memory.kind"],
    ["memory/watermarkFraction", 1, "invalid memory.watermarkFraction in x.json: 1"],
    ["kvDtype", "__proto__", 'invalid kvDtype in x.json: "__proto__", expected one of bf16, fp8'],
    ["weightDtype", "fp7", 'invalid weightDtype in x.json: "fp7", expected one of fp32'],
    ["maxModelLen", 1, "invalid maxModelLen in x.json: 1"],
    ["capacityTokens", 0, "invalid capacityTokens in x.json: 0"],
    ["maxSeconds", 0, "invalid maxSeconds in x.json: 0"],
    ["level", {ttftSeconds: 1}, "missing field in x.json: level.tpotSeconds"],
    ["closedLoop", {nUsers: 0, thinkSeconds: 1}, "invalid closedLoop.nUsers in x.json: 0"],
    ["workload", 1, "invalid workload in x.json: 1, expected a record"],
    ["workload/nRequests", 0, "invalid workload.nRequests in x.json: 0"],
    ["workload/samples", 0, "invalid workload.samples in x.json: 0"],
    ["workload/arrivals", undefined, "missing field in x.json: workload.arrivals"],
    ["workload/arrivals/requestsPerSecond", "5", "invalid workload.arrivals.requestsPerSecond in"],
    ["workload/lengths", undefined, "missing field in x.json: workload.lengths"],
    ["workload/lengths", {prompt: fixed}, "missing field in x.json: workload.lengths.output"],
    ["workload/lengths/prompt/cv", -1, "invalid workload.lengths.prompt.cv in x.json: -1"],
    ["workload/sharing", {}, "missing field in x.json: workload.sharing.sharedFraction"],
    ["split", {nPrefill: 1, nDecode: 1}, "missing field in x.json: split.linkBytesPerSecond"],
    ["split", {nPrefill: 0}, "invalid split.nPrefill in x.json: 0"],
    ["split", {nPrefil: 1}, "unknown field in x.json: split.nPrefil = 1"],
    ["split", null, "invalid split in x.json: null"],
    ["sweep", [], "invalid sweep in x.json: [], expected a record"],
    ["sweep", {seed: []}, "invalid sweep.seed in x.json: [], expected a list of values"],
    ["sweep", {tp: [1]}, "unknown field of axis: tp"],
    ["sweep", {seed: [1, 2]}, "invalid sweep.seed in x.json: seeds = 2 draws them"],
    ["sweep", {maxModelLen: [64, -1]}, "invalid maxModelLen in x.json: -1"],
    ["sweep", {"scheduler.batching": ["static", "x"]}, 'invalid scheduler.batching in x.json: "x"'],
    ["sweep", {memory: [{kind: "paged"}]}, "missing field in x.json: memory.blockSize"]
  ];

  it.each(wrong)("%s = %j is named", (path, value, message) => {
    expect(() => read(changed(path, value))).toThrow(message);
  });

  it("numbers beyond all bounds are none", () => {
    const endless = changed("maxSeconds", 1).replace('"maxSeconds":1', '"maxSeconds":1e999');
    expect(() => read(endless)).toThrow("invalid maxSeconds in x.json: Infinity");
  });

  it("what does not fit together is said before anything runs", () => {
    const big = changed("model", "llama3.1-405b").replace('"capacityTokens":50000', '"tp":1');
    expect(() => read(big)).toThrow("no memory left for KV: Llama 3.1 405B on 1 ×");
    const split = {nPrefill: 1, nDecode: 1, linkBytesPerSecond: 5e10};
    const loop = {...(JSON.parse(changed("split", split)) as Json)};
    loop["closedLoop"] = {nUsers: 2, thinkSeconds: 1};
    expect(() => read(JSON.stringify(loop))).toThrow("invalid closedLoop in x.json");
  });

  it("every optional field may be said, and null where nothing is meant", () => {
    const json = {
      ...(JSON.parse(text) as Json),
      tp: 2,
      mfu: 0.5,
      mbu: 1,
      overheadSeconds: 0,
      capacityTokens: null,
      closedLoop: null,
      maxSeconds: null,
      utilization: 0.9,
      level: {ttftSeconds: 1, tpotSeconds: 0.05},
      split: {nPrefill: 2, nDecode: 2, linkBytesPerSecond: 5e10},
      scheduler: {
        batching: "static",
        maxSequences: 4,
        maxBatchedTokens: 64,
        chunkedPrefill: false,
        order: "longest-prefix",
        preemption: {kind: "swap", capacityTokens: 10, tokensPerSecond: 1e6}
      },
      memory: {kind: "contiguous", reserve: "pow2", fit: "buddy"},
      sweep: {"split.nPrefill": [1, 2], "memory.reserve": ["max", "oracle"]}
    };
    expect(read(JSON.stringify(json))).toHaveLength(8);
  });
});

describe("rowSchema", () => {
  it("takes rows as they are written and nothing else", () => {
    const check = (row: unknown) => () => rowSchema(row, {path: "", file: "a.jsonl line 1"});
    const row = {index: 0, nRuns: 1, point: {seed: 7}, row: {seconds: 2, "ttft.p50": null}};
    expect(check(row)).not.toThrow();
    expect(check({a: 1})).toThrow("unknown field in a.jsonl line 1: a = 1");
    expect(check({})).toThrow("missing field in a.jsonl line 1: index");
    expect(check(7)).toThrow("invalid a.jsonl line 1: 7, expected a record");
    expect(check({...row, row: {seconds: "2"}})).toThrow('row.seconds in a.jsonl line 1: "2"');
  });
});
