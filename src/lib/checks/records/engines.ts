/** Records from logs of vLLM and SGLang. */

import {sglangPoolBytes} from "../../engines/sglang.js";
import {vllmCapacity, vllmKvBytes, vllmLayers, vllmPool} from "../../engines/vllm.js";
import {kvGrowthBytesPerToken} from "../../kv.js";
import {
  exact,
  inBytes,
  input,
  inUnit,
  type CheckRecord,
  type Evaluator,
  type Lab
} from "./record.js";
import {hasInput, kvDtypeOf} from "./shapes.js";

const GIB = 2 ** 30;

const budget: Evaluator = (record) => {
  const bytes = (key: string) => input(record, key) * GIB;
  const left = vllmKvBytes({
    totalBytes: bytes("totalGiB"),
    utilizationFraction: input(record, "utilization"),
    weightBytes: bytes("weightsGiB"),
    activationBytes: bytes("activationGiB"),
    nonTorchBytes: bytes("nonTorchGiB")
  });
  const taken = ["weightsGiB", "activationGiB", "nonTorchGiB"].map((key) => input(record, key));
  const share = `${input(record, "totalGiB")} · ${input(record, "utilization")}`;
  return inUnit(left / GIB, {unit: "GiB", unfolded: [share, ...taken].join(" − ")});
};

/** The pool of a record's model in the memory that its log prints. */
function poolOf(record: CheckRecord, lab: Lab) {
  const tp = hasInput(record, "tp") ? input(record, "tp") : 1;
  const dtype = kvDtypeOf(input(record, "bytesPerElement"));
  const kvBytes = input(record, "kvMemoryGiB") * GIB;
  const blockTokens = hasInput(record, "blockSize") ? input(record, "blockSize") : 16;
  return {
    blockTokens,
    ...vllmPool(vllmLayers(lab.model(record.model), dtype, {tp}), {kvBytes, blockTokens})
  };
}

const blocks: Evaluator = (record, lab) => {
  const unit = "blocks";
  if (hasInput(record, "swapGiB")) return cpuBlocks(record, lab);
  const {nBlocks, blockBytes} = poolOf(record, lab);
  const unfolded = `⌊${input(record, "kvMemoryGiB")} GiB / ${exact(blockBytes)} B⌋`;
  return inUnit(nBlocks, {unit, unfolded});
};

const cpuBlocks = (record: CheckRecord, lab: Lab) => {
  const blockTokens = input(record, "blockSize");
  const layers = vllmLayers(lab.model(record.model), "bf16");
  const {nBlocks, blockBytes} = vllmPool(layers, {
    kvBytes: input(record, "swapGiB") * GIB,
    blockTokens
  });
  const unfolded = `⌊${input(record, "swapGiB")} GiB / ${exact(blockBytes)} B⌋`;
  return inUnit(nBlocks, {unit: "blocks", unfolded});
};

const tokens: Evaluator = (record, lab) => {
  const {nBlocks, blockTokens, blockBytes} = poolOf(record, lab);
  const memory = `⌊${input(record, "kvMemoryGiB")} GiB / ${exact(blockBytes)} B⌋`;
  return inUnit(nBlocks * blockTokens, {unit: "tokens", unfolded: `${memory} · ${blockTokens}`});
};

/** One group of full attention: what a request takes is its length, rounded up to blocks. */
const concurrency: Evaluator = (record) => {
  const maxModelLen = input(record, "maxModelLen");
  const blockTokens = hasInput(record, "blockSize") ? input(record, "blockSize") : 16;
  const nBlocks = hasInput(record, "blocks")
    ? input(record, "blocks")
    : input(record, "tokens") / blockTokens;
  const groups = [{blockTokens, windowTokens: null}];
  const request = {maxModelLen, maxBatchedTokens: maxModelLen};
  const {concurrency: ours, blocksPerRequest} = vllmCapacity({nBlocks, groups}, request);
  return inUnit(ours, {
    unit: "x",
    unfolded: `${exact(nBlocks)} blocks / ${exact(blocksPerRequest)}`
  });
};

/** Which part of which pool a line prints stands in its unit and in the record's id. */
const sglang: Evaluator = (record, lab) => {
  const model = lab.model(record.model);
  const dtype = kvDtypeOf(input(record, "bytesPerElement"));
  const isWindow = record.id === "sglang-mimo-v";
  const {keyBytes, valueBytes} = sglangPoolBytes(model, {
    dtype,
    tp: tensorParallel(record.id),
    nTokens: input(record, "tokens"),
    pageTokens: hasInput(record, "pageSize") ? input(record, "pageSize") : 1,
    layers: isWindow ? "window" : "full"
  });
  const growth = exact(kvGrowthBytesPerToken(model, dtype));
  const unfolded = `${exact(input(record, "tokens"))} tokens and a spare page; ${growth} B a token in all`;
  return inBytes(isWindow ? valueBytes : keyBytes, {unit: record.published.unit, unfolded});
};

/** GPUs a layer is shared over, as the record's model line says. */
function tensorParallel(id: string): number {
  if (id === "sglang-21348-k" || id === "sglang-mimo-v") return 4;
  return id === "sglang-qwen35-k" ? 2 : 1;
}

/**
 * Evaluators of what vLLM and SGLang print about their pools.
 *
 * @example engineEvaluators["vllm-memory-budget"]({inputs: {totalGiB: 79.18, utilization: 0.9, weightsGiB: 14.99, activationGiB: 4.76, nonTorchGiB: 0.13}}).ours // 51.38
 */
export const engineEvaluators: Readonly<Record<string, Evaluator>> = {
  "vllm-memory-budget": budget,
  "vllm-blocks": blocks,
  "vllm-tokens": tokens,
  "vllm-concurrency": concurrency,
  "sglang-kv-log": sglang
};
