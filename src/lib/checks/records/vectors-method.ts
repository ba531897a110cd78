/** Vectors about prefixes, speculation, sampling and money. */

import {cachedPrefixTokens} from "../../cost/prefix.js";
import {requestUsd} from "../../cost/request.js";
import {temperatureFirst, temperatureLast} from "../../sampling/order.js";
import {meanAcceptedLength, operationsFactor, speculationSpeedup} from "../../spec/leviathan.js";
import {exact} from "./record.js";
import {vectorInput as at, type VectorEvaluator, type VectorRecord} from "./vector.js";

const prefix: VectorEvaluator = (vector) => {
  const [tokens, block] = [at(vector, "tokens"), at(vector, "block")];
  const ours = cachedPrefixTokens(
    {sharedTokens: tokens, nPromptTokens: tokens},
    {blockTokens: block, minTokens: 0}
  );
  const unfolded = `⌊(${exact(tokens)} − 1) / ${block}⌋ · ${block}`;
  return {ours, formula: "⌊(prompt − 1) / block⌋ · block", unfolded};
};

const speculation: VectorEvaluator = (vector) => {
  if (vector.id.includes("accept-length")) {
    const [nAccepted, nDrafts] = [at(vector, "accepted"), at(vector, "drafts")];
    const unfolded = `1 + ${exact(nAccepted)} / ${exact(nDrafts)}`;
    return {
      ours: meanAcceptedLength({nAccepted, nDrafts}),
      formula: "1 + accepted / drafts",
      unfolded
    };
  }
  const [acceptance, nDrafted] = [at(vector, "alpha"), at(vector, "gamma")];
  const [draftCost, draft] = [at(vector, "c"), {acceptance, nDrafted}];
  return {
    ours: {
      speedup: speculationSpeedup(draft, {draftCost}),
      ops: operationsFactor(draft, {draftOperations: 0})
    },
    formula: "(1 − α^(γ+1)) / ((1 − α)(γc + 1)); (1 − α)(γ + 1) / (1 − α^(γ+1))",
    unfolded: `α ${acceptance}, γ ${nDrafted}, c ${draftCost}`
  };
};

const sampling: VectorEvaluator = ({inputs}) => {
  const {
    logits,
    top_p: p,
    temperature
  } = inputs as {
    logits: readonly number[];
    top_p: number;
    temperature: number;
  };
  const last = temperatureLast(logits, {p, temperature});
  const first = temperatureFirst(logits, {p, temperature});
  return {
    ours: {
      llamacpp_keep: last.map(({token}) => token),
      llamacpp_p: last.map(({probability}) => probability),
      temp_first_keep: first.map(({token}) => token),
      temp_first_p: first.map(({probability}) => probability)
    },
    formula: "top-p, then temperature; temperature, then top-p",
    unfolded: `logits ${logits.join(", ")}; p ${p}; T ${temperature}`
  };
};

interface PricedTokens {
  readonly tokens: number;
  readonly usd_per_m: number;
}

/** Each entry is one bucket of its own price: a request of that bucket alone. */
const bill: VectorEvaluator = ({inputs}) => {
  const entries = inputs as readonly PricedTokens[];
  const ours = entries.reduce((sum, {tokens, usd_per_m}) => sum + bucketUsd(tokens, usd_per_m), 0);
  const unfolded = entries.map((e) => `${exact(e.tokens)} · ${e.usd_per_m}`).join(" + ");
  return {ours, formula: "Σ tokens · price / 10^6", unfolded: `(${unfolded}) / 10^6`};
};

function bucketUsd(tokens: number, usdPerMillion: number): number {
  const price = usdPerMillion / 1e6;
  return requestUsd(
    {uncachedTokens: tokens, readTokens: 0, write5mTokens: 0, write1hTokens: 0, outputTokens: 0},
    {
      inputUsdPerToken: price,
      cachedUsdPerToken: price,
      outputUsdPerToken: price,
      write5mUsdPerToken: null,
      write1hUsdPerToken: null,
      batchMultiplier: null,
      contextTiers: []
    }
  );
}

const economy: VectorEvaluator = (vector) => {
  const factors = ["nodes", "gpus", "usd_gpu_h"].map((key) => at(vector, key));
  const rent = factors.reduce((a, b) => a * b, 24);
  const prices = (vector.inputs as {prices: readonly number[]}).prices;
  const tokens = ["hit_B", "miss_B", "out_B"].map((key) => at(vector, key) * 1e9);
  const revenue = tokens.reduce((sum, n, index) => sum + bucketUsd(n, prices[index]!), 0);
  return {
    ours: {cost_usd_day: rent, revenue_usd_day: revenue},
    formula: "nodes · GPUs · $/h · 24; Σ tokens · price / 10^6",
    unfolded: `${factors.map(exact).join(" · ")} · 24; ${sumText(vector, prices)}`
  };
};

function sumText(vector: VectorRecord, prices: readonly number[]): string {
  const billions = ["hit_B", "miss_B", "out_B"].map((key) => at(vector, key));
  return billions.map((n, index) => `${n} · 10^3 · ${prices[index]}`).join(" + ");
}

/**
 * Evaluators of vectors about methods and money, by the beginning of their ids.
 *
 * @example methodVectors.prefix({inputs: {tokens: 8891, block: 256}}).ours // 8704
 */
export const methodVectors: Readonly<Record<string, VectorEvaluator>> = {
  prefix,
  spec: speculation,
  sampling,
  cost: bill,
  econ: economy
};
