import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {llamaCacheBytes, paddedCells, windowCells} from "../../../src/lib/engines/llamacpp.js";
import {kvProfile} from "../../../src/lib/kv.js";
import {modelById} from "../../catalog-data.js";

describe("paddedCells", () => {
  it("paddedCells(tokens) rounds up to 256: 65535 becomes 65536", () => {
    expect([0, 1, 256, 257, 65535].map((n) => paddedCells(n))).toEqual([0, 256, 256, 512, 65536]);
  });

  it("paddedCells(tokens) adds less than a step", () => {
    fc.assert(
      fc.property(fc.nat(1e7), (n) => {
        expect(paddedCells(n)).toBeGreaterThanOrEqual(n);
        expect(paddedCells(n) - n).toBeLessThan(256);
      })
    );
  });
});

describe("windowCells", () => {
  const gptOss = {windowTokens: 128, nUbatch: 512, contextCells: 65536};

  it("windowCells(options) holds window and batch, not the bare window", () => {
    expect(windowCells(gptOss)).toBe(768);
    expect(windowCells({...gptOss, nSequences: 4})).toBe(1024); // pad(128 · 4 + 512)
  });

  it("windowCells(options) gives each sequence its own when not unified", () => {
    // unsloth's Gemma 3 270M: 24 + slots · 15 MiB, 15 MiB being 1,024 cells
    const gemma = {windowTokens: 512, nUbatch: 512, contextCells: 8192, unified: false};
    expect(windowCells({...gemma, nSequences: 4})).toBe(4096);
  });

  it("windowCells(options) never takes more than the context", () => {
    expect(windowCells({...gptOss, contextCells: 512})).toBe(512);
  });
});

describe("llamaCacheBytes", () => {
  it("llamaCacheBytes(profile, cells) gives Gemma-3-12B at 8,192 its 992 MiB (ollama log)", () => {
    const profile = kvProfile(modelById("gemma-3-12b"), "bf16");
    expect(llamaCacheBytes(profile, {full: 8192, window: 1536}) / 2 ** 20).toBe(992);
  });

  it("llamaCacheBytes(profile, cells) takes keys and values in different formats", () => {
    // ik_llama.cpp issue 92: K q5_1 48 MiB, V q5_0 44 MiB at 2,048 cells
    const profile = kvProfile(modelById("llama3.1-8b"), "q5_1", {vDtype: "q5_0"});
    expect(llamaCacheBytes(profile, {full: 2048, window: 0}) / 2 ** 20).toBe(92);
  });
});
