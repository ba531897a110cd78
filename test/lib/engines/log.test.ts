import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {logFigures, parseEngineLog} from "../../../src/lib/engines/log.js";

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const read = (text: string) => logFigures(parseEngineLog(text));

describe("parseEngineLog", () => {
  it("reads vLLM's profile and capacity lines; its GB are GiB", () => {
    const log = `
INFO 11-20 gpu_executor.py:122] # GPU blocks: 1952, # CPU blocks: 2048
INFO worker.py: the current vLLM instance can use total_gpu_memory (79.18GiB) x gpu_memory_utilization (0.90) = 71.26GiB
INFO worker.py: model weights take 14.99GiB; non_torch_memory takes 0.13GiB; PyTorch activation peak memory takes 4.76GiB; the rest of the memory reserved for KV Cache is 51.38GiB.
(EngineCore_0 pid=7) INFO [kv_cache_utils.py:849] GPU KV cache size: 626,949 tokens
(EngineCore_0 pid=7) INFO [kv_cache_utils.py:853] Maximum concurrency for 262,144 tokens per request: 2.39x
INFO gpu_model_runner.py: Graph capturing finished in 21 secs, took 0.52 GiB
INFO config.py: Setting attention block size to 528 tokens to ensure that attention page size is >= mamba page size.`;
    expect(read(log)).toEqual({
      engine: "vllm",
      nBlocks: 1952,
      totalBytes: 79.18 * GIB,
      utilization: 0.9,
      weightBytes: 14.99 * GIB,
      nonTorchBytes: 0.13 * GIB,
      activationBytes: 4.76 * GIB,
      kvBytes: 51.38 * GIB,
      cacheTokens: 626_949,
      maxModelLen: 262_144,
      concurrency: 2.39,
      graphBytes: 0.52 * GIB,
      blockTokens: 528
    });
    expect(parseEngineLog(log)[0]).toEqual({
      engine: "vllm",
      key: "nBlocks",
      value: 1952,
      line: 2,
      printed: "1952"
    });
  });

  it("reads vLLM's refusal", () => {
    const log =
      "ValueError: To serve at least one request with the models's max seq len (262144), (24.00 GiB KV cache is needed, which is larger than the available KV cache memory (5.00 GiB). Based on the available memory,";
    expect(read(log)).toEqual({
      engine: "vllm",
      maxModelLen: 262_144,
      neededBytes: 24 * GIB,
      kvBytes: 5 * GIB
    });
  });

  it("reads SGLang's lines", () => {
    const log = `
[TP0] Load weight begin. avail mem=78.58 GB
[TP0] Load weight end. type=Qwen3MoeForCausalLM, dtype=torch.bfloat16, avail mem=23.40 GB, mem usage=55.18 GB.
[TP0] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB
[TP0] Mamba Cache is allocated. max_mamba_cache_size: 82, conv_state size: 0.19GB, ssm_state size: 7.29GB
[TP0] max_total_num_tokens=367404, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=2048, context_len=40960`;
    expect(read(log)).toEqual({
      engine: "sglang",
      keyType: "bfloat16",
      availableBeforeBytes: 78.58 * GIB,
      availableAfterBytes: 23.4 * GIB,
      weightBytes: 55.18 * GIB,
      cacheTokens: 367_404,
      keyBytes: 8.23 * GIB,
      valueBytes: 8.23 * GIB,
      stateBytes: 7.29 * GIB,
      maxRequests: 2048,
      maxModelLen: 40_960
    });
  });

  it("reads llama.cpp's lines and adds what it prints in parts", () => {
    const log = `
load_tensors:        CUDA0 model buffer size = 10000.00 MiB
load_tensors:   CPU_Mapped model buffer size =   586.82 MiB
llama_context: n_ctx         = 65536
llama_kv_cache: size = 2304.00 MiB ( 65536 cells,  18 layers,  4/1 seqs), K (f16): 1152.00 MiB, V (f16): 1152.00 MiB
llama_kv_cache: size =   36.00 MiB (  1024 cells,  18 layers,  4/1 seqs), K (f16):   18.00 MiB, V (f16):   18.00 MiB
llama_memory_recurrent: size =  598.50 MiB (     4 cells,  64 layers,  4 seqs), R (f32):   22.50 MiB, S (f32):  576.00 MiB
llama_context:      CUDA0 compute buffer size =   398.38 MiB`;
    expect(read(log)).toEqual({
      engine: "llama.cpp",
      weightBytes: 10_586.82 * MIB,
      maxModelLen: 65_536,
      kvBytes: 2340 * MIB,
      keyType: "f16",
      valueType: "f16",
      stateBytes: 598.5 * MIB,
      computeBytes: 398.38 * MIB
    });
  });

  it("reads the settings that vLLM prints before it loads, and the card that it found", () => {
    const log = `
INFO 03-12 14:55:27 [llm_engine.py:235] Initializing a V0 LLM engine (v0.7.4) with config: dtype=torch.bfloat16, max_seq_len=65536, tensor_parallel_size=2, kv_cache_dtype=fp8, device_config=cuda
INFO 04-15 06:30:01 [worker.py:575] Free memory on device (60.86/61.27 GiB) on startup. Desired GPU memory utilization is (0.9, 55.14 GiB). Actual usage: 1.14 GiB for weights`;
    expect(read(log)).toEqual({
      engine: "vllm",
      maxModelLen: 65_536,
      tp: 2,
      keyType: "fp8",
      totalBytes: 61.27 * GIB,
      utilization: 0.9
    });
    // short of memory, vLLM prints a negative rest
    expect(read("INFO Available KV cache memory: -0.56 GiB").kvBytes).toBe(-0.56 * GIB);
  });

  it("a text without any such line is refused in one sentence, whatever it is", () => {
    const message = "no line of a vLLM, SGLang or llama.cpp start-up log found";
    expect(() => parseEngineLog("")).toThrow(message);
    fc.assert(
      fc.property(fc.string({maxLength: 500}), (text) => {
        expect(() => parseEngineLog(text)).toThrow(message);
      })
    );
    expect(() => parseEngineLog("x".repeat(3e7))).toThrow("log is too long: 30000000 characters");
    expect(() => parseEngineLog("GPU KV cache size: ".repeat(1e5))).toThrow(message);
  });
});

