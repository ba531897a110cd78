import {describe, expect, it} from "vitest";
import {catalogRows} from "../catalog-data.js";

/** Every key that CatalogRow and its parts name, sorted. */
const keys = {
  row: "activeParams activeParamsKind attention details family headDim headDimV heads hidden id intermediate kvHeads layers maxContext mlp moe name nativeDtype notes qkNorm qkvBias quantization retrieved source tiedEmbeddings totalParams totalParamsKind totalParamsSource unverifiedFields verified vocab",
  details:
    "attentionResidual compressRatios denseBesideExperts expertBias fullRankGate hashLayers headBias indexer latent latentNorm layout mlpBias mtpLayers normBias norms notModelled oGroups outputBias outputGate perLayerEmbedding positions qkNorm routerBias sharedGate sharedIntermediateFactor sharedKvProjection sinks source streams vision"
};

describe("CatalogRow", () => {
  it("CatalogRow has a field for every key of the catalog file", () => {
    const row = new Set(catalogRows.flatMap((row) => Object.keys(row)));
    const details = new Set(catalogRows.flatMap((row) => Object.keys(row.details)));
    expect([...row].sort().join(" ")).toBe(keys.row);
    expect([...details].sort().join(" ")).toBe(keys.details);
  });
});
