import type {WriteLifetime} from "./buckets.js";
import type {PrefixCache} from "./prefix.js";
import {cachedPrefixTokens, defaultPrefixCache} from "./prefix.js";
import type {TokenPrices} from "./prices.js";
import {requestUsd} from "./request.js";

/** Several turns that each send the whole history again: a chat, or an agent's steps. */
export interface Session {
  readonly nTurns: number;
  /** Instructions and tool definitions in front of everything, the same in all sessions */
  readonly systemTokens: number;
  /** New user text of a turn */
  readonly userTokens: number;
  /** Tool results that enter the history in a turn */
  readonly toolTokens: number;
  /** Visible answer of a turn; it enters the history */
  readonly answerTokens: number;
  /** Thinking of a turn: billed as output, not sent again */
  readonly reasoningTokens: number;
}

export interface SessionCache extends Partial<PrefixCache> {
  /** Probability that the previous turn's prompt is still cached */
  readonly warmFraction?: number;
  /** Probability that another session left the system part in the cache */
  readonly systemWarmFraction?: number;
}

/** One request of a session, mean tokens. */
export interface Turn {
  /** 1 for the first */
  readonly turn: number;
  readonly promptTokens: number;
  readonly hitTokens: number;
  readonly hitFraction: number;
  /** New whole blocks of the prompt, written for the next turn */
  readonly writeTokens: number;
  readonly outputTokens: number;
}

/**
 * The requests of a session, first turn first.
 *
 * prompt(t) = system + t · (user + tool) + (t − 1) · answer; hit(t) = cached prefix of prompt(t − 1)
 * when warm, else of the system part. Ignores providers that also cache the answer itself.
 *
 * @example sessionTurns({nTurns: 3, systemTokens: 2048, userTokens: 100, toolTokens: 0, answerTokens: 156, reasoningTokens: 0})[2].hitTokens // 2304
 */
export function sessionTurns(session: Session, cache: SessionCache = {}): Turn[] {
  const {nTurns, systemTokens, answerTokens, reasoningTokens} = session;
  const {warmFraction = 1, systemWarmFraction = 1} = cache;
  const blocks = {...defaultPrefixCache, ...cache};
  const promptOf = (turn: number) =>
    systemTokens + turn * (session.userTokens + session.toolTokens) + (turn - 1) * answerTokens;
  return Array.from({length: nTurns}, (_, i) => {
    const nPromptTokens = promptOf(i + 1);
    const cached = (sharedTokens: number) =>
      cachedPrefixTokens({sharedTokens, nPromptTokens}, blocks);
    const systemHit = systemWarmFraction * cached(systemTokens);
    const hitTokens =
      i === 0 ? systemHit : warmFraction * cached(promptOf(i)) + (1 - warmFraction) * systemHit;
    return {
      turn: i + 1,
      promptTokens: nPromptTokens,
      hitTokens,
      hitFraction: hitTokens / nPromptTokens,
      writeTokens: Math.max(0, cached(nPromptTokens) - hitTokens),
      outputTokens: answerTokens + reasoningTokens
    };
  });
}

export interface SessionOptions {
  readonly cache?: SessionCache;
  /** Charge cache writes of this lifetime; null: not charged */
  readonly writeLifetime?: WriteLifetime | null;
  readonly applyTiers?: boolean;
}

/**
 * Cost of a session, USD: the sum over its requests, each re-priced by its own length.
 *
 * @example sessionUsd({nTurns: 1, systemTokens: 0, userTokens: 1000, toolTokens: 0, answerTokens: 100, reasoningTokens: 100}, {inputUsdPerToken: 0.001, cachedUsdPerToken: 0.0001, write5mUsdPerToken: null, write1hUsdPerToken: null, outputUsdPerToken: 0.01, batchMultiplier: null, contextTiers: []}) // 3
 */
export function sessionUsd(
  session: Session,
  prices: TokenPrices,
  {cache = {}, writeLifetime = null, applyTiers = true}: SessionOptions = {}
): number {
  return sessionTurns(session, cache).reduce((sum, turn) => {
    const writeTokens = writeLifetime === null ? 0 : turn.writeTokens;
    const buckets = {
      uncachedTokens: turn.promptTokens - turn.hitTokens - writeTokens,
      readTokens: turn.hitTokens,
      write5mTokens: writeLifetime === "5m" ? writeTokens : 0,
      write1hTokens: writeLifetime === "1h" ? writeTokens : 0,
      outputTokens: turn.outputTokens
    };
    return sum + requestUsd(buckets, prices, {applyTiers});
  }, 0);
}

/**
 * Cost of a session's distinct tokens sent in one request, USD, nothing cached.
 *
 * Input: system + n · (user + tool), once; output: all answers and all thinking.
 *
 * @example oneShotUsd({nTurns: 2, systemTokens: 1000, userTokens: 500, toolTokens: 0, answerTokens: 100, reasoningTokens: 0}, {inputUsdPerToken: 0.001, cachedUsdPerToken: 0.0001, write5mUsdPerToken: null, write1hUsdPerToken: null, outputUsdPerToken: 0.01, batchMultiplier: null, contextTiers: []}) // 4
 */
export function oneShotUsd(session: Session, prices: TokenPrices): number {
  const {nTurns, systemTokens, userTokens, toolTokens, answerTokens, reasoningTokens} = session;
  const buckets = {
    uncachedTokens: systemTokens + nTurns * (userTokens + toolTokens),
    readTokens: 0,
    write5mTokens: 0,
    write1hTokens: 0,
    outputTokens: nTurns * (answerTokens + reasoningTokens)
  };
  return requestUsd(buckets, prices);
}
