import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {customGpu, type GpuSpec} from "../../src/lib/gpu.js";
import {
  criticalBatchSize,
  decodeCeiling,
  decodeStep,
  flopsPerToken,
  prefillFlops,
  prefillPass,
  prefillSeconds,
  requestSeconds,
  type DecodeOptions
} from "../../src/lib/roofline.js";
import {passTime} from "../../src/lib/pass-time.js";
import {decodeWeightBytes, weightBytes} from "../../src/lib/weights.js";
import {gpuById, gpus, modelById, models} from "../catalog-data.js";

const h100 = gpuById("h100-sxm");
const llama70b = modelById("llama3.1-70b");
const llama8b = modelById("llama3.1-8b");
const bf16 = {weightDtype: "bf16", kvDtype: "bf16"} as const;
const ideal = {mfu: 1, mbu: 1};

function expectWithin(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual / expected - 1), `${actual} against ${expected}`).toBeLessThanOrEqual(
    relative
  );
}

describe("decodeCeiling({hbmBytesPerSecond, bytes})", () => {
  it("is the chapter's 23.9 at 140 GB on an H100", () => {
    expect(decodeCeiling({hbmBytesPerSecond: 3.35e12, bytes: 140e9})).toBeCloseTo(23.93, 2);
  });
  it("is 23.7 with the exact count of Llama 3.1 70B, 24.1 without its input embedding", () => {
    const {hbmBytesPerSecond} = h100;
    // 3.35e12 / (2 · 70,553,706,496) and / (2 · 69,503,033,344)
    expect(decodeCeiling({hbmBytesPerSecond, bytes: weightBytes(llama70b, "bf16")})).toBeCloseTo(
      23.74,
      2
    );
    expect(
      decodeCeiling({hbmBytesPerSecond, bytes: decodeWeightBytes(llama70b, "bf16")})
    ).toBeCloseTo(24.1, 2);
  });
});

describe("criticalBatchSize({flopsPerSecond, hbmBytesPerSecond, bytesPerParam})", () => {
  const critical = (flopsPerSecond: number, hbmBytesPerSecond: number, bytesPerParam = 2) =>
    Math.round(criticalBatchSize({flopsPerSecond, hbmBytesPerSecond, bytesPerParam}));
  it("is 295 on an H100", () => {
    expect(critical(989e12, 3.35e12)).toBe(295);
    expect(critical(h100.flopsPerSecond.bf16 ?? NaN, h100.hbmBytesPerSecond)).toBe(295);
  });
  it("is as computed from the stas00 peaks (formulas of the scaling book)", () => {
    expect(critical(989e12, 4.8e12)).toBe(206); // H200
    expect(critical(312e12, 2.0e12)).toBe(156); // A100
    expect(critical(2250e12, 8e12)).toBe(281); // B200
    expect(critical(1300e12, 5.3e12)).toBe(245); // MI300X
  });
  it("is 240 on a TPU v5e, half of it with int8 weights on bf16 math (scaling book)", () => {
    expect(critical(197e12, 820e9)).toBe(240);
    expect(critical(197e12, 820e9, 1)).toBe(120);
  });
});

