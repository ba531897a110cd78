import {describe, expect, it} from "vitest";
import {weightEvaluators} from "../../../../src/lib/checks/records/weights.js";
import {lab, record} from "./fixture.js";

describe("weightEvaluators", () => {
  it("gguf-weight-bytes counts the second copy of MLA's up-projection: 672.050 B", () => {
    const gguf = record("deepseek-r1", {bitsPerWeight: 16}, {unit: "bytes", id: "gguf-dsr1-f16"});
    // 61 layers of 512 · 128 · (128 + 128) beside 671,026,419,200
    expect(weightEvaluators["gguf-weight-bytes"]!(gguf, lab).ours).toBe(2 * 672049829376);
  });

  it("weight-bytes-loaded adds the rotary table that vLLM keeps", () => {
    const loaded = record("llama3.1-8b", {}, {unit: "GiB"});
    const {ours} = weightEvaluators["weight-bytes-loaded"]!(loaded, lab);
    expect(ours.toFixed(4)).toBe("14.9888"); // vllm#10517
  });

  it("weight-bytes leaves FlexGen's embeddings out", () => {
    const opt = record("opt-175b", {}, {unit: "GiB"});
    expect(weightEvaluators["weight-bytes"]!(opt, lab).ours).toBe(324);
  });
});
