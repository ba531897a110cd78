import {beforeEach, describe, expect, it, vi} from "vitest";
import type {MemoryFit} from "../../src/lib/fit.js";
import {runPage} from "../cells.js";

const GIB = 2 ** 30;
const page = "src/pages/kv-cache.md";

// Components keep their elements for the life of a page; each test opens a page anew.
beforeEach(() => {
  vi.resetModules();
});

describe("kv-cache", {timeout: 60_000}, () => {
  it("at its defaults: 16.00 GiB of cache, more than 14.96 GiB of weights, three readers on an H100", async () => {
    const {value, main, errors, settled} = await runPage(page);
    const fit = (await value("fit")) as MemoryFit;
    expect(fit.kvBytesPerGpu).toBe(16 * GIB);
    expect(fit.weightBytesPerGpu).toBe(16060522496);
    expect(fit.maxReaders).toBe(3);
    expect(fit.fits).toBe(true);
    await settled();
    expect(errors()).toEqual([]);
    const words = main.textContent ?? "";
    expect(words).toContain(
      "One reader of Llama 3.1 8B at 128K holds 16.00 GiB of keys and values, more than the 14.96 GiB of weights."
    );
    for (const figure of ["122,532 tokens", "8,192 tokens fill 1.00 GiB", "29 of 29 checks pass"])
      expect(words).toContain(figure);
  });

  it("with ?ctx=8192&batch=16 the cell fit holds sixteen GiB for sixteen readers", async () => {
    const {value} = await runPage(page, {search: "?ctx=8192&batch=16"});
    expect(await value("fit")).toMatchObject({
      fits: true,
      kvBytesPerGpu: 16 * GIB,
      readersPerReplica: 16,
      maxReaders: 54
    });
  });

  it("says what is missing when 70B meets one card", async () => {
    const {value, main, settled} = await runPage(page, {search: "?m=llama3.1-70b"});
    expect(await value("fit")).toMatchObject({fits: false, maxReaders: 0});
    await settled();
    expect(main.textContent).toContain("Does not fit: the weights alone leave no room");
  });

  it.each([
    "deepseek-v4-pro",
    "gemma-4-e4b",
    "qwen3.5-27b",
    "mistral-7b-v0.1",
    "minimax-m3",
    "falcon-7b"
  ])("shows %s without an error", async (id) => {
    const {errors, settled} = await runPage(page, {search: `?m=${id}&kvdt=fp8&wdt=int4-g128`});
    await settled();
    expect(errors()).toEqual([]);
  });

  it("takes a reader's own config.json and links each factor to its line", async () => {
    const config = {
      architectures: ["LlamaForCausalLM"],
      model_type: "llama",
      hidden_size: 4096,
      intermediate_size: 14336,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      vocab_size: 128256,
      max_position_embeddings: 131072,
      tie_word_embeddings: false,
      torch_dtype: "bfloat16"
    };
    const cfg = Buffer.from(JSON.stringify(config)).toString("base64url");
    const {value, main, settled} = await runPage(page, {search: `?m=own&cfg=${cfg}`});
    expect(await value("fit")).toMatchObject({kvBytesPerGpu: 16 * GIB, maxReaders: 3});
    await settled();
    expect(main.querySelector(".lab-config mark")?.textContent).toContain("num_hidden_layers");
  });
});
