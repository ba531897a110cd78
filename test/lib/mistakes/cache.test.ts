import {describe, expect, it} from "vitest";
import {cacheMistakes} from "../../../src/lib/mistakes/cache.js";
import {modelById} from "../../catalog-data.js";

function mistake(id: string, name: string, contextTokens: number) {
  const all = cacheMistakes(modelById(id), {contextTokens, tp: 16});
  return all.find((candidate) => candidate.name.startsWith(name))!;
}

describe("cacheMistakes", () => {
  it("cacheMistakes(model) repeat Gemma-3-1B's 832 MiB for 139 (mlxcel pull 172)", () => {
    const {wrong, right} = mistake("gemma-3-1b", "sliding windows", 32768);
    expect([wrong / 2 ** 20, right / 2 ** 20]).toEqual([832, 139]);
  });

  it("cacheMistakes(model) repeat DeepSeek-V3's 124,928 B a token for 70,272 (LMCache pull 694)", () => {
    const {wrong, right} = mistake("deepseek-v3", "MLA's latent counted", 1);
    expect([wrong, right]).toEqual([124928, 70272]);
  });

  it("cacheMistakes(model) repeat Qwen3-0.6B's 2.19 GiB at 40,960 for 4.38 (llama-toolchest 58)", () => {
    const {wrong, right} = mistake("qwen3-0.6b", "head width", 40960);
    expect([wrong, right].map((bytes) => (bytes / 2 ** 30).toFixed(2))).toEqual(["2.19", "4.38"]);
  });

  it("cacheMistakes(model) count 35 layers of Gemma 4 E2B for 15", () => {
    const {wrong, right} = mistake("gemma-4-e2b", "layers that share", 1);
    expect(right).toBe((12 * 256 + 3 * 512) * 2 * 2);
    expect(wrong).toBe((28 * 256 + 7 * 512) * 2 * 2);
  });

  it("cacheMistakes(model) let linear layers grow, under MLA too", () => {
    const qwen = mistake("qwen3.5-27b", "linear layers", 1e6);
    expect(qwen.wrong).toBe(64 * 4 * 256 * 2 * 2 * 1e6);
    const kimi = mistake("kimi-k3", "linear layers", 1e6);
    expect(kimi.wrong).toBe(93 * 576 * 2 * 1e6);
  });

  it("cacheMistakes(model) floor heads to none only past their number", () => {
    const few = cacheMistakes(modelById("llama3.1-8b"), {contextTokens: 1, tp: 8});
    const floored = few.find(({name}) => name.startsWith("KV heads"))!;
    expect(floored.wrong).toBe(floored.right);
    expect(mistake("llama3.1-8b", "KV heads", 1).wrong).toBe(0);
  });
});
