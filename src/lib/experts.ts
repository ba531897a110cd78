/** Which experts of a mixture a batch of tokens touches. */

import type {MoeMlp, ModelSpec} from "./model.js";

/**
 * Experts of one layer that at least one of `nTokens` tokens is routed to, on average.
 *
 * E · (1 − (1 − k/E)^T), tokens routed independently and evenly.
 * Ignores that real routers favour some experts, which touches fewer.
 *
 * @see https://arxiv.org/abs/2401.15077 table 7 (EAGLE gains least on Mixtral)
 * @example expectedExpertsTouched({nExperts: 8, nExpertsPerToken: 2, nTokens: 2}) // 3.5
 */
export function expectedExpertsTouched({
  nExperts,
  nExpertsPerToken,
  nTokens
}: Pick<MoeMlp, "nExperts" | "nExpertsPerToken"> & {readonly nTokens: number}): number {
  return nExperts * (1 - (1 - nExpertsPerToken / nExperts) ** nTokens);
}

/**
 * Share of all routed-expert weights that one pass over `nTokens` tokens reads, 0 to 1.
 *
 * The mean of `expectedExpertsTouched` / E over the expert layers, weighted by their size;
 * 0 for a dense model.
 *
 * @example expertFractionTouched({layerKinds: []}, 1) // 0
 */
export function expertFractionTouched(
  {layerKinds}: Pick<ModelSpec, "layerKinds">,
  nTokens: number
): number {
  let touched = 0;
  let all = 0;
  for (const {count, mlps} of layerKinds) {
    for (const mlp of mlps) {
      if (mlp.kind !== "moe") continue;
      const width = count * mlp.expertIntermediateSize;
      touched += width * expectedExpertsTouched({...mlp, nTokens});
      all += width * mlp.nExperts;
    }
  }
  return all === 0 ? 0 : touched / all;
}
