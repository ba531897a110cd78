import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {mlpParams} from "../../src/lib/mlp-params.js";
import type {MoeMlp} from "../../src/lib/model.js";

const moe: MoeMlp = {
  kind: "moe",
  nExperts: 8,
  nExpertsPerToken: 2,
  expertIntermediateSize: 6,
  gated: true,
  sharedIntermediateSize: 0,
  sharedGate: false,
  latentSize: null,
  expertBias: false,
  routerBias: false
};

describe("mlpParams", () => {
  it("mlpParams(dense, D) has three matrices when gated, else two", () => {
    const dense = {kind: "dense" as const, intermediateSize: 6, gated: true, bias: false};
    expect(mlpParams(dense, 10).dense).toBe(180);
    expect(mlpParams({...dense, gated: false}, 10).dense).toBe(120);
  });

  it("mlpParams(dense, D) has a bias per output", () => {
    const dense = {kind: "dense" as const, intermediateSize: 6, gated: false, bias: true};
    expect(mlpParams(dense, 10).biases).toBe(16);
    expect(mlpParams({...dense, gated: true}, 10).biases).toBe(22);
  });

  it("mlpParams(moe, D) holds all experts and activates k", () => {
    const {experts, activeExperts, router, shared, dense} = mlpParams(moe, 10);
    expect({experts, activeExperts, router, shared, dense}).toEqual({
      experts: 8 * 180,
      activeExperts: 2 * 180,
      router: 80,
      shared: 0,
      dense: 0
    });
  });

  it("mlpParams(moe, D) gives gpt-oss-20b its 19.12B of MLP in 24 layers", () => {
    // gpt-oss model card table 1: MLP 19.12B, biases and router counted
    const mlp = {
      ...moe,
      nExperts: 32,
      nExpertsPerToken: 4,
      expertIntermediateSize: 2880,
      expertBias: true,
      routerBias: true
    };
    const {experts, router, biases} = mlpParams(mlp, 2880);
    expect(24 * (experts + router + biases)).toBe(19119145728);
  });

  it("mlpParams(moe, D) counts a shared expert, its gate, and a latent on both sides", () => {
    const shared = mlpParams({...moe, sharedIntermediateSize: 4, sharedGate: true}, 10);
    expect([shared.shared, shared.router]).toEqual([120, 90]);
    const latent = mlpParams({...moe, latentSize: 5, latentNorm: true}, 10);
    expect([latent.experts, latent.shared, latent.norms]).toEqual([8 * 90, 100, 5]);
  });

  it("mlpParams(moe, D) never activates more than it holds", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 64}), fc.nat(64), (nExperts, k) => {
        const nExpertsPerToken = Math.min(k, nExperts);
        const mlp = mlpParams({...moe, nExperts, nExpertsPerToken, expertBias: true}, 10);
        expect(mlp.activeExperts).toBeLessThanOrEqual(mlp.experts);
        expect(mlp.activeBiases).toBeLessThanOrEqual(mlp.biases);
      })
    );
  });

  it("mlpParams(moe, NaN) is NaN", () => {
    expect(mlpParams(moe, NaN).experts).toBeNaN();
  });
});
