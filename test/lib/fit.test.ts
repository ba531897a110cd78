import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {crossingTokens, memoryFit, type FitOptions} from "../../src/lib/fit.js";
import {weightBytesPerGpu} from "../../src/lib/weights.js";
import {modelById} from "../catalog-data.js";

const GIB = 2 ** 30;
/** 81,559 MiB, as nvidia-smi prints for an H100 of 80 GB. */
const h100 = {name: "H100", hbmBytes: 85520809984};
const llama8b = modelById("llama3.1-8b");
const bf16: FitOptions = {gpu: h100, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 131072};

describe("memoryFit", () => {
  it("memoryFit(8B, 128K on one H100) holds three readers", () => {
    const fit = memoryFit(llama8b, bf16);
    expect(fit.fits).toBe(true);
    expect(fit.maxReaders).toBe(3);
    expect(fit.weightBytesPerGpu).toBe(16060522496);
    expect(fit.kvBytesPerGpu).toBe(16 * GIB);
    expect(fit.budgetBytes).toBe(0.9 * 85520809984);
    expect(fit.freeBytes).toBe(0.9 * 85520809984 - 2 * GIB - 16060522496 - 16 * GIB);
    // (76,968,728,985.6 − 2,147,483,648 − 16,060,522,496) / 131,072
    expect(fit.maxContextTokens).toBe(448308);
  });

  it("memoryFit(llm-d-planner rows) leaves the published KV room", () => {
    // H100 79.18 GiB, utilization 0.9; weights + activation + non-torch as printed; GiB for KV
    const row = {name: "row", hbmBytes: 79.18 * GIB};
    const overheadBytes = (4.76 + 0.13 + 14.99) * GIB - 16060522496;
    const fit = memoryFit(llama8b, {...bf16, gpu: row, overheadBytes, contextTokens: 1});
    expect((fit.freeBytes + fit.kvBytesPerGpu) / GIB).toBeCloseTo(51.38, 2);
  });

  it("memoryFit(70B on one H100) says what is missing", () => {
    const fit = memoryFit(modelById("llama3.1-70b"), bf16);
    expect(fit.fits).toBe(false);
    expect(fit.freeBytes).toBe(0);
    expect(fit.shortBytes).toBeGreaterThan(60 * GIB);
    expect(fit.maxReaders).toBe(0);
    expect(fit.maxContextTokens).toBeLessThan(0);
  });

  it("memoryFit(model, {tp}) shares weights and KV", () => {
    const one = memoryFit(llama8b, bf16);
    const two = memoryFit(llama8b, {...bf16, nGpus: 2, tp: 2});
    expect(two.kvBytesPerGpu).toBe(one.kvBytesPerGpu / 2);
    expect(two.nReplicas).toBe(1);
    expect(two.maxReaders).toBeGreaterThan(2 * one.maxReaders);
  });

  it("memoryFit(model, {nGpus}) spreads readers over replicas", () => {
    const fit = memoryFit(llama8b, {...bf16, nGpus: 4, batchSize: 9});
    expect(fit.nReplicas).toBe(4);
    expect(fit.readersPerReplica).toBe(3);
    expect(fit.maxReaders).toBe(12);
  });

  it("memoryFit(MLA, {tp}) replicates the cache, memoryFit(MLA, {nGpus}) shards requests", () => {
    const v3 = modelById("deepseek-v3");
    const options = {...bf16, weightDtype: "fp8-block", nGpus: 16} as const;
    const tp16 = memoryFit(v3, {...options, tp: 16});
    expect(tp16.kvBytesPerGpu).toBe(131072 * 70272);
    const pp2 = memoryFit(v3, {...options, tp: 8, pp: 2});
    expect(pp2.kvBytesPerGpu).toBeLessThan(tp16.kvBytesPerGpu);
  });

  it("memoryFit(model, {pp}) takes the stage with the least room", () => {
    const options = {...bf16, weightDtype: "bf16", nGpus: 4, pp: 4} as const;
    const fit = memoryFit(llama8b, options);
    expect(fit.kvBytesPerGpu).toBe(4 * GIB);
    expect(fit.weightBytesPerGpu).toBe(weightBytesPerGpu(llama8b, "bf16", {pp: 4}));
    // windowed and full layers are not spread evenly: the fuller stage decides
    const hybrid = memoryFit(modelById("qwen3.5-27b"), {...options, pp: 4});
    expect(hybrid.kvBytesPerGpu).toBeGreaterThanOrEqual(2 * GIB);
  });

  it("memoryFit fits exactly the readers and the context that it names", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("llama3.1-8b", "gpt-oss-20b", "qwen3.5-27b", "gemma-3-12b"),
        fc.integer({min: 1, max: 64}),
        fc.integer({min: 1024, max: 2 ** 20}),
        (id, batchSize, contextTokens) => {
          const model = modelById(id);
          const options = {...bf16, batchSize, contextTokens};
          const {maxContextTokens, maxReaders} = memoryFit(model, options);
          const fits = (change: Partial<FitOptions>): boolean =>
            memoryFit(model, {...options, ...change}).fits;
          expect(fits({contextTokens: maxContextTokens})).toBe(maxContextTokens >= 0);
          expect(fits({contextTokens: maxContextTokens + 1})).toBe(false);
          if (maxReaders > 0) expect(fits({batchSize: maxReaders})).toBe(true);
          expect(fits({batchSize: maxReaders + 1})).toBe(false);
        }
      )
    );
  });

  it("memoryFit(more GPUs than a replica needs, none left) does not fit", () => {
    expect(memoryFit(llama8b, {...bf16, nGpus: 1, tp: 2}).fits).toBe(false);
  });

  it("memoryFit(NaN context) does not fit", () => {
    expect(memoryFit(llama8b, {...bf16, contextTokens: NaN}).fits).toBe(false);
  });

  it("memoryFit throws for a card without a published memory", () => {
    const gpu = {name: "X", hbmBytes: null};
    expect(() => memoryFit(llama8b, {...bf16, gpu})).toThrow("no published memory size: X");
  });
});

describe("crossingTokens", () => {
  it("crossingTokens(8B) is 122,532: the cache overtakes the weights before 128K", () => {
    expect(crossingTokens(llama8b, bf16)).toBe(122532);
  });

  it("crossingTokens(windows only) is endless", () => {
    expect(crossingTokens(modelById("mistral-7b-v0.1"), bf16)).toBe(Infinity);
  });
});
