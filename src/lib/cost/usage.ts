import type {TokenBuckets} from "./buckets.js";

/** Token counts as a provider reports them, before they are made disjoint. */
export interface ReportedUsage {
  readonly inputTokens: number;
  readonly cacheReadTokens?: number;
  readonly write5mTokens?: number;
  readonly write1hTokens?: number;
  readonly outputTokens: number;
  readonly reasoningTokens?: number;
}

/** What a provider's two totals already contain. */
export interface UsageConvention {
  readonly inputIncludesCache: boolean;
  readonly outputIncludesReasoning: boolean;
  readonly source: string;
}

/** How providers count: whether the input holds the cached tokens, the output the reasoning. */
export const usageConventions = {
  openai: {
    inputIncludesCache: true,
    outputIncludesReasoning: true,
    source: "https://github.com/BerriAI/litellm/issues/15945"
  },
  deepseek: {
    inputIncludesCache: true,
    outputIncludesReasoning: true,
    source: "https://github.com/earendil-works/pi/issues/2148"
  },
  anthropic: {
    inputIncludesCache: false,
    outputIncludesReasoning: true,
    source: "https://platform.claude.com/docs/en/build-with-claude/prompt-caching"
  },
  gemini: {
    inputIncludesCache: true,
    outputIncludesReasoning: false,
    source: "https://github.com/getagentseal/codeburn/issues/1115"
  },
  grok: {
    inputIncludesCache: true,
    outputIncludesReasoning: false,
    source: "https://github.com/getagentseal/codeburn/issues/1115"
  }
} as const satisfies Record<string, UsageConvention>;

/**
 * Disjoint buckets of a reported usage, tokens.
 *
 * Inclusive input: uncached = input − reads − writes. Exclusive input: uncached = input.
 * Reasoning is added to the output only where the output leaves it out.
 *
 * @throws RangeError when a part is larger than the total that is said to contain it
 * @see https://github.com/BerriAI/litellm/issues/15945
 * @example normaliseUsage({inputTokens: 9126, cacheReadTokens: 4864, outputTokens: 3197}, {inputIncludesCache: true, outputIncludesReasoning: true, source: ""}).uncachedTokens // 4262
 */
export function normaliseUsage(usage: ReportedUsage, convention: UsageConvention): TokenBuckets {
  const {inputTokens, cacheReadTokens = 0, write5mTokens = 0, write1hTokens = 0} = usage;
  const {outputTokens, reasoningTokens = 0} = usage;
  const {inputIncludesCache, outputIncludesReasoning} = convention;
  const parts = cacheReadTokens + write5mTokens + write1hTokens;
  if (inputIncludesCache && parts > inputTokens)
    throw new RangeError(`cache tokens exceed inputTokens: ${parts}, ${inputTokens}`);
  if (outputIncludesReasoning && reasoningTokens > outputTokens)
    throw new RangeError(
      `reasoningTokens exceed outputTokens: ${reasoningTokens}, ${outputTokens}`
    );
  return {
    uncachedTokens: inputIncludesCache ? inputTokens - parts : inputTokens,
    readTokens: cacheReadTokens,
    write5mTokens,
    write1hTokens,
    outputTokens: outputIncludesReasoning ? outputTokens : outputTokens + reasoningTokens
  };
}
