import type {PrefixCache} from "./prefix.js";
import {cachedPrefixTokens, defaultPrefixCache, warmProbability} from "./prefix.js";

/** Who sends the same text: every request, those of one template, those of one user, none. */
export type Sharing = "everyone" | "template" | "user" | "nobody";

/** A piece of the prompt, in the order in which it is sent. */
export interface Segment {
  readonly name: string;
  readonly tokens: number;
  readonly sharedBy: Sharing;
}

/** Requests a second that start with the same prefix, by who shares it. */
export interface ShareRates {
  readonly everyone: number;
  readonly template: number;
  readonly user: number;
}

export interface PromptOptions extends Partial<PrefixCache> {
  readonly lifetimeSeconds: number;
  readonly rates: ShareRates;
}

/** The longest prefix that one kind of requests has in common. */
export interface SharedPrefix {
  readonly sharedBy: "everyone" | "template" | "user" | "user and template";
  /** Tokens from the start of the prompt to the end of this prefix */
  readonly tokens: number;
  /** What the cache keeps of it: whole blocks, at least the smallest cacheable prefix */
  readonly cachedTokens: number;
  readonly warmProbability: number;
}

export interface PromptHits {
  readonly promptTokens: number;
  /** Mean tokens read from the cache */
  readonly hitTokens: number;
  readonly hitFraction: number;
  /** Share of the prompt written so that a later request can read it, mean */
  readonly writeFraction: number;
  readonly prefixes: readonly SharedPrefix[];
}

/**
 * Share of a prompt that is read from the cache, mean over requests, and the prefixes it comes from.
 *
 * Σ (cached tokens of a prefix − of the wider-shared one before it) · P(warm). A prefix is shared by
 * those who share all of its segments; the first segment that nobody shares ends it.
 * Ignores chance repeats of unshared text and pauses that are not Poisson.
 *
 * @see https://github.com/openai/openai-cookbook/blob/main/examples/Prompt_Caching_201.ipynb section 1.1
 * @example promptHits([{name: "rules", tokens: 2048, sharedBy: "everyone"}, {name: "ask", tokens: 2048, sharedBy: "nobody"}], {lifetimeSeconds: 300, rates: {everyone: 1e9, template: 0, user: 0}}).hitFraction // 0.5
 */
export function promptHits(segments: readonly Segment[], options: PromptOptions): PromptHits {
  const promptTokens = segments.reduce((sum, s) => sum + s.tokens, 0);
  const prefixes = sharedPrefixes(segments, options);
  const hitTokens = prefixes.reduce(
    (sum, prefix, i) =>
      sum + (prefix.cachedTokens - (prefixes[i - 1]?.cachedTokens ?? 0)) * prefix.warmProbability,
    0
  );
  const writeTokens = (prefixes.at(-1)?.cachedTokens ?? 0) - hitTokens;
  const share = (tokens: number) => (promptTokens > 0 ? tokens / promptTokens : 0);
  return {
    promptTokens,
    hitTokens,
    hitFraction: share(hitTokens),
    writeFraction: share(writeTokens),
    prefixes
  };
}

function sharedPrefixes(segments: readonly Segment[], options: PromptOptions): SharedPrefix[] {
  const cache = {...defaultPrefixCache, ...options};
  const nPromptTokens = segments.reduce((sum, s) => sum + s.tokens, 0);
  const ends = new Map<SharedPrefix["sharedBy"], number>();
  let tokens = 0;
  let sharedBy: SharedPrefix["sharedBy"] = "everyone";
  for (const segment of segments) {
    if (segment.sharedBy === "nobody") break;
    tokens += segment.tokens;
    sharedBy = narrower(sharedBy, segment.sharedBy);
    ends.set(sharedBy, tokens);
  }
  return [...ends].map(([sharedBy, tokens]) => ({
    sharedBy,
    tokens,
    cachedTokens: cachedPrefixTokens({sharedTokens: tokens, nPromptTokens}, cache),
    warmProbability: warmProbability({
      requestsPerSecond: rateOf(sharedBy, options.rates),
      lifetimeSeconds: options.lifetimeSeconds
    })
  }));
}

function narrower(
  prefix: SharedPrefix["sharedBy"],
  next: "everyone" | "template" | "user"
): SharedPrefix["sharedBy"] {
  if (next === "everyone" || next === prefix) return prefix;
  return prefix === "everyone" ? next : "user and template";
}

function rateOf(sharedBy: SharedPrefix["sharedBy"], rates: ShareRates): number {
  if (sharedBy !== "user and template") return rates[sharedBy];
  return rates.everyone > 0 ? (rates.user * rates.template) / rates.everyone : 0;
}

/**
 * Requests a second behind each kind of shared prefix.
 *
 * everyone = all requests; template = all / templates, evenly used; user = what one user sends while
 * active, at most all. One user's requests on one template are user · template / everyone.
 *
 * @example shareRates({requestsPerSecond: 2, nTemplates: 4, userRequestsPerSecond: 0.01}).template // 0.5
 */
export function shareRates({
  requestsPerSecond,
  nTemplates,
  userRequestsPerSecond
}: {
  readonly requestsPerSecond: number;
  readonly nTemplates: number;
  readonly userRequestsPerSecond: number;
}): ShareRates {
  return {
    everyone: requestsPerSecond,
    template: requestsPerSecond / nTemplates,
    user: Math.min(userRequestsPerSecond, requestsPerSecond)
  };
}
