import {describe, expect, it} from "vitest";
import {llamaCppPlan, type LlamaSetup} from "../../../src/lib/engines/llamacpp-plan.js";
import {modelById} from "../../catalog-data.js";
import {attention, bareModel, deepSeekMla} from "../bare-model.js";

const MIB = 2 ** 20;
const setup: LlamaSetup = {contextTokens: 4096, typeK: "bf16", typeV: "bf16"};
const sliding = (tokens: number) => ({window: {kind: "sliding" as const, tokens}});
const deepSeekV3 = bareModel([[61, deepSeekMla()]]);

describe("llamaCppPlan: published logs", () => {
  it("R13: DeepSeek-V2 at 163,840, expanded: 805,306,368,000 B (llama.cpp#7118)", () => {
    const model = bareModel([[60, deepSeekMla()]]);
    const {totalBytes} = llamaCppPlan(model, {
      ...setup,
      contextTokens: 163_840,
      mla: "expanded"
    });
    expect(totalBytes).toBe(805_306_368_000);
  });

  it("R15: Qwen3.6-27B at 262,144 with 4 sequences: 16,384 MiB and 598.50 MiB of state (lmstudio#1862)", () => {
    const {fullBytes, stateBytes} = llamaCppPlan(modelById("qwen3.5-27b"), {
      ...setup,
      contextTokens: 262_144,
      nSequences: 4
    });
    expect([fullBytes / MIB, stateBytes / MIB]).toEqual([16_384, 598.5]);
  });

  it("R17: Gemma-4-E4B at 4,096: 1,536 cells of 60 MiB, 160 MiB with --swa-full, 64 MiB global (GenieX#1346)", () => {
    const model = bareModel([
      [20, attention(2, 256, sliding(512))],
      [4, attention(2, 512)]
    ]);
    const plan = llamaCppPlan(model, {...setup, nUbatch: 1024});
    expect([plan.windowCells, plan.windowBytes / MIB, plan.fullBytes / MIB]).toEqual([
      1536, 60, 64
    ]);
    const whole = llamaCppPlan(model, {...setup, nUbatch: 1024, swaFull: true});
    expect(whole.windowBytes / MIB).toBe(160);
  });

  it("gpt-oss-120b at 65,535 with 4 slots: 2,304 MiB and 36 MiB in 1,024 cells", () => {
    const plan = llamaCppPlan(modelById("gpt-oss-120b"), {
      ...setup,
      contextTokens: 65_535,
      nSequences: 4
    });
    expect([plan.fullCells, plan.windowCells]).toEqual([65_536, 1024]);
    expect([plan.fullBytes / MIB, plan.windowBytes / MIB]).toEqual([2304, 36]);
  });

  it("Gemma-3-270m, buffers apart: 24 MiB and 15 MiB a slot; 1,024 for 3 slots are 1,536 cells", () => {
    const model = bareModel([
      [15, attention(1, 256, sliding(512))],
      [3, attention(1, 256)]
    ]);
    for (const [nSequences, mebibytes] of [
      [1, 39],
      [4, 84]
    ]) {
      const apart = {...setup, contextTokens: 8192, nSequences, unified: false};
      expect(llamaCppPlan(model, apart).totalBytes / MIB).toBe(mebibytes);
    }
    const padded = llamaCppPlan(model, {
      ...setup,
      contextTokens: 1024,
      nSequences: 3,
      unified: false
    });
    expect(padded.fullCells).toBe(1536);
  });

  it("MLA latent: 1,166.62 MiB at 32,768 in q8_0; with a copy of the values 2,074 MiB at 16,384", () => {
    const latent = llamaCppPlan(deepSeekV3, {
      contextTokens: 32_768,
      typeK: "q8_0",
      typeV: "q8_0"
    });
    expect(latent.totalBytes / MIB).toBe(1166.625);
    const twice = llamaCppPlan(deepSeekV3, {
      ...setup,
      contextTokens: 16_384,
      mla: "latent-and-values"
    });
    expect(twice.totalBytes / MIB).toBe(2074);
  });

  it("DeepSeek-R1 expanded, K in q8_0 and V in f16: 28,060 MiB at 8,192", () => {
    const {totalBytes} = llamaCppPlan(deepSeekV3, {
      contextTokens: 8192,
      typeK: "q8_0",
      typeV: "bf16",
      mla: "expanded"
    });
    expect(totalBytes / MIB).toBe(28_060);
  });

  it("KV types differ: Llama-3.1-8B, 2,048 cells, q5_1 and q5_0: 92 MiB; q8_0 and iq4_nl: 104 MiB", () => {
    const at = (typeK: LlamaSetup["typeK"], typeV: LlamaSetup["typeV"]) =>
      llamaCppPlan(modelById("llama3.1-8b"), {contextTokens: 2048, typeK, typeV}).totalBytes / MIB;
    expect([at("q5_1", "q5_0"), at("q8_0", "iq4_nl")]).toEqual([92, 104]);
  });
});

describe("llamaCppPlan: steps", () => {
  it("shows cells and bytes of each cache that the model has", () => {
    const {steps} = llamaCppPlan(modelById("gpt-oss-20b"), setup);
    expect(steps.map(({label, unfolded, value}) => [label, unfolded, value])).toEqual([
      ["cells that see everything", "pad(4096)", 4096],
      ["KV of those layers", "4096 · 24576", 4096 * 24_576],
      ["cells of windowed layers", "window · sequences + ubatch", 768],
      ["KV of windowed layers", "768 · 24576", 768 * 24_576]
    ]);
    expect(llamaCppPlan(modelById("qwen3.5-27b"), setup).steps).toHaveLength(3);
  });
});
