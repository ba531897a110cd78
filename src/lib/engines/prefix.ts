/** What an engine's prefix cache can find again. */

/**
 * Tokens of a prompt that a prefix cache can hit when all of it was seen before.
 *
 * ⌊(prompt − 1) / unit⌋ · unit: full units only, and the last token is always computed.
 *
 * @see https://github.com/vllm-project/vllm/issues/42948
 * @example prefixHitTokens(8704, 256) // 8448
 */
export function prefixHitTokens(promptTokens: number, unitTokens: number): number {
  return Math.max(0, Math.floor((promptTokens - 1) / unitTokens)) * unitTokens;
}

/**
 * The shortest prompt that can hit anything: one unit, and the token that is computed.
 *
 * @see https://github.com/vllm-project/vllm/issues/53749
 * @example smallestCacheablePrompt(528) // 529
 */
export function smallestCacheablePrompt(unitTokens: number): number {
  return unitTokens + 1;
}

/**
 * Tokens in which a model with several block sizes caches prefixes: their least common multiple.
 *
 * @see https://github.com/vllm-project/vllm-ascend/issues/16270
 * @example prefixUnitTokens([16, 32, 48]) // 96
 */
export function prefixUnitTokens(blockTokens: readonly number[]): number {
  return blockTokens.reduce((unit, block) => (unit / divisor(unit, block)) * block, 1);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
