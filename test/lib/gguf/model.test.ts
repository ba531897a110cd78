import {describe, expect, it} from "vitest";
import {llamaCppPlan} from "../../../src/lib/engines/llamacpp-plan.js";
import {statePartBytes} from "../../../src/lib/engines/states.js";
import {kvProfile} from "../../../src/lib/kv.js";
import {parseGgufHeader, typeShares} from "../../../src/lib/gguf/header.js";
import {fromGguf} from "../../../src/lib/gguf/model.js";
import {paramCount} from "../../../src/lib/params.js";
import {modelById} from "../../catalog-data.js";
import {bareModel, deepSeekMla} from "../bare-model.js";
import {ggufBytes, modelFile} from "./gguf-file.js";

const F16 = 1;
const cases = [
  ["llama3.1-8b", "llama"],
  ["llama3.2-1b", "llama"],
  ["qwen2.5-7b", "qwen2"],
  ["qwen3-0.6b", "qwen3"],
  ["qwen3-30b-a3b", "qwen3moe"],
  ["gpt-oss-20b", "gpt-oss"],
  ["gemma-3-1b", "gemma3"],
  ["deepseek-v2-lite", "deepseek2"],
  ["mistral-small-24b", "llama"],
  ["qwen3-next-80b-a3b", "qwen3next"],
  ["qwen3.5-35b-a3b", "qwen35moe"],
  ["jamba-v0.1", "jamba"],
  ["nemotron-h-56b", "nemotron_h"],
  ["nemotron-3-nano-30b-a3b", "nemotron_h_moe"]
] as const;

const read = (id: string, architecture: string) => {
  const {metadata, tensors} = modelFile(modelById(id), architecture, F16);
  return parseGgufHeader(ggufBytes(metadata, tensors))!;
};

describe("fromGguf", () => {
  it.each(cases)("%s as a file has the catalog's cache and shape", (id, architecture) => {
    const model = modelById(id);
    const ours = fromGguf(read(id, architecture));
    expect(kvProfile(ours, "bf16")).toEqual(kvProfile(model, "bf16"));
    expect(ours.layout.length).toBe(model.layout.length);
    expect([ours.hiddenSize, ours.vocabSize, ours.tiedEmbeddings]).toEqual([
      model.hiddenSize,
      model.vocabSize,
      model.tiedEmbeddings
    ]);
  });

  it.each(cases)("%s: parameters counted by formula are the file's own elements", (id, arch) => {
    const header = read(id, arch);
    const ours = fromGguf(header);
    const elements = header.tensors.reduce((sum, {nElements}) => sum + nElements, 0);
    expect(ours.published?.totalParams).toBe(elements);
    expect(paramCount(ours).total).toBe(elements);
  });

  it("LLaMA-3.1-8B in F16 takes the bytes that its parameters say", () => {
    const {tensors} = read("llama3.1-8b", "llama");
    const bytes = typeShares(tensors).reduce((sum, share) => sum + share.bytes, 0);
    // 8,030,261,248 parameters, of which 65 norms of 4,096 in four bytes
    expect(bytes).toBe(2 * 8_030_261_248 + 2 * 65 * 4096);
  });

  it("windows follow from the architecture where the file has no pattern", () => {
    const {metadata, tensors} = modelFile(modelById("gemma-3-1b"), "gemma3", F16);
    const pattern = "gemma3.attention.sliding_window_pattern";
    const rest = Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== pattern));
    const ours = fromGguf(parseGgufHeader(ggufBytes(rest, tensors))!);
    expect(kvProfile(ours, "bf16")).toEqual(kvProfile(modelById("gemma-3-1b"), "bf16"));
  });

  it("what is missing is named", () => {
    const {metadata, tensors} = modelFile(modelById("llama3.2-1b"), "llama", F16);
    const without = (key: string) => {
      const rest = Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== key));
      return () => fromGguf(parseGgufHeader(ggufBytes(rest, tensors))!);
    };
    expect(without("general.architecture")).toThrow(
      "missing key in GGUF file: general.architecture"
    );
    expect(without("llama.block_count")).toThrow("missing key in GGUF file: llama.block_count");
    expect(without("llama.attention.head_count")).toThrow("attention.head_count of layer 0");
    const text = {...metadata, "llama.embedding_length": "wide"};
    expect(() => fromGguf(parseGgufHeader(ggufBytes(text, tensors))!)).toThrow(
      "not a number in GGUF file: llama.embedding_length, wide"
    );
    const bare = ggufBytes(metadata, tensors.slice(1));
    expect(() => fromGguf(parseGgufHeader(bare)!)).toThrow(
      "missing tensor in GGUF file: token_embd.weight"
    );
    const state = [...tensors, {name: "blk.0.ssm_conv1d.weight", shape: [4, 8], type: F16}];
    expect(() => fromGguf(parseGgufHeader(ggufBytes(metadata, state))!)).toThrow(
      "missing key in GGUF file: llama.ssm.time_step_rank"
    );
  });

  it("a part of a split file is refused, since it lacks the tensors of other layers", () => {
    const {metadata, tensors} = modelFile(modelById("llama3.2-1b"), "llama", F16);
    const part = (count: number) =>
      fromGguf(parseGgufHeader(ggufBytes({...metadata, "split.count": count}, tensors))!);
    expect(() => part(3)).toThrow("file is one part of 3: join them");
    expect(part(1).layout.length).toBe(16);
  });

  it("R15: Qwen3.6-27B as a file: KV 16,384.00 and recurrent 598.50 MiB (lmstudio#1862)", () => {
    const model = fromGguf(read("qwen3.5-27b", "qwen35"));
    const plan = llamaCppPlan(model, {
      contextTokens: 262_144,
      nSequences: 4,
      typeK: "bf16",
      typeV: "bf16"
    });
    expect(plan.fullBytes).toBe(16_384 * 2 ** 20);
    expect(plan.stateBytes).toBe(598.5 * 2 ** 20);
    // llama.cpp pull 23792: the convolution's part of three sequences is 16.88 MiB
    expect((3 * statePartBytes(model).convolutionBytes) / 2 ** 20).toBe(16.875);
  });

  it("Kimi-Linear-48B-A3B as a file: three layers of KDA to one of MLA", () => {
    // 27 layers, 32 heads of 128, conv 4; MLA latent 512 and 64
    const kda = {kind: "kimi-delta", nHeads: 32, headDim: 128, convKernel: 4} as const;
    const mla = {...deepSeekMla(), nHeads: 32, qLoraRank: null};
    const spec = bareModel([
      [20, {...kda, fullRankGate: false}],
      [7, mla]
    ]);
    const {metadata, tensors} = modelFile(spec, "kimi-linear", F16);
    const ours = fromGguf(parseGgufHeader(ggufBytes(metadata, tensors))!);
    expect(kvProfile(ours, "bf16")).toEqual(kvProfile(spec, "bf16"));
    // 20 · (32 · 128² + 3 · 3 · 4,096) elements of 4 B, and 7 · 576 · 2 B a token
    expect(kvProfile(ours, "bf16")).toMatchObject({
      growingBytesPerToken: 8064,
      stateBytes: 20 * (524_288 + 36_864) * 4
    });
  });
});
