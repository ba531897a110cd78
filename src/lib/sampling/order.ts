/** Temperature and top-p in the two orders that engines use. */

/** A token that is left after cutting, with its probability among those left. */
export interface KeptToken {
  readonly token: number;
  readonly probability: number;
}

/**
 * Probabilities of logits at a temperature: exp(x / T), normalised. Temperature 0 is not defined
 * here: greedy decoding takes the largest logit.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/generation/logits_process.py
 * @example softmax([0, 0], {temperature: 1}) // [0.5, 0.5]
 */
export function softmax(
  logits: readonly number[],
  {temperature = 1}: {readonly temperature?: number} = {}
): number[] {
  const largest = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = logits.map((logit) => Math.exp((logit - largest) / temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

/**
 * The smallest set of most likely tokens whose probabilities reach p, the crossing token
 * included, most likely first; ties keep the order of tokens.
 *
 * @see https://arxiv.org/abs/1904.09751 section 3.1
 * @example topP([0.5, 0.3, 0.2], 0.6) // [0, 1]
 */
export function topP(probabilities: readonly number[], p: number): number[] {
  const order = probabilities
    .map((probability, token) => ({token, probability}))
    .sort((a, b) => b.probability - a.probability || a.token - b.token);
  let reached = 0;
  const length = order.findIndex(({probability}) => (reached += probability) >= p);
  return order.slice(0, length < 0 ? order.length : length + 1).map(({token}) => token);
}

export interface CutOptions {
  readonly p: number;
  readonly temperature: number;
}

/**
 * Tokens left when temperature comes before top-p (Hugging Face, vLLM), with their probabilities.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/sample/sampler.py
 * @example temperatureFirst([3, 2, 1], {p: 0.8, temperature: 0.5}).length // 1
 */
export function temperatureFirst(
  logits: readonly number[],
  {p, temperature}: CutOptions
): KeptToken[] {
  return kept(logits, topP(softmax(logits, {temperature}), p), temperature);
}

/**
 * Tokens left when top-p comes first and temperature last (llama.cpp's default chain).
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/common/sampling.cpp
 * @example temperatureLast([3, 2, 1], {p: 0.8, temperature: 0.5}).length // 2
 */
export function temperatureLast(
  logits: readonly number[],
  {p, temperature}: CutOptions
): KeptToken[] {
  return kept(logits, topP(softmax(logits), p), temperature);
}

function kept(logits: readonly number[], tokens: readonly number[], temperature: number) {
  const probabilities = softmax(
    tokens.map((token) => logits[token]!),
    {temperature}
  );
  return tokens.map((token, index) => ({token, probability: probabilities[index]!}));
}
