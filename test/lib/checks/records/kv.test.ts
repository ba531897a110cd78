import {describe, expect, it} from "vitest";
import {kvEvaluators} from "../../../../src/lib/checks/records/kv.js";
import {lab, record} from "./fixture.js";

describe("kvEvaluators", () => {
  it("kv-bytes-per-token is in the unit of the publication", () => {
    const gpt2 = record("gpt2-xl", {bytesPerElement: 2}, {unit: "KiB"});
    expect(kvEvaluators["kv-bytes-per-token"]!(gpt2, lab).ours).toBe(300);
  });

  it("kv-bytes-sequence takes 16 KV heads for LLaMA-3.1-405B, as the table does", () => {
    const inputs = {kvHeads: 16, bytesPerElement: 2, tokens: 1024};
    const {ours} = kvEvaluators["kv-bytes-sequence"]!(
      record("llama3.1-405b", inputs, {unit: "GiB"}),
      lab
    );
    expect(ours).toBe(0.984375);
  });

  it("kv-ratio is 7.34, whatever the paper prints", () => {
    expect(kvEvaluators["kv-ratio"]!(record("any", {}), lab).ours).toBeCloseTo(7.3443, 4);
  });

  it("kv-elements-per-token counts a latent once", () => {
    const {ours} = kvEvaluators["kv-elements-per-token"]!(record("deepseek-v2-lite", {}), lab);
    expect(ours).toBe(27 * 576);
  });
});
