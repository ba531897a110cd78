import {describe, expect, it} from "vitest";
import {logFigures, parseEngineLog} from "../../../src/lib/engines/log.js";
import {logSettings, oursFor} from "../../../src/lib/planner/log-settings.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {standardPlan} from "./plan-fixture.js";

const MIB = 2 ** 20;
const read = (log: string) => logFigures(parseEngineLog(log));

describe("oursFor", () => {
  it("ours stand under the names of a log's figures", () => {
    const ours = oursFor(standardPlan, {engine: "vllm"});
    expect(ours.cacheTokens).toBe(1_003_104);
    expect(ours.kvBytes).toBe(planOf(standardPlan).memory.kvBytes);
  });

  // https://github.com/vllm-project/vllm/issues/18322
  it("concurrency is that of the log's longest request, not of the page's", () => {
    const log = read(`
INFO 05-18 12:25:43 [gpu_model_runner.py:1521] Model loading took 14.9889 GiB and 2.689499 seconds
INFO 05-18 12:25:44 [kv_cache_utils.py:637] GPU KV cache size: 442,160 tokens
INFO 05-18 12:25:44 [kv_cache_utils.py:640] Maximum concurrency for 131,072 tokens per request: 3.37x`);
    const page = {...standardPlan, kvDtype: "bf16", weightDtype: "bf16"} as const;
    const at = planOf({...page, contextTokens: 131_072}).capacity;
    const ours = oursFor(page, log);
    expect([ours.concurrency, ours.cacheTokens]).toEqual([at.concurrency, at.tokens]);
    // four times the page's 32,768 tokens: a quarter of its requests
    expect(planOf(page).capacity.concurrency / ours.concurrency!).toBeCloseTo(4, 6);
    // the log's own cache at its own length: 442,160 / 131,072
    expect(log.cacheTokens! / log.maxModelLen!).toBeCloseTo(log.concurrency!, 2);
  });

  it("format, cards to a layer, share of memory and block are the log's where it prints them", () => {
    const half = oursFor(standardPlan, {engine: "vllm", tp: 2});
    const whole = oursFor(standardPlan, {engine: "vllm"});
    // norms are on both cards
    expect(half.weightBytes! / whole.weightBytes!).toBeCloseTo(0.5, 4);
    const ours = (log: object) => oursFor(standardPlan, {engine: "vllm", ...log}).cacheTokens;
    expect(ours({keyType: "fp8_e4m3"})).toBe(ours({}));
    expect(ours({keyType: "auto"})! / ours({})!).toBeCloseTo(0.5, 4);
    expect(ours({utilization: 0.5})).toBeLessThan(ours({})!);
    expect(ours({blockTokens: 30_000, maxModelLen: 30_001})! / 30_000).toBeLessThan(33.5);
    expect(Object.keys(oursFor(standardPlan, {engine: "vllm", keyType: "__proto__"}))).toEqual([
      "totalBytes",
      "weightBytes",
      "kvBytes"
    ]);
  });

  it("llama.cpp's cache stands beside ours for the same context, over all cards", () => {
    const log = read(`
llama_context: n_ctx         = 32768
llama_kv_cache:      CUDA0 KV buffer size =  2048.00 MiB
llama_kv_cache:      CUDA1 KV buffer size =  2048.00 MiB
llama_kv_cache: size = 4096.00 MiB ( 32768 cells,  32 layers,  1/1 seqs), K (f16): 2048.00 MiB, V (f16): 2048.00 MiB`);
    // 32 layers · 8 heads · 128 · (K and V) · 2 B · 32,768 cells
    const ours = oursFor({...standardPlan, tp: 2}, log);
    expect([log.kvBytes, ours.kvBytes]).toEqual([4096 * MIB, 4096 * MIB]);
    expect(ours.weightBytes).toBe(oursFor(standardPlan, log).weightBytes);
    // q8_0 has 34 bytes for 32 values
    const q8 = oursFor(standardPlan, {...log, keyType: "q8_0", valueType: "q8_0"});
    expect(q8.kvBytes).toBe((4096 * MIB * 34) / 64);
    const unknown = [{keyType: "q6_x"}, {valueType: "q6_x"}, {maxModelLen: undefined}];
    for (const change of unknown) {
      const rest = oursFor(standardPlan, {...log, ...change} as typeof log);
      expect(Object.keys(rest)).toEqual(["weightBytes"]);
    }
  });

  // https://github.com/sgl-project/sglang/pull/18263
  it("SGLang's tokens stand beside ours in its own format", () => {
    const log = read(
      "[2026-07-15 13:14:54] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 1669816, K size: 76.44 GB, V size: 76.44 GB"
    );
    const bf16 = planOf({...standardPlan, engine: "sglang", kvDtype: "bf16"});
    expect(oursFor(standardPlan, log).cacheTokens).toBe(bf16.capacity.tokens);
  });
});

describe("logSettings", () => {
  it("logSettings(log, page) says at what ours are computed", () => {
    const page = {weightDtype: "fp8", kvDtype: "fp8"} as const;
    expect(logSettings({engine: "sglang"}, page)).toBe(
      "Ours are those of SGLang; FP8 weights, fp8 KV and the rest are as set above."
    );
    const log = {engine: "llama.cpp", maxModelLen: 8192, nSequences: 4, keyType: "f16"} as const;
    expect(logSettings({...log, valueType: "q9"}, page)).toBe(
      "Ours are those of llama.cpp at the log's 8,192 tokens of context, 4 sequences, f16 and q9 KV; FP8 weights and the rest are as set above. Its KV format is not modelled, so caches are not compared."
    );
    const vllm = {engine: "vllm", blockTokens: 528, tp: 1, utilization: 0.9} as const;
    expect(logSettings(vllm, page)).toContain(
      "the log's blocks of 528 tokens, 1 card to a layer, 0.9 of the memory; FP8"
    );
  });
});
