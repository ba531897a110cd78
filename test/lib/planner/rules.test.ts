import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {kvDtypes, weightDtypes, type KvDtype, type WeightDtype} from "../../../src/lib/dtype.js";
import {fixesOf} from "../../../src/lib/planner/fixes.js";
import {outcomeOf} from "../../../src/lib/planner/plan.js";
import {refusalOf} from "../../../src/lib/planner/rules.js";
import type {PlanSetup} from "../../../src/lib/planner/setup.js";
import {gpus, modelById, models} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const refused = (change: Partial<PlanSetup>) => refusalOf({...standardPlan, ...change});

describe("refusalOf", () => {
  it("heads are cut over the cards of a layer (32 over 64 and over 3)", () => {
    for (const tp of [3, 64]) {
      expect(refused({tp, nGpus: 64})?.sentence).toBe(
        `32 attention heads do not divide evenly over the cards of a layer: ${tp} cards`
      );
    }
    expect(refused({tp: 3, nGpus: 3})?.repair?.change).toEqual({tp: 2});
    expect(refused({tp: 32, nGpus: 32})).toBeNull();
    // Phi-4: 40 heads and 10 KV heads; vLLM asserts that 10 % 4 is 0
    const phi = modelById("phi-4");
    const fits = {contextTokens: 16_384, model: phi, nGpus: 8};
    expect(refused({...fits, tp: 4})?.sentence).toContain("10 KV heads do not divide");
    expect(refused({...fits, tp: 5})).toBeNull();
    expect(refused({...fits, tp: 20, nGpus: 20})).toBeNull();
  });

  it("a context beyond the model's is refused by vLLM and SGLang, llama.cpp warns", () => {
    const gpt = {model: modelById("gpt2"), promptTokens: 600, outputTokens: 100};
    expect(refused({...gpt})).toEqual({
      sentence:
        "GPT-2 small 124M is made for 1,024 tokens and vLLM refuses a longer context unless told to allow it: 32,768 tokens",
      repair: {label: "A context of 1,024 tokens", change: {contextTokens: 1024}}
    });
    expect(refused({...gpt, engine: "sglang"})?.sentence).toContain("SGLang refuses");
    const llama = {...gpt, engine: "llama.cpp", weightDtype: "bf16", kvDtype: "bf16"} as const;
    expect(refused(llama)).toBeNull();
    expect(refused({model: modelById("llama2-7b")})?.repair?.change).toEqual({
      contextTokens: 4096,
      promptTokens: 3584,
      outputTokens: 512
    });
  });

  it("prompt and answer have room in the context", () => {
    expect(refused({contextTokens: 1024})).toEqual({
      sentence: "prompt and answer take 8,704 tokens, more than the context: 1,024 tokens",
      repair: {label: "A context of 8,704 tokens", change: {contextTokens: 8704}}
    });
    expect(refused({contextTokens: 8704})).toBeNull();
  });

  it("llama.cpp has no FP8 and no 257th sequence", () => {
    const llama = {engine: "llama.cpp"} as const;
    expect(refused(llama)).toEqual({
      sentence: "llama.cpp has no weights in fp8 and no KV cache in fp8",
      repair: {
        label: "weights in q8_0, KV cache in q8_0",
        change: {weightDtype: "q8_0", kvDtype: "q8_0"}
      }
    });
    expect(refused({...llama, weightBytes: 5e9})?.sentence).toBe(
      "llama.cpp has no KV cache in fp8"
    );
    const ggml = {...llama, weightDtype: "q8_0", kvDtype: "q8_0"} as const;
    expect(refused({...ggml, nReaders: 512})).toBeNull();
    expect(refused({...ggml, nReaders: 513})?.sentence).toBe(
      "llama.cpp runs 256 sequences a server at most: 257 readers on one"
    );
    const labels = fixesOf({...standardPlan, ...ggml, kvDtype: "bf16"}).map(({label}) => label);
    expect(labels).toContain("KV cache in q8_0");
    expect(labels.join()).not.toContain("fp8");
  });

  it("compressed attention is FP8 in vLLM and not modelled in llama.cpp", () => {
    const flash = {model: modelById("deepseek-v4-flash"), nGpus: 8, tp: 8} as const;
    expect(refused({...flash, kvDtype: "bf16"})?.repair?.change).toEqual({kvDtype: "fp8"});
    expect(refused({...flash, engine: "llama.cpp"})?.repair?.change.engine).toBe("vllm");
    expect(refused(flash)).toBeNull();
  });

  it("repairs lead to a plan from anywhere, and no offered change is refused", () => {
    const setups = fc.record({
      model: fc.constantFrom(...models),
      gpu: fc.constantFrom(...gpus.filter(({hbmBytes}) => hbmBytes !== null)),
      engine: fc.constantFrom("vllm" as const, "sglang" as const, "llama.cpp" as const),
      nGpus: fc.integer({min: 1, max: 16}),
      tp: fc.integer({min: 1, max: 64}),
      kvDtype: fc.constantFrom(...(Object.keys(kvDtypes) as KvDtype[])),
      weightDtype: fc.constantFrom(...(Object.keys(weightDtypes) as WeightDtype[])),
      contextTokens: fc.integer({min: 2, max: 200_000}),
      promptTokens: fc.integer({min: 1, max: 100_000}),
      outputTokens: fc.integer({min: 1, max: 10_000}),
      nReaders: fc.integer({min: 1, max: 9000})
    });
    fc.assert(
      fc.property(setups, (change) => {
        let setup: PlanSetup = {...standardPlan, ...change};
        for (let step = 0; step < 8; step++) {
          const repair = refusalOf(setup)?.repair;
          if (!repair) break;
          setup = {...setup, ...repair.change};
        }
        expect(refusalOf(setup)).toBeNull();
        expect(outcomeOf(setup).plan).not.toBeNull();
        for (const {label, plan} of fixesOf(setup)) expect(plan, label).not.toBeNull();
      }),
      {seed: 11, numRuns: 150}
    );
  });
});
