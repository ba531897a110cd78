import {describe, expect, it} from "vitest";
import {compressedParams, indexerParams} from "../../src/lib/sparse-params.js";
import type {CompressedMixer} from "../../src/lib/model.js";

const indexer = {nHeads: 2, headDim: 4, topK: 8, ownsCache: true};
const mixer: CompressedMixer = {
  kind: "compressed",
  nHeads: 2,
  headDim: 6,
  qLoraRank: 3,
  oLoraRank: 5,
  oGroups: 2,
  qkRopeHeadDim: 2,
  windowTokens: 128,
  compressRatio: 0,
  indexer: null
};

describe("indexerParams", () => {
  it("indexerParams(indexer, widths) has queries from the latent, a key and head weights", () => {
    const {matrices, norms} = indexerParams(indexer, {hiddenSize: 10, qLoraRank: 3});
    expect(matrices).toBe(3 * 8 + 10 * (4 + 2));
    expect(norms).toBe(8); // weight and bias of a LayerNorm on the key
  });

  it("indexerParams(indexer, widths) starts from the hidden state without a query latent", () => {
    const inputs = {hiddenSize: 10, qLoraRank: null};
    expect(indexerParams(indexer, inputs).matrices).toBe(80 + 60);
  });

  it("indexerParams(indexer, widths) is nothing where the choice of an earlier layer is reused", () => {
    const none = {matrices: 0, norms: 0};
    const inputs = {hiddenSize: 10, qLoraRank: 3};
    expect(indexerParams({...indexer, ownsCache: false}, inputs)).toEqual(none);
    expect(indexerParams(null, inputs)).toEqual(none);
  });
});

describe("compressedParams", () => {
  it("compressedParams(mixer, D) without a compressor is queries, one vector, grouped output", () => {
    // queries 3·(10 + 12), vector 10·6, output 12·5 + 2·5·10
    expect(compressedParams(mixer, 10)).toEqual({
      matrices: 66 + 60 + 160,
      convolutions: 0,
      norms: 9,
      vectors: 2
    });
  });

  it("compressedParams(mixer, D) pools values and scores over a coarse block", () => {
    const coarse = compressedParams({...mixer, compressRatio: 128}, 10);
    expect(coarse.matrices).toBe(286 + 2 * 10 * 6);
    expect(coarse.vectors).toBe(2 + 128 * 6);
    expect(coarse.norms).toBe(9 + 6);
  });

  it("compressedParams(mixer, D) doubles the pool where blocks overlap, and adds the indexer's own", () => {
    const fine = compressedParams({...mixer, compressRatio: 4, indexer}, 10);
    const pool = 2 * 10 * 2 * 6;
    const index = 4 * 10 * 4 + 3 * 8 + 10 * 2;
    expect(fine.matrices).toBe(286 + pool + index);
    expect(fine.vectors).toBe(2 + 4 * 12 + 4 * 8);
    expect(fine.norms).toBe(9 + 6 + 4);
  });

  it("compressedParams(mixer, D) is NaN while the number of output groups is not known", () => {
    expect(compressedParams({...mixer, oGroups: undefined}, 10).matrices).toBeNaN();
  });
});
