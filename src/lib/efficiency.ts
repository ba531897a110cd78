/** How much of a card's peaks real software reaches: the defaults and the measured ranges beside them. */

export interface EfficiencyRange {
  readonly low: number;
  readonly usual: number;
  readonly high: number;
  readonly source: string;
}

/** Share of peak FLOP/s in prefill: serving engines measured, weights' products alone. */
export const mfuRange: EfficiencyRange = {
  low: 0.29,
  usual: 0.5,
  high: 0.77,
  source:
    "alibaba/InferSim@0d2b567a README.md: 7,839 tokens/s on each H800 (DeepSeek-V3) to 15,061 on an H20 (Qwen3-8B FP8)"
};

/** Share of peak bandwidth in decode, 16-bit weights, one reader: gpt-fast and vLLM measured. */
export const mbuRange: EfficiencyRange = {
  low: 0.64,
  usual: 0.65,
  high: 0.69,
  source:
    "pytorch-labs/gpt-fast README.md (0.685, 0.69 on A100); https://github.com/vllm-project/vllm/pull/16937 (0.64 on H100)"
};
