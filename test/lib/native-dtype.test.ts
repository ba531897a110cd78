import {describe, expect, it} from "vitest";
import {nativeWeightDtype} from "../../src/lib/native-dtype.js";
import {modelById} from "../catalog-data.js";

describe("nativeWeightDtype", () => {
  it("nativeWeightDtype(model) reads the catalog's words", () => {
    expect(nativeWeightDtype(modelById("llama3.1-8b"))).toBe("bf16");
    expect(nativeWeightDtype(modelById("llama2-7b"))).toBe("fp16");
    expect(nativeWeightDtype(modelById("deepseek-v3"))).toBe("fp8-block");
    expect(nativeWeightDtype(modelById("deepseek-v4-pro"))).toBe("fp8-mxfp4");
    expect(nativeWeightDtype(modelById("gpt-oss-20b"))).toBe("mxfp4");
    expect(nativeWeightDtype(modelById("kimi-k2.5"))).toBe("int4-g32-experts");
    expect(nativeWeightDtype(modelById("kimi-k3"))).toBe("mxfp4");
    expect(nativeWeightDtype(modelById("minimax-m2.5"))).toBe("fp8-block");
  });

  it("nativeWeightDtype(config) reads Hugging Face's words, bf16 when it knows none", () => {
    const words = {
      bfloat16: "bf16",
      float16: "fp16",
      float32: "fp32",
      awq: "int4-g128",
      "": "bf16"
    };
    for (const [nativeDtype, dtype] of Object.entries(words)) {
      expect(nativeWeightDtype({nativeDtype})).toBe(dtype);
    }
  });
});
