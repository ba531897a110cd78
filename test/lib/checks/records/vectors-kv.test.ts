import {describe, expect, it} from "vitest";
import {kvVectors} from "../../../../src/lib/checks/records/vectors-kv.js";
import {lab} from "./fixture.js";

const vector = (id: string, inputs: Record<string, unknown>) => ({
  id,
  inputs,
  expect: 0,
  unit: "",
  source: ""
});

describe("kvVectors", () => {
  it("kv-per-token uses the catalog's model where there is one, the vector's shape where not", () => {
    const shape = {layers: 92, kv_heads: 8, head_dim: 128, bytes: 2};
    const glm = kvVectors["kv-per-token"]!(vector("kv-per-token/glm-4.7", shape), lab);
    expect(glm.ours).toBe(376832);
    const wrongShape = {...shape, layers: 1};
    const llama = kvVectors["kv-per-token"]!(vector("kv-per-token/llama3.1-8b", wrongShape), lab);
    expect(llama.ours).toBe(131072);
  });

  it("vllm gives blocks, blocks a request, tokens and concurrency at once", () => {
    const inputs = {kv_gib: 64.68, max_len: 262144, mnbt: 8192};
    const {ours} = kvVectors.vllm!(vector("vllm/gemma-4-31b groups", inputs), lab);
    expect(ours).toMatchObject({num_blocks: 26492, blocks_per_request: 11077, tokens: 626949});
  });

  it("swa keeps the bare window in MLX and window and batch in ollama", () => {
    const mlx = kvVectors.swa!(vector("swa/gemma-3-1b", {ctx: 32768}), lab);
    expect(mlx.ours).toBe(139);
    const inputs = {ctx: 8192, sliding: {window: 1024, ubatch: 512}};
    const ollama = kvVectors.swa!(vector("swa/gemma-4-26b-a4b 8192", inputs), lab);
    expect(ollama.ours).toBeCloseTo(0.48234, 5);
  });
});
