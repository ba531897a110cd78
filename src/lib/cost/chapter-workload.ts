import type {Workload} from "./fleet.js";

/**
 * The chapter's workload: 100,000 daily users, remix 1/100, PGC 1/1000, hit rate 70 %. The tokens of
 * a generation are not in the chapter: 20,000 in and 3,000 out are the lab's assumption.
 */
export const chapterWorkload: Workload = {
  dailyUsers: 100_000,
  remixRate: 1 / 100,
  pgcRate: 1 / 1000,
  inputTokens: 20_000,
  outputTokens: 3_000,
  hitFraction: 0.7
};

/** The chapter's third experiment: remixing catches on. */
export const explodedRemixRate = 1 / 10;