describe("the scaling book's own step times (jax-ml/scaling-book@0819a7d8)", () => {
  // efficiencies 1, no all-reduce, parameter counts rounded as the book rounds them
  const step = (
    o: {kvBytes: number; weightBytes: number; flops?: number; group: number},
    gpu = v5e
  ) =>
    passTime({
      kvSeconds: o.kvBytes / (o.group * gpu.hbmBytesPerSecond),
      weightSeconds: o.weightBytes / (o.group * gpu.hbmBytesPerSecond),
      computeSeconds: (o.flops ?? 0) / (o.group * (gpu.flopsPerSecond.bf16 ?? NaN)),
      interconnectSeconds: 0,
      overheadSeconds: 0,
      flops: o.flops ?? 0,
      attentionFlops: 0,
      bytes: o.kvBytes + o.weightBytes,
      kvBytes: o.kvBytes
    }).seconds;
  const v5e = gpuById("tpu-v5e");
  /** inference.md computes with 820 GB/s; its per-chip table, our row, has 810. */
  const v5e820: GpuSpec = {...v5e, hbmBytesPerSecond: 820e9};

  it("D8: 30B int8 on 16 v5e, 100 kB a token, 8,192 tokens: 2.5 ms at batch 4, 21 ms at 256", () => {
    const at = (batch: number) =>
      step({
        kvBytes: batch * 8192 * 100e3,
        weightBytes: 30e9,
        flops: 2 * batch * 30e9,
        group: 16
      });
    expectWithin(at(4), 2.5e-3, 0.03); // 2.57 with 810 GB/s, printed to two digits
    expectWithin(at(256), 21e-3, 0.01);
  });
  it("D9: Llama-2-13B on 8 v5e, step times and tokens/s by batch", () => {
    const rows = [
      [1, 4.98, 200.61],
      [8, 12.13, 659.3],
      [16, 20.3, 787.99],
      [32, 36.65, 873.21],
      [64, 69.33, 923.13],
      [240, 249.09, 963.53]
    ] as const;
    for (const [batch, milliseconds, tokensPerSecond] of rows) {
      const seconds = step(
        {kvBytes: batch * 6.7e9, weightBytes: 26e9, flops: 2 * batch * 13e9, group: 8},
        v5e820
      );
      expectWithin(seconds, milliseconds / 1e3, 0.001);
      expectWithin(batch / seconds, tokensPerSecond, 0.001);
    }
  });
  it("D9: with a cache five times smaller", () => {
    const rows = [
      [1, 4.17],
      [8, 5.6],
      [16, 7.23],
      [32, 10.5],
      [64, 17.04],
      [240, 52.99]
    ] as const;
    for (const [batch, milliseconds] of rows) {
      const seconds = step(
        {kvBytes: (batch * 6.7e9) / 5, weightBytes: 26e9, flops: 2 * batch * 13e9, group: 8},
        v5e820
      );
      expectWithin(seconds, milliseconds / 1e3, 0.001);
    }
  });
  it("D9: our Llama-2-13B row gives the same within 1.5 %, the bandwidths' difference", () => {
    const model = modelById("llama2-13b");
    const at = (batchSize: number) => {
      const {kvSeconds, weightSeconds} = decodeStep(model, {
        gpu: v5e,
        nGpus: 8,
        ...bf16,
        ...ideal,
        batchSize,
        contextTokens: 8192
      });
      return kvSeconds + weightSeconds;
    };
    expectWithin(at(1), 4.98e-3, 0.015);
    expectWithin(at(240), 249.09e-3, 0.015);
  });
  it("D10: Llama-3-70B int8 on 8 v5e, batch 32, 8k: 112 GB, 17 ms, 235 tokens/s a chip", () => {
    const kvBytes = 32 * 8192 * 160e3; // int8 cache: 160 kB a token
    const seconds = step({kvBytes, weightBytes: 70e9, flops: 2 * 32 * 70e9, group: 8});
    expectWithin(kvBytes + 70e9, 112e9, 0.005);
    expectWithin(seconds, 17e-3, 0.02);
    expectWithin(32 / seconds / 8, 235, 0.02);
  });
});