describe("logFigures", () => {
  it("logFigures(figures) wants some", () => {
    expect(() => logFigures([])).toThrow("log without figures");
  });

  it("counts a cache of llama.cpp once: its buffers, else its summary", () => {
    const buffer = "llama_kv_cache:      CUDA0 KV buffer size =  4096.00 MiB";
    const summary =
      "llama_kv_cache: size = 4096.00 MiB ( 32768 cells,  32 layers,  1/1 seqs), K (f16): 2048.00 MiB, V (f16): 2048.00 MiB";
    for (const log of [buffer, summary, `${buffer}\n${summary}`]) {
      expect(read(log).kvBytes).toBe(4096 * MIB);
    }
    const state =
      "llama_memory_recurrent:      CUDA0 RS buffer size =   598.50 MiB\nllama_memory_recurrent: size =  598.50 MiB (     4 cells,  64 layers,  4 seqs), R (f32):   22.50 MiB, S (f32):  576.00 MiB";
    expect(read(state).stateBytes).toBe(598.5 * MIB);
  });

  // https://github.com/ikawrakow/ik_llama.cpp/issues/749
  it("adds the cards' parts of an old log, whose last line says the sum again", () => {
    const parts = [
      379.23, 82.44, 65.95, 82.44, 82.44, 65.95, 82.44, 82.44, 32.98, 32.98, 16.49
    ].map((mib, i) => `llama_kv_cache_init:      CUDA${i} KV buffer size =   ${mib} MiB`);
    const log = `${parts.join("\n")}
llama_new_context_with_model: KV self size  = 1005.79 MiB, c^KV (f16): 1005.79 MiB, kv^T (f16):    0.00 MiB
llama_new_context_with_model:  CUDA_Host  output buffer size =     0.99 MiB`;
    // each part is rounded, so the sum is 0.01 MiB less
    expect(read(log).kvBytes! / MIB).toBeCloseTo(1005.78, 6);
    expect(read(log.split("\n").at(-2)!).kvBytes).toBe(1005.79 * MIB);
  });

  // https://github.com/ggml-org/llama.cpp/issues/27680, colours left out
  it("adds the two caches of a model with windows, each said twice", () => {
    const log = `
llama_context: n_ctx_seq (64000) < n_ctx_train (1048576) -- the full capacity of the model will not be utilized
llama_kv_cache_iswa: creating non-SWA KV cache, size = 64000 cells
llama_kv_cache: size =    0.00 MiB ( 64000 cells,   0 layers,  1/1 seqs), K (bf16):    0.00 MiB, V (bf16):    0.00 MiB
llama_kv_cache_iswa: creating     SWA KV cache, size = 4352 cells
llama_kv_cache:      CUDA0 KV buffer size =   182.75 MiB
llama_kv_cache: size =  182.75 MiB (  4352 cells,  43 layers,  1/1 seqs), K (bf16):   91.38 MiB, V (bf16):   91.38 MiB`;
    expect(read(log)).toEqual({
      engine: "llama.cpp",
      kvBytes: 182.75 * MIB,
      keyType: "bf16",
      valueType: "bf16"
    });
    const q8 = log.replace("(bf16)", "(q8_0)");
    expect(read(q8).keyType).toBe("q8_0, bf16");
  });

  // https://github.com/ggml-org/llama.cpp/issues/14043 (sizes of models), the rest its own wording
  it("takes the fullest card's compute buffer, by its last word, and a context's own length", () => {
    const log = `
load_tensors:        CUDA2 model buffer size =     0.75 MiB
load_tensors:   CPU_Mapped model buffer size =  2460.94 MiB
llama_context: n_seq_max     = 4
llama_context: n_ctx         = 240000
llama_context: n_ubatch      = 512
llama_context: kv_unified    = true
sched_reserve:      CUDA0 compute buffer size =   980.00 MiB
sched_reserve:      CUDA1 compute buffer size =   412.00 MiB
sched_reserve:      CUDA0 compute buffer size =   420.08 MiB
sched_reserve:  CUDA_Host compute buffer size =  1064.59 MiB
slot   load_model: id  0 | task -1 | new slot, n_ctx = 60000`;
    expect(read(log)).toEqual({
      engine: "llama.cpp",
      weightBytes: 2461.69 * MIB,
      nSequences: 4,
      maxModelLen: 240_000,
      nUbatch: 512,
      isUnified: "true",
      computeBytes: 420.08 * MIB
    });
    expect(read("x:        CPU compute buffer size =   268.77 MiB")).toEqual({engine: "llama.cpp"});
    const old = "llm_load_tensors:     CUDA14 buffer size = 12698.93 MiB";
    expect(read(old).weightBytes).toBe(12_698.93 * MIB);
  });
});
