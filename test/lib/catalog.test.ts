import {describe, expect, it} from "vitest";
import {catalogEntry, fromCatalogRow} from "../../src/lib/catalog.js";
import {mixersOf} from "../../src/lib/layers.js";
import type {Mixer} from "../../src/lib/model.js";
import {nLayers} from "../../src/lib/model.js";
import {catalogRow, catalogRows} from "../catalog-data.js";

describe("fromCatalogRow", () => {
  it("fromCatalogRow(row) models every row, with as many layers as it says", () => {
    expect(catalogRows.length).toBe(105);
    for (const row of catalogRows) expect(nLayers(fromCatalogRow(row))).toBe(row.layers);
  });

  it("fromCatalogRow(row) lays out as many windows, states and caches as the row counts", () => {
    for (const row of catalogRows) {
      const {sliding, linear, kvLayers, chunked} = row.attention;
      const counts = row.attention as {sliding: {layers?: number | null} | null};
      const mixers = mixersOf(fromCatalogRow(row));
      const nWith = (is: (mixer: Mixer) => boolean) => mixers.filter(is).length;
      const windowed = nWith(isSliding);
      if (sliding && typeof counts.sliding?.layers === "number" && !row.details.compressRatios) {
        expect([row.id, windowed]).toEqual([row.id, counts.sliding.layers]);
      }
      if (chunked) expect(nWith(hasChunk)).toBe(36);
      const growing = nWith(isCached);
      expect([row.id, growing]).toEqual([row.id, kvLayers]);
      if (linear) expect(nWith(isState)).toBe((linear as {layers?: number}).layers);
    }
  });

  it("fromCatalogRow(row) names what it does not model, for two rows only", () => {
    const open = catalogRows.map(fromCatalogRow).filter(({notModelled}) => notModelled.length > 0);
    expect(open.map(({id, notModelled}) => [id, ...notModelled])).toEqual([
      ["minimax-m3", "block-sparse indexer", "width of the dense layers"],
      ["step-3.7-flash", "attention_other_setting", "use_head_wise_attn_gate"]
    ]);
  });

  it("fromCatalogRow(row) keeps what was published apart from what was computed", () => {
    expect(fromCatalogRow(catalogRow("gpt2")).published?.totalKind).toBe("exact");
    expect(fromCatalogRow(catalogRow("glm-5")).published?.totalKind).toBe("rounded");
    expect(fromCatalogRow(catalogRow("phi-3-medium")).published).toBeNull();
    expect(fromCatalogRow(catalogRow("deepseek-v2")).published).toMatchObject({
      totalParams: null,
      totalKind: "none",
      activeParams: 21e9
    });
  });
});

describe("catalogEntry", () => {
  it("catalogEntry(row) carries both sources and the fields that were not read", () => {
    const entry = catalogEntry(catalogRow("llama2-7b"));
    expect(entry.source).toContain("litgpt");
    expect(entry.detailsSource).toContain("modeling_llama.py");
    expect(entry.unverifiedFields).toEqual(["nativeDtype"]);
  });
});

function isSliding(mixer: Mixer): boolean {
  return mixer.kind === "attention" && mixer.window?.kind === "sliding";
}

function hasChunk(mixer: Mixer): boolean {
  return mixer.kind === "attention" && mixer.window?.kind === "chunked";
}

/** Layers that store keys: attention that owns its cache, latent, compressed. */
function isCached(mixer: Mixer): boolean {
  if (mixer.kind === "attention") return mixer.ownsKv;
  return mixer.kind === "mla" || mixer.kind === "compressed";
}

function isState(mixer: Mixer): boolean {
  return !["attention", "mla", "compressed", "none"].includes(mixer.kind);
}
