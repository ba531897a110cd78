import {describe, expect, it} from "vitest";
import {withAttention, type BackboneAttention} from "../../src/lib/backbone.js";
import {kvGrowthBytesPerToken} from "../../src/lib/kv.js";
import {modelById} from "../catalog-data.js";

const bytes = (id: string, kind: BackboneAttention): number =>
  kvGrowthBytesPerToken(withAttention(modelById(id), kind), "bf16");

describe("withAttention", () => {
  it("withAttention(8B, kind) changes the cache and nothing else", () => {
    // 2 · 32 layers · K · 128 · 2
    expect(bytes("llama3.1-8b", "mha")).toBe(524288);
    expect(bytes("llama3.1-8b", "gqa-8")).toBe(131072);
    expect(bytes("llama3.1-8b", "gqa-4")).toBe(65536);
    expect(bytes("llama3.1-8b", "mqa")).toBe(16384);
    // 32 · (512 + 64) · 2
    expect(bytes("llama3.1-8b", "mla")).toBe(36864);
  });

  it("withAttention(model, kind) never has more KV heads than query heads", () => {
    expect(bytes("gemma-3-1b", "gqa-8")).toBe(bytes("gemma-3-1b", "mha"));
  });

  it("withAttention(hybrid, kind) leaves states alone", () => {
    const model = modelById("qwen3.5-27b");
    const changed = withAttention(model, "mqa");
    expect(changed.layerKinds.filter((k) => k.mixer.kind === "gated-delta")).toEqual(
      model.layerKinds.filter((k) => k.mixer.kind === "gated-delta")
    );
    expect(kvGrowthBytesPerToken(changed, "bf16")).toBe(65536 / 4);
  });
});
