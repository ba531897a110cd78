import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  compactJson,
  gpuBoxes,
  priceBoxes,
  readOwnGpu,
  readOwnModel,
  readOwnNumbers,
  readOwnPrice,
  typedNumbers,
  writeOwnNumbers
} from "../../src/components/own.js";
import {fromHfConfig} from "../../src/lib/hf-config.js";

describe("readOwnGpu(text)", () => {
  it("reads memory, bandwidth, bf16, FP8 and link in base units", () => {
    const gpu = readOwnGpu("80000000000,3350000000000,989000000000000,,450000000000");
    expect(gpu).toMatchObject({
      id: "own",
      hbmBytes: 80e9,
      hbmBytesPerSecond: 3.35e12,
      flopsPerSecond: {bf16: 989e12, fp8: null},
      interconnectBytesPerSecond: 450e9
    });
  });
  it.each([
    ["", "expected 5 figures, found 1"],
    ["1,2,3,4", "expected 5 figures, found 4"],
    ["80e9,,1,,", "invalid Memory bandwidth: empty"],
    ["80e9,x,1,,", "invalid Memory bandwidth: x"],
    ["0,1,1,,", "invalid hbmBytes of own card: 0"]
  ])("refuses %j: %s", (text, problem) => {
    expect(() => readOwnGpu(text)).toThrow(problem);
  });
});

describe("readOwnPrice(text)", () => {
  it("reads dollars a million tokens; an empty price is not published", () => {
    expect(readOwnPrice("5,0.5,,,30")).toMatchObject({
      id: "own",
      inputUsdPerMillionTokens: 5,
      cachedInputUsdPerMillionTokens: 0.5,
      cacheWriteUsdPerMillionTokens: null,
      outputUsdPerMillionTokens: 30
    });
  });
  it("refuses a price out of range, naming it", () => {
    expect(() => readOwnPrice("5000,0.5,,,30")).toThrow(/inputUsdPerMillionTokens/);
    expect(() => readOwnPrice("5,,,,")).toThrow("invalid Output: empty");
  });
});

describe("writeOwnNumbers(typed, boxes)", () => {
  it("turns display units into base units", () => {
    expect(writeOwnNumbers(["80", "3.35", "989", "", ""], gpuBoxes)).toBe(
      "80000000000,3350000000000,989000000000000,,"
    );
  });
  it("names the box that is empty or no number", () => {
    expect(() => writeOwnNumbers(["80", "", "989", "", ""], gpuBoxes)).toThrow(
      "invalid Memory bandwidth: empty"
    );
    expect(() => writeOwnNumbers(["5", "free", "", "", "30"], priceBoxes)).toThrow(
      "invalid Cached input: free"
    );
  });
  it("gives back what was typed", () => {
    const number = fc.integer({min: 1, max: 99999}).map((n) => String(n / 100));
    fc.assert(
      fc.property(fc.tuple(number, number, number, number, number), (typed) => {
        expect(typedNumbers(writeOwnNumbers(typed, gpuBoxes), gpuBoxes)).toEqual(typed);
      })
    );
  });
  it("never lets a text through that is not read again", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), {minLength: 5, maxLength: 5}), (typed) => {
        let text: string;
        try {
          text = writeOwnNumbers(typed, priceBoxes);
        } catch {
          return;
        }
        expect(readOwnNumbers(text, priceBoxes)).toHaveLength(5);
      })
    );
  });
});

describe("readOwnModel(text, read)", () => {
  const config = {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    hidden_size: 4096,
    intermediate_size: 14336,
    num_attention_heads: 32,
    num_hidden_layers: 32,
    num_key_value_heads: 8,
    vocab_size: 128256,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16"
  };
  it("reads a config.json and names it by its own words", () => {
    const model = readOwnModel(JSON.stringify(config), fromHfConfig);
    expect(model).toMatchObject({id: "own", name: "llama (mine)", hiddenSize: 4096});
  });
  it.each(["", "{", "[1", "nul"])("says of %j that it is not JSON", (text) => {
    expect(() => readOwnModel(text, fromHfConfig)).toThrow(/^not JSON: /);
  });
  it("takes a byte order mark, cuts an endless name, refuses a text beyond a million characters", () => {
    const named = {...config, _name_or_path: "n".repeat(3000)};
    const model = readOwnModel(`\ufeff${JSON.stringify(named)}`, fromHfConfig);
    expect(model.name).toBe(`${"n".repeat(60)} (mine)`);
    expect(() => readOwnModel("x".repeat(1_000_001), fromHfConfig)).toThrow(
      "longer than a million characters: 1000001"
    );
  });
  it("says which field is missing", () => {
    const text = JSON.stringify({...config, hidden_size: undefined});
    expect(() => readOwnModel(text, fromHfConfig)).toThrow(/hidden_size/);
  });
  it("compactJson(text) drops white space only", () => {
    expect(compactJson('{ "a" : [1, 2] }\n')).toBe('{"a":[1,2]}');
  });
});
