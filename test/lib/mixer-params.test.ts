import {describe, expect, it} from "vitest";
import {mixerParams} from "../../src/lib/mixer-params.js";
import type {MlaMixer} from "../../src/lib/model.js";
import {attention as attentionOf} from "./bare-model.js";

const attention = attentionOf(2, 8, {nHeads: 4});
const mla: MlaMixer = {
  kind: "mla",
  nHeads: 2,
  kvLoraRank: 8,
  qLoraRank: null,
  qkNopeHeadDim: 4,
  qkRopeHeadDim: 2,
  vHeadDim: 4,
  indexer: null
};
const zero = {matrices: 0, convolutions: 0, norms: 0, vectors: 0};

describe("mixerParams", () => {
  it("mixerParams(attention, D) is D·(2N + 2K)·H for equal head widths", () => {
    expect(mixerParams(attention, 10)).toEqual({...zero, matrices: 10 * (2 * 32 + 2 * 16)});
  });

  it("mixerParams(attention, D) takes heads from headDim, not from D/N", () => {
    // Qwen3-0.6B: hidden 1024, 16 heads of 128 make queries of 2048
    const qwen = {...attention, nHeads: 16, nKvHeads: 8, headDim: 128, vHeadDim: 128};
    expect(mixerParams(qwen, 1024).matrices).toBe(1024 * (2 * 2048 + 2 * 1024));
  });

  it("mixerParams(attention, D) lets values be narrower than keys", () => {
    // MiMo: keys of 192, values of 128
    const mimo = {...attention, headDim: 192, vHeadDim: 128};
    expect(mixerParams(mimo, 1).matrices).toBe(4 * 192 + 2 * 192 + 2 * 128 + 4 * 128);
  });

  it("mixerParams(attention, D) adds biases, sinks and norms as vectors", () => {
    const full = {...attention, qkvBias: true, outputBias: true, sinks: true};
    expect(mixerParams({...full, qkNorm: "head"}, 10)).toMatchObject({
      vectors: 32 + 16 + 16 + 10 + 4,
      norms: 16
    });
    expect(mixerParams({...attention, qkNorm: "width"}, 10).norms).toBe(32 + 16);
    expect(mixerParams({...attention, qkNorm: "per-head"}, 10).norms).toBe(32 + 16);
  });

  it("mixerParams(attention, D) has no keys of its own when it reads an earlier cache", () => {
    const shared = {...attention, ownsKv: false, qkNorm: "head" as const};
    expect(mixerParams(shared, 10)).toEqual({...zero, matrices: 10 * 64, norms: 8});
  });

  it("mixerParams(attention, D) counts a shared projection once and a gate as queries again", () => {
    const plain = mixerParams(attention, 10).matrices;
    expect(mixerParams({...attention, sharedKvProjection: true}, 10).matrices).toBe(plain - 160);
    expect(mixerParams({...attention, outputGate: true}, 10).matrices).toBe(plain + 320);
  });

  it("mixerParams(mla, D) projects to the latent and expands it per head", () => {
    // queries 10·12, latent 10·(8 + 2), expansion 8·2·(4 + 4), output 8·10
    expect(mixerParams(mla, 10)).toEqual({...zero, matrices: 120 + 100 + 128 + 80, norms: 8});
    const low = mixerParams({...mla, qLoraRank: 3}, 10);
    expect(low.matrices).toBe(3 * (10 + 12) + 100 + 128 + 80);
    expect(low.norms).toBe(3 + 8);
    expect(mixerParams({...mla, outputGate: true}, 10).matrices).toBe(120 + 100 + 128 + 160);
  });

  it("mixerParams(gated-delta, D) follows Qwen3-Next's projections", () => {
    const mixer = {
      kind: "gated-delta" as const,
      nKeyHeads: 2,
      nValueHeads: 4,
      keyHeadDim: 3,
      valueHeadDim: 5,
      convKernel: 4
    };
    // q, k 6 each, v, z and output 20 each, b and a 4 each
    expect(mixerParams(mixer, 10)).toEqual({
      matrices: 10 * (12 + 60 + 8),
      convolutions: 32 * 4,
      norms: 5,
      vectors: 8
    });
  });

  it("mixerParams(kimi-delta, D) has a bottleneck for decay, and for the gate unless full rank", () => {
    const mixer = {kind: "kimi-delta" as const, nHeads: 2, headDim: 4, convKernel: 4};
    expect(mixerParams(mixer, 10)).toEqual({
      matrices: 10 * (4 * 8 + 2) + 2 * 4 * (10 + 8),
      convolutions: 96,
      norms: 4,
      vectors: 10
    });
    expect(mixerParams({...mixer, fullRankGate: true}, 10).matrices).toBe(340 + 72 + 80);
  });

  it("mixerParams(mamba1, D) follows Jamba's mixer", () => {
    const mixer = {
      kind: "mamba1" as const,
      innerSize: 20,
      stateSize: 3,
      convKernel: 4,
      dtRank: 2
    };
    // in 10·40, out 20·10, x 20·(2 + 6), dt 2·20
    expect(mixerParams(mixer, 10)).toEqual({
      matrices: 400 + 200 + 160 + 40,
      convolutions: 20 * 5,
      norms: 8,
      vectors: 20 * 3 + 20 + 20
    });
  });

  it("mixerParams(mamba2, D) follows Nemotron-H's mixer", () => {
    const mixer = {
      kind: "mamba2" as const,
      nHeads: 4,
      headDim: 5,
      stateSize: 3,
      nGroups: 2,
      convKernel: 4
    };
    // in 10·(20 + 32 + 4), out 20·10; the convolution has a bias
    expect(mixerParams(mixer, 10)).toEqual({
      matrices: 560 + 200,
      convolutions: 32 * 5,
      norms: 20,
      vectors: 12
    });
  });

  it("mixerParams(lightning, D) has five square projections", () => {
    const mixer = {kind: "lightning" as const, nHeads: 2, headDim: 4};
    expect(mixerParams(mixer, 10)).toEqual({...zero, matrices: 400, norms: 8});
  });

  it("mixerParams(none, D) is nothing", () => {
    expect(mixerParams({kind: "none"}, 10)).toEqual(zero);
  });

  it("mixerParams(mixer, NaN) is NaN", () => {
    expect(mixerParams(attention, NaN).matrices).toBeNaN();
  });
});
