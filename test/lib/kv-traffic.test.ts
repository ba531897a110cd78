import {describe, expect, it} from "vitest";
import {kvBytes, kvProfile} from "../../src/lib/kv.js";
import {kvReadBytes} from "../../src/lib/kv-traffic.js";
import type {ModelSpec} from "../../src/lib/model.js";
import {modelById} from "../catalog-data.js";

const stored = (model: ModelSpec, contextTokens: number) =>
  kvBytes(kvProfile(model, "bf16"), contextTokens);

describe("kvReadBytes(model, dtype, {contextTokens, tp})", () => {
  it("reads the whole cache of full attention", () => {
    const model = modelById("llama3.1-8b");
    expect(kvReadBytes(model, "bf16", {contextTokens: 131072})).toBe(16 * 2 ** 30);
  });
  it("reads windows, and no more than they hold", () => {
    const model = modelById("gpt-oss-20b");
    for (const contextTokens of [100, 128, 100000]) {
      expect(kvReadBytes(model, "bf16", {contextTokens})).toBe(stored(model, contextTokens));
    }
  });
  it("reads the MLA latent whole on every card of a group", () => {
    const model = modelById("deepseek-v3");
    expect(kvReadBytes(model, "bf16", {contextTokens: 1000, tp: 8})).toBe(70272 * 1000);
  });
  it("reads only the picked tokens of sparse attention, and all index keys", () => {
    const model = modelById("deepseek-v3.2"); // 61 layers, 2,048 of 576 elements, index keys of 128
    const latent = 61 * 576 * 2;
    const index = 61 * 128 * 2;
    expect(kvReadBytes(model, "bf16", {contextTokens: 100000})).toBe(
      latent * 2048 + index * 100000
    );
    expect(kvReadBytes(model, "bf16", {contextTokens: 1000})).toBe((latent + index) * 1000);
  });
  it("reads a shared cache once for every layer that uses it", () => {
    const model = modelById("gemma-4-e4b"); // some of 42 layers store nothing
    expect(kvReadBytes(model, "bf16", {contextTokens: 4096})).toBeGreaterThan(stored(model, 4096));
  });
  it("reads and writes a state", () => {
    const model = modelById("qwen3.5-27b");
    const {stateBytes} = kvProfile(model, "bf16");
    expect(kvReadBytes(model, "bf16", {contextTokens: 0})).toBe(2 * stateBytes);
  });
  it("splits heads over a group", () => {
    const model = modelById("llama3.1-70b");
    const alone = kvReadBytes(model, "bf16", {contextTokens: 1000});
    expect(kvReadBytes(model, "bf16", {contextTokens: 1000, tp: 8})).toBe(alone / 8);
    expect(kvReadBytes(model, "bf16", {contextTokens: 1000, tp: 16})).toBe(alone / 8);
  });
  it("lets NaN through", () => {
    expect(kvReadBytes(modelById("llama3.1-8b"), "bf16", {contextTokens: NaN})).toBeNaN();
  });
});
