import {describe, expect, it} from "vitest";
import {twoPhasesTasks} from "../../src/lib/two-phases-tasks.js";
import {gpus, models} from "../catalog-data.js";

const [small, longer, more] = twoPhasesTasks({models, gpus});

describe("twoPhasesTasks({models, gpus})", () => {
  it("finds the 8B on an L4 compute-bound at 404 readers, and room for three", () => {
    // 121 TFLOP/s over 0.3 TB/s = 403.3; times 0.5/0.65 = 310.3
    expect(small?.answer).toContain("with 404 readers, at the usual efficiencies with 311");
    expect(small?.answer).toContain("holds only 3 readers");
  });
  it("has 32 readers wait 40 ms more for each token at twice the context", () => {
    // 32 · 2.68 GB of cache over 3.35 · 0.65 TB/s = 39.5 ms
    expect(longer?.answer).toContain("103 ms become 143 ms");
  });
  it("has eight cards write 2.7 times as fast as two", () => {
    expect(more?.answer).toContain("28.4 tokens/s become 75.8 tokens/s");
  });
  it("needs the models and cards it speaks of", () => {
    expect(() => twoPhasesTasks({models: [], gpus})).toThrow("unknown id: llama3.1-70b");
  });
});
