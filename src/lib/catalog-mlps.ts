import {layerLetter, sharesKv} from "./catalog-mixers.js";
import type {CatalogMoe, CatalogRow} from "./catalog-row.js";
import type {DenseMlp, Mlp, MoeMlp} from "./model.js";

/**
 * The MLPs of layer `index` of a catalog row: none in a mixer-only block, a dense one, a mixture
 * of experts, or both where they run beside each other.
 *
 * @example catalogMlps({details: {layout: "M*"}}, 0) // []
 */
export function catalogMlps(row: CatalogRow, index: number): Mlp[] {
  const letter = layerLetter(row, index);
  if (letter === "M" || letter === "*") return [];
  if (letter === "-") return [denseMlp(row, index)];
  if (!row.moe || !hasExperts(row.moe, index)) return [denseMlp(row, index)];
  const moe = moeMlp(row, row.moe, index);
  return row.details.denseBesideExperts ? [denseMlp(row, index), moe] : [moe];
}

/**
 * True when layer `index` has experts: past the first dense layers, one in every n.
 *
 * @example hasExperts({firstDenseLayers: 3, everyNthLayer: 1}, 3) // true
 */
export function hasExperts(
  {firstDenseLayers, everyNthLayer = 1, offset = everyNthLayer - 1}: CatalogMoe,
  index: number
): boolean {
  return index >= firstDenseLayers && index % everyNthLayer === offset;
}

function denseMlp(row: CatalogRow, index: number): DenseMlp {
  const width = row.moe?.denseIntermediate ?? row.intermediate ?? NaN;
  const factor = sharesKv(row, index) ? (row.details.sharedIntermediateFactor ?? 1) : 1;
  return {
    kind: "dense",
    intermediateSize: width * factor,
    gated: row.mlp === "gated",
    bias: row.details.mlpBias ?? false
  };
}

function moeMlp({details, mlp}: CatalogRow, moe: CatalogMoe, index: number): MoeMlp {
  const routes = index >= (details.hashLayers ?? 0);
  return {
    kind: "moe",
    nExperts: moe.experts,
    nExpertsPerToken: moe.topK,
    expertIntermediateSize: moe.expertIntermediate,
    gated: mlp === "gated",
    sharedIntermediateSize: moe.sharedIntermediate ?? moe.sharedExperts * moe.expertIntermediate,
    sharedGate: details.sharedGate ?? false,
    latentSize: details.latent ?? null,
    expertBias: details.expertBias ?? false,
    routerBias: routes && (details.routerBias ?? false),
    ...(details.latentNorm ? {latentNorm: true} : {})
  };
}
