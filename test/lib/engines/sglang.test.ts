import {describe, expect, it} from "vitest";
import {sglangPoolBytes} from "../../../src/lib/engines/sglang.js";
import {modelById} from "../../catalog-data.js";

const GIB = 2 ** 30;

describe("sglangPoolBytes", () => {
  it("sglangPoolBytes(model, pool) gives 76.44 GiB each of keys and values (sglang#18263)", () => {
    const pool = {dtype: "bf16", nTokens: 1669816} as const;
    const {keyBytes, valueBytes} = sglangPoolBytes(modelById("qwen3-30b-a3b"), pool);
    expect((keyBytes / GIB).toFixed(2)).toBe("76.44");
    expect(valueBytes).toBe(keyBytes);
  });

  it("sglangPoolBytes(model, pool) adds one spare page", () => {
    // MiMo's windowed pool on 4 GPUs: 39 layers · 2 heads · 128 · 2 B · (300288 + 64)
    const pool = {dtype: "bf16", tp: 4, nTokens: 300288, pageTokens: 64, layers: "window"} as const;
    const {valueBytes} = sglangPoolBytes(modelById("mimo-v2-flash"), pool);
    expect(valueBytes).toBe(39 * 2 * 128 * 2 * (300288 + 64));
  });

  it("sglangPoolBytes(model, pool) keeps one latent, whatever the number of GPUs", () => {
    const pool = {dtype: "fp8", nTokens: 1023} as const;
    const alone = sglangPoolBytes(modelById("deepseek-v3"), pool);
    expect(alone).toEqual({keyBytes: 61 * 576 * 1024, valueBytes: 0});
    expect(sglangPoolBytes(modelById("deepseek-v3"), {...pool, tp: 8})).toEqual(alone);
  });

  it("sglangPoolBytes(model, pool) has nothing for layers that read another's cache", () => {
    const {keyBytes} = sglangPoolBytes(modelById("gemma-4-e2b"), {dtype: "bf16", nTokens: 0});
    expect(keyBytes).toBe(3 * 512 * 2); // three global layers of their own, one head of 512
  });
});
