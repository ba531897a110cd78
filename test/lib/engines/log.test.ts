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
    expect(read(log)).toEqual({maxModelLen: 262_144, neededBytes: 24 * GIB, kvBytes: 5 * GIB});
  });

  it("reads SGLang's lines", () => {
    const log = `
[TP0] Load weight begin. avail mem=78.58 GB
[TP0] Load weight end. type=Qwen3MoeForCausalLM, dtype=torch.bfloat16, avail mem=23.40 GB, mem usage=55.18 GB.
[TP0] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB
[TP0] Mamba Cache is allocated. max_mamba_cache_size: 82, conv_state size: 0.19GB, ssm_state size: 7.29GB
[TP0] max_total_num_tokens=367404, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=2048, context_len=40960`;
    expect(read(log)).toEqual({
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
      weightBytes: 10_586.82 * MIB,
      maxModelLen: 65_536,
      kvBytes: 2340 * MIB,
      cells: 1024,
      nLayers: 18,
      stateBytes: 598.5 * MIB,
      computeBytes: 398.38 * MIB
    });
    const old = "llama_new_context_with_model: KV self size  =  256.00 MiB, K (f16):  128.00 MiB";
    expect(read(old)).toEqual({kvBytes: 256 * MIB});
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