describe("decodeStep(model, options)", () => {
  it("reads weights and cache one after the other", () => {
    const {weightSeconds, kvSeconds, seconds, bytes} = decodeStep(llama8b, {
      gpu: h100,
      ...bf16,
      ...ideal,
      contextTokens: 131072
    });
    const weights = 2 * (8030261248 - 128256 * 4096);
    expect(bytes).toBe(weights + 16 * 2 ** 30);
    expect(weightSeconds).toBeCloseTo(weights / 3.35e12, 12);
    expect(kvSeconds).toBeCloseTo((16 * 2 ** 30) / 3.35e12, 12);
    expect(seconds).toBeCloseTo(weightSeconds + kvSeconds, 12);
  });
  it("has an intensity of about 1 for one reader in bf16", () => {
    const {intensity} = decodeStep(llama70b, {gpu: h100, ...bf16, contextTokens: 1});
    expect(intensity).toBeCloseTo(1, 3);
  });
  it("becomes compute-bound at the critical batch when the context is short", () => {
    const bound = (batchSize: number) => {
      const step = decodeStep(llama70b, {
        gpu: h100,
        ...bf16,
        ...ideal,
        batchSize,
        contextTokens: 1
      });
      return step.computeSeconds > step.weightSeconds;
    };
    expect([bound(295), bound(296)]).toEqual([false, true]);
  });
  it("verifies drafted tokens on the same weights and cache", () => {
    const options = {gpu: h100, ...bf16, contextTokens: 4096};
    const one = decodeStep(llama70b, options);
    const five = decodeStep(llama70b, {...options, tokensPerSequence: 5});
    expect(five.seconds).toBe(one.seconds);
    expect(five.flops).toBe(5 * one.flops);
  });
  it("touches more experts of a mixture with a larger batch", () => {
    const mixtral = modelById("mixtral-8x7b");
    const at = (batchSize: number) =>
      decodeStep(mixtral, {gpu: h100, ...bf16, batchSize, contextTokens: 1}).bytes;
    expect(at(2) / at(1)).toBeGreaterThan(1.5);
    expectWithin(at(512), 2 * 46.7e9, 0.01);
  });
  it("meets measured bf16 decode within the measured MBU range, at batch 1 and short context", () => {
    // gpt-fast README: Llama-2-7B on A100 80GB 104.9 tokens/s, Llama-3.1-8B 93.89
    const a100 = gpuById("a100-sxm-80");
    const speed = (id: string, mbu: number) =>
      1 / decodeStep(modelById(id), {gpu: a100, ...bf16, contextTokens: 100, mbu}).seconds;
    for (const [id, measured] of [
      ["llama2-7b", 104.9],
      ["llama3.1-8b", 93.89]
    ] as const) {
      expect(speed(id, 0.64)).toBeLessThan(measured);
      expect(speed(id, 0.71)).toBeGreaterThan(measured);
    }
  });
  it("scales over cards as gpt-fast measured, within 0.03 of its efficiencies", () => {
    // Llama-2-7B bf16, A100: 104.9 / 168.84 / 254.02 / 328.43 tokens/s on 1 / 2 / 4 / 8 cards
    const measured = {1: 104.9, 2: 168.84, 4: 254.02, 8: 328.43};
    const seconds = (nGpus: number) =>
      decodeStep(modelById("llama2-7b"), {
        gpu: gpuById("a100-sxm-80"),
        nGpus,
        ...bf16,
        contextTokens: 100,
        mbu: 0.685
      }).seconds;
    for (const [cards, speed] of Object.entries(measured)) {
      const n = Number(cards);
      const ours = seconds(1) / seconds(n) / n;
      expect(Math.abs(ours - speed / 104.9 / n), cards).toBeLessThan(0.03);
    }
  });
  it("is NaN for a NaN context, and for a group on a card without a link figure", () => {
    expect(decodeStep(llama8b, {gpu: h100, ...bf16, contextTokens: NaN}).seconds).toBeNaN();
    const linkless = customGpu({hbmBytes: 8e10, hbmBytesPerSecond: 2e12, flopsPerSecond: 3e14});
    const step = decodeStep(llama8b, {gpu: linkless, nGpus: 2, ...bf16, contextTokens: 1});
    expect(step.seconds).toBeNaN();
  });
  it("leaves compute out where no peak is published", () => {
    const step = decodeStep(llama8b, {gpu: gpuById("m4-max"), ...bf16, contextTokens: 1000});
    expect(step.computeSeconds).toBe(0);
    expect(step.seconds).toBeGreaterThan(0);
  });
});

describe("prefillPass(model, options)", () => {
  it("is compute-bound for a long prompt: FLOPs over peak times MFU", () => {
    const options = {gpu: h100, ...bf16, promptTokens: 8192};
    const pass = prefillPass(llama70b, options);
    expect(pass.bound).toBe("compute");
    expect(pass.seconds).toBeCloseTo(
      prefillFlops(llama70b, {promptTokens: 8192}) / (989e12 / 2),
      9
    );
    expect(prefillSeconds(llama70b, options)).toBe(pass.seconds);
  });
  it("is bound by weights for a short one", () => {
    expect(prefillPass(llama70b, {gpu: h100, ...bf16, promptTokens: 16}).bound).toBe("weights");
  });
  it("is not known where no peak is published", () => {
    expect(prefillSeconds(llama8b, {gpu: gpuById("m4-max"), ...bf16, promptTokens: 100})).toBeNaN();
  });
  it("a prompt of one token takes what a decode step takes", () => {
    const prefill = prefillPass(llama8b, {gpu: h100, ...bf16, promptTokens: 1});
    const decode = decodeStep(llama8b, {gpu: h100, ...bf16, contextTokens: 1});
    expectWithin(prefill.seconds, decode.seconds, 1e-9);
    expect(prefill.flops).toBe(decode.flops);
  });
});

