/** Closed forms of speculative decoding with independent acceptance (Leviathan et al., 2023). */

/** A draft of γ tokens, each accepted with probability α. */
export interface Speculation {
  /** α: probability that a drafted token is accepted */
  readonly acceptance: number;
  /** γ: tokens drafted for one pass of the target */
  readonly nDrafted: number;
}

/**
 * Tokens that one pass of the target yields on average, its own token included.
 *
 * E = (1 − α^(γ+1)) / (1 − α); γ + 1 when every draft is accepted.
 * Ignores that acceptance falls with the position in the draft.
 *
 * @see https://arxiv.org/abs/2211.17192 equation 1
 * @example expectedTokens({acceptance: 0.8, nDrafted: 5}) // 3.68928
 */
export function expectedTokens({acceptance, nDrafted}: Speculation): number {
  if (acceptance === 1) return nDrafted + 1;
  return (1 - acceptance ** (nDrafted + 1)) / (1 - acceptance);
}

/**
 * How many times faster than the target alone, at batch 1.
 *
 * E / (γ·c + 1), c the time of a draft step over that of a target step. Ignores the cost of
 * verifying γ + 1 tokens at once, which is nothing only while decoding is bound by memory.
 *
 * @see https://arxiv.org/abs/2211.17192 theorem 3.8
 * @example speculationSpeedup({acceptance: 0.9, nDrafted: 10}) // 6.861894
 */
export function speculationSpeedup(
  speculation: Speculation,
  {draftCost = 0}: {readonly draftCost?: number} = {}
): number {
  return expectedTokens(speculation) / (speculation.nDrafted * draftCost + 1);
}

/**
 * Arithmetic of speculative decoding over that of the target alone, per token.
 *
 * (1 − α)(γ·ĉ + γ + 1) / (1 − α^(γ+1)), ĉ the operations of a draft step over a target step.
 *
 * @see https://arxiv.org/abs/2211.17192 theorem 3.11
 * @example operationsFactor({acceptance: 0.6, nDrafted: 2}) // 1.5306122
 */
export function operationsFactor(
  speculation: Speculation,
  {draftOperations = 0}: {readonly draftOperations?: number} = {}
): number {
  const {nDrafted} = speculation;
  return (nDrafted * draftOperations + nDrafted + 1) / expectedTokens(speculation);
}

/**
 * Mean tokens a pass from an engine's counters: accepted tokens a draft, and the target's own.
 *
 * 1 + accepted / drafts; not the "acceptance rate", which is accepted over drafted tokens.
 *
 * @see https://github.com/vllm-project/vllm/issues/26191
 * @example meanAcceptedLength({nAccepted: 12208, nDrafts: 4816}) // 3.534884
 */
export function meanAcceptedLength({
  nAccepted,
  nDrafts
}: {
  readonly nAccepted: number;
  readonly nDrafts: number;
}): number {
  return 1 + nAccepted / nDrafts;
}
