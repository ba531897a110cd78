import {describe, expect, it} from "vitest";
import {kvProfile} from "../../../src/lib/kv.js";
import {parseGgufHeader, typeShares} from "../../../src/lib/gguf/header.js";
import {fromGguf} from "../../../src/lib/gguf/model.js";
import {paramCount} from "../../../src/lib/params.js";
import {modelById} from "../../catalog-data.js";
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
  ["mistral-small-24b", "llama"]
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
    const state = [...tensors, {name: "blk.0.ssm_in.weight", shape: [8, 8], type: F16}];
    expect(() => fromGguf(parseGgufHeader(ggufBytes(metadata, state))!)).toThrow(
      "layer 0 keeps a state, which is not read from GGUF files"
    );
  });
});
