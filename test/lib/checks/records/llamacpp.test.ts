import {describe, expect, it} from "vitest";
import {llamaEvaluators} from "../../../../src/lib/checks/records/llamacpp.js";
import {lab, record} from "./fixture.js";

const log = (model: string, inputs: Record<string, unknown>) =>
  llamaEvaluators["llamacpp-kv-log"]!(record(model, inputs, {unit: "MiB"}), lab).ours;

describe("llamaEvaluators", () => {
  it("llamacpp-kv-log takes a catalog model's latent, not its heads", () => {
    expect(log("deepseek-v3", {kvLoraRank: 512, cells: 8192, type: "f16"})).toBe(549);
  });

  it("llamacpp-kv-log expands MLA where the log shows heads of 192, one layer where it says so", () => {
    const inputs = {layers: 61, headDimK: 192, headDimV: 128, cells: 2048, type: "f16"};
    expect(log("deepseek-r1", inputs)).toBe(9760);
    expect(log("deepseek-r1", {...inputs, layers: 1})).toBe(160);
  });

  it("llamacpp-kv-log builds models that the catalog does not have", () => {
    const inputs = {layers: 12, kvHeads: 12, headDim: 32, cells: 512, type: "f16"};
    expect(log("bge-small-en", inputs)).toBe(9);
  });

  it("llamacpp-kv-log pads a requested context itself", () => {
    const inputs = {layers: 18, type: "f16", requestedCtx: 65535, cells: 1};
    expect(log("gpt-oss-120b", inputs)).toBe(2304);
  });

  it("llamacpp-kv-log finds the cells of a window itself", () => {
    const inputs = {window: 128, nSeqMax: 4, nUbatch: 512, type: "f16", cells: 1};
    expect(log("gpt-oss-120b", inputs)).toBe(36);
  });

  it("recurrent-state-log reads SGLang's slots with a spare one", () => {
    const ssm = record(
      "qwen3.5-397b-a17b",
      {slots: 82, spareSlots: 1},
      {unit: "GiB", id: "sglang"}
    );
    expect(llamaEvaluators["recurrent-state-log"]!(ssm, lab).ours.toFixed(2)).toBe("7.29");
  });
});
