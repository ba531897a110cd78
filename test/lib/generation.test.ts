import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {cappedPairs, chunkedPairs} from "../../src/lib/attention-flops.js";
import {
  generationFlops,
  generationStep,
  repeatedChunkedPairs,
  repeatedPairs
} from "../../src/lib/generation.js";
import {modelById} from "../catalog-data.js";
import {expectWithin} from "./expect-within.js";

const llama8b = modelById("llama3.1-8b");

function summed(n: number, of: (t: number) => number): number {
  let sum = 0;
  for (let t = 1; t <= n; t++) sum += of(t);
  return sum;
}

describe("repeatedPairs", () => {
  it("repeatedPairs(n, cap) is the sum of cappedPairs", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({min: 1, max: 80}), (n, cap) => {
        expect(repeatedPairs(n, cap)).toBe(summed(n, (t) => cappedPairs(t, cap)));
      })
    );
  });

  it("repeatedPairs(n, Infinity) grows with the cube", () => {
    // 1 + 3 + 6 = 10
    expect(repeatedPairs(3, Infinity)).toBe(10);
    expectWithin(repeatedPairs(2e6, Infinity) / repeatedPairs(1e6, Infinity), 8, 1e-5);
    expect(repeatedPairs(NaN, Infinity)).toBeNaN();
  });
});

describe("repeatedChunkedPairs", () => {
  it("repeatedChunkedPairs(n, chunk) is the sum of chunkedPairs", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({min: 1, max: 20}), (n, chunk) => {
        expect(repeatedChunkedPairs(n, chunk)).toBe(summed(n, (t) => chunkedPairs(t, chunk)));
      })
    );
  });
});

describe("generationStep", () => {
  it("generationStep(model, S) runs S tokens without a cache and one with it", () => {
    const {naive, cached} = generationStep(llama8b, 4096);
    // 2 · 7,504,924,672 · 4,096 less the output head of 4,095 tokens
    expect(cached.weightFlops).toBe(2 * 7504924672);
    expect(naive.weightFlops).toBe(2 * (7504924672 - 525336576) * 4096 + 2 * 525336576);
    // attention: 4 · 32 · 32 · 128 a pair; 4,096 pairs against 4,096 · 4,097 / 2
    expect(cached.attentionFlops).toBe(524288 * 4096);
    expect(naive.attentionFlops).toBe((524288 * 4096 * 4097) / 2);
  });

  it("generationStep(model, S): attention without a cache is quadratic in S, with one linear", () => {
    const at = (tokens: number) => generationStep(llama8b, tokens);
    expectWithin(at(2e5).naive.attentionFlops / at(1e5).naive.attentionFlops, 4, 1e-4);
    expect(at(2e5).cached.attentionFlops / at(1e5).cached.attentionFlops).toBe(2);
  });
});

describe("generationFlops", () => {
  it("generationFlops(model, n) is the sum of its steps", () => {
    const models = ["llama3.1-8b", "gpt-oss-20b", "llama4-scout", "deepseek-v3", "deepseek-v3.2"];
    for (const id of [...models, "deepseek-v4-flash", "qwen3.5-27b", "mistral-7b-v0.1"]) {
      const model = modelById(id);
      const n = 300;
      const total = generationFlops(model, n);
      for (const way of ["naive", "cached"] as const) {
        for (const part of ["weightFlops", "attentionFlops"] as const) {
          expectWithin(
            total[way][part],
            summed(n, (t) => generationStep(model, t)[way][part]),
            1e-9
          );
        }
      }
    }
  });

  it("generationFlops(model, n): attention without a cache is cubic in n, with one quadratic", () => {
    const at = (tokens: number) => generationFlops(llama8b, tokens);
    expectWithin(at(2e5).naive.attentionFlops / at(1e5).naive.attentionFlops, 8, 1e-4);
    expectWithin(at(2e5).cached.attentionFlops / at(1e5).cached.attentionFlops, 4, 1e-4);
  });

  it("generationFlops(NaN) is NaN", () => {
    expect(generationFlops(llama8b, NaN).naive.total).toBeNaN();
  });
});