it("requestSeconds({ttftSeconds, tpotSeconds, outputTokens}) counts gaps, one fewer than tokens", () => {
  expect(requestSeconds({ttftSeconds: 2, tpotSeconds: 0.5, outputTokens: 1})).toBe(2);
  expect(requestSeconds({ttftSeconds: 2, tpotSeconds: 0.5, outputTokens: 3})).toBe(3);
  expect(requestSeconds({ttftSeconds: 2, tpotSeconds: NaN, outputTokens: 3})).toBeNaN();
});

describe("laws of the roofline", () => {
  const setups = fc.record({
    model: fc.constantFrom(...models),
    gpu: fc.constantFrom(...gpus.filter((gpu) => gpu.interconnectBytesPerSecond !== null)),
    nGpus: fc.constantFrom(1, 2, 4, 8),
    weightDtype: fc.constantFrom("bf16", "fp8", "int8", "int4-g128", "nvfp4" as const),
    kvDtype: fc.constantFrom("bf16", "fp8"),
    batchSize: fc.integer({min: 1, max: 1024}),
    contextTokens: fc.integer({min: 1, max: 1 << 20}),
    mfu: fc.double({min: 0.05, max: 1, noNaN: true}),
    mbu: fc.double({min: 0.05, max: 1, noNaN: true})
  }) as fc.Arbitrary<DecodeOptions & {model: (typeof models)[number]; batchSize: number}>;

  /** The card's fastest peak: attention and weights may run in different formats. */
  function roof({flopsPerSecond}: GpuSpec): number {
    return Math.max(...Object.values(flopsPerSecond).map((peak) => peak ?? 0)) || Infinity;
  }
  const close = 1 + 1e-9;

  it("neither phase is above either roof, in FLOP/s or in bytes/s", () => {
    fc.assert(
      fc.property(setups, ({model, ...o}) => {
        for (const pass of [
          decodeStep(model, o),
          prefillPass(model, {...o, promptTokens: o.contextTokens})
        ]) {
          const n = o.nGpus ?? 1;
          expect(pass.flops / pass.seconds).toBeLessThanOrEqual(n * roof(o.gpu) * close);
          expect(pass.bytes / pass.seconds).toBeLessThanOrEqual(
            n * o.gpu.hbmBytesPerSecond * close
          );
        }
      })
    );
  });
  it("a decode step never gets shorter with a larger batch or a longer context", () => {
    fc.assert(
      fc.property(setups, ({model, ...o}) => {
        const {seconds} = decodeStep(model, o);
        const more = decodeStep(model, {...o, batchSize: o.batchSize + 1});
        const longer = decodeStep(model, {...o, contextTokens: o.contextTokens + 1000});
        expect(more.seconds * close).toBeGreaterThanOrEqual(seconds);
        expect(longer.seconds * close).toBeGreaterThanOrEqual(seconds);
      })
    );
  });
  it("one reader never gets more tokens a second than the bandwidth bound", () => {
    fc.assert(
      fc.property(setups, ({model, ...o}) => {
        const {seconds} = decodeStep(model, {...o, batchSize: 1, nGpus: 1});
        const bytes = decodeWeightBytes(model, o.weightDtype);
        const ceiling = decodeCeiling({hbmBytesPerSecond: o.gpu.hbmBytesPerSecond, bytes});
        expect(1 / seconds).toBeLessThanOrEqual(ceiling * close);
      })
    );
  });
  it("a step gets no longer with better efficiency", () => {
    fc.assert(
      fc.property(setups, ({model, ...o}) => {
        const better = decodeStep(model, {...o, mfu: 1, mbu: 1}).seconds;
        expect(better).toBeLessThanOrEqual(decodeStep(model, o).seconds * close);
      })
    );
  });
  it("prefill FLOPs are at least those of its tokens without attention, for every model", () => {
    for (const model of models) {
      const perToken = flopsPerToken(model, {contextTokens: 0});
      expect(prefillFlops(model, {promptTokens: 4096})).toBeGreaterThan(0.5 * 4096 * perToken);
    }
  });
});
