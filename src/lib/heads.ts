/** Who shares keys and values with whom: query heads, KV heads, one latent. */

import type {Mixer, ModelSpec} from "./model.js";

export interface HeadSharing {
  /** MHA, GQA, MQA, MLA or a word for what is none of them */
  readonly kind: string;
  readonly nHeads: number;
  /** KV heads that are cached; 1 for a latent or a compressed vector */
  readonly nKvHeads: number;
  /** Numbers that one layer caches for one token */
  readonly elements: number;
}

/**
 * Head sharing of the layer that fills a model's cache: the kind with the most KV heads times layers.
 *
 * MHA: a KV head per query head; MQA: one; GQA in between; MLA: one latent for all.
 *
 * @see https://arxiv.org/abs/2305.13245 figure 2
 * @example headSharing({layerKinds: [{count: 1, mixer: {kind: "none"}}]}).kind // "no cache"
 */
export function headSharing({layerKinds}: Pick<ModelSpec, "layerKinds">): HeadSharing {
  const kinds = layerKinds.map(({count, mixer}) => ({count, sharing: sharingOf(mixer)}));
  const size = ({count, sharing}: (typeof kinds)[number]): number => count * sharing.elements;
  return kinds.reduce((largest, kind) => (size(kind) > size(largest) ? kind : largest)).sharing;
}

function sharingOf(mixer: Mixer): HeadSharing {
  switch (mixer.kind) {
    case "attention": {
      const {nHeads, nKvHeads, headDim, vHeadDim} = mixer;
      const kind = nKvHeads === nHeads ? "MHA" : nKvHeads === 1 ? "MQA" : `GQA-${nKvHeads}`;
      return {kind, nHeads, nKvHeads, elements: nKvHeads * (headDim + vHeadDim)};
    }
    case "mla": {
      const elements = mixer.kvLoraRank + mixer.qkRopeHeadDim;
      return {kind: "MLA", nHeads: mixer.nHeads, nKvHeads: 1, elements};
    }
    case "compressed": {
      const {nHeads, headDim} = mixer;
      return {kind: "compressed", nHeads, nKvHeads: 1, elements: headDim};
    }
    default:
      return {kind: "no cache", nHeads: 0, nKvHeads: 0, elements: 0};
  }
}
