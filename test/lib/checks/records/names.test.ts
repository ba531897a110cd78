import {describe, expect, it} from "vitest";
import {catalogId, engineOf} from "../../../../src/lib/checks/records/names.js";
import {models} from "../../../catalog-data.js";

const ids = models.map(({id}) => id);

describe("catalogId", () => {
  it.each([
    ["llama3.1-8b", "llama3.1-8b"],
    ["qwen3-235b-a22b (FP8 weights, TP4)", "qwen3-235b-a22b"],
    ["Qwen3 235B A22B", "qwen3-235b-a22b"],
    ["Qwen3-32B", "qwen3-32b"],
    ["DeepSeek R1 0528 B", "deepseek-v3"],
    ["unsloth_DeepSeek R1 BF16", "deepseek-v3"],
    ["Deepseek-V3-0324", "deepseek-v3"],
    ["LLaMA v2", "llama2-13b"],
    ["llama3.1-405b vs deepseek-v3", "llama3.1-405b"],
    ["GLM Z1 32B 0414", null],
    ["bge-small-en", null]
  ])("catalogId(%s) is %s", (name, id) => {
    expect(catalogId(name, ids)).toBe(id);
  });
});

describe("engineOf", () => {
  it.each([
    ["llamacpp-ik-92-q51q50", "ik_llama.cpp"],
    ["llamacpp-gptoss20-full", "llama.cpp"],
    ["gguf-dsr1-f16", "llama.cpp"],
    ["ollama-dsr1-2048", "ollama"],
    ["llmd-budget-qwen3-0-6b", "vLLM"],
    ["sglang-mimo-v", "SGLang"],
    ["params-gptj", "none"]
  ])("engineOf(%s) is %s", (id, engine) => {
    expect(engineOf(id)).toBe(engine);
  });
});
