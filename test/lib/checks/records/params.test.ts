import {describe, expect, it} from "vitest";
import {paramEvaluators} from "../../../../src/lib/checks/records/params.js";
import {lab, record} from "./fixture.js";

const ours = (kind: string, model: string, inputs = {}) =>
  paramEvaluators[kind]!(record(model, inputs), lab).ours;

describe("paramEvaluators", () => {
  it("param-count is the spec's own count", () => {
    expect(ours("param-count", "qwen3-8b")).toBe(8190735360);
  });

  it("param-count-with-buffers adds half a head of rotary frequencies a layer", () => {
    // Hugging Face API for Llama-2-7b: 6,738,417,664
    const inputs = {layers: 32, headDim: 128};
    expect(ours("param-count-with-buffers", "llama2-7b", inputs)).toBe(6738417664);
  });

  it("param-count-non-embedding builds Pythia 1.4B from its config", () => {
    // Pythia paper, table 1: 1,208,602,624
    const inputs = {layers: 24, hidden: 2048, intermediate: 8192};
    expect(ours("param-count-non-embedding", "pythia-1.4b", inputs)).toBe(1208602624);
  });

  it("param-split counts gpt-oss' experts with their biases and the router", () => {
    expect(ours("param-split", "gpt-oss-20b")).toBe(19119145728);
  });

  it("param-count unfolds into the parts of the count", () => {
    const {unfolded} = paramEvaluators["param-count"]!(record("llama3.2-1b", {}), lab);
    expect(unfolded).toContain("262,668,288 embedding");
    expect(unfolded).not.toContain("head");
    expect(unfolded).toContain("= 1,235,814,400 parameters");
  });
});
