import {describe, expect, it} from "vitest";
import {stateConfig} from "../../src/lib/state-config.js";
import type {StateMixer} from "../../src/lib/model.js";
import {models} from "../catalog-data.js";

describe("stateConfig", () => {
  it("stateConfig(mixer) names the keys of every state in the catalog", () => {
    const states = models.flatMap(({layerKinds}) =>
      layerKinds.map(({mixer}) => mixer).filter((mixer): mixer is StateMixer => isState(mixer.kind))
    );
    expect(new Set(states.map((mixer) => stateConfig(mixer).label))).toEqual(
      new Set([
        "gated delta state",
        "Kimi delta state",
        "Mamba state",
        "Mamba-2 state",
        "lightning attention state"
      ])
    );
  });

  it("stateConfig(gated delta) carries the config's values", () => {
    const mixer = {
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 48,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    } as const;
    expect(stateConfig(mixer).config).toContainEqual({key: "linear_num_value_heads", value: 48});
  });
});

function isState(kind: string): boolean {
  return !["none", "attention", "mla", "compressed"].includes(kind);
}
