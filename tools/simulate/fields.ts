/** What a run file and a row of results may say: one entry a field. */
import {kvDtypes, weightDtypes} from "../../src/lib/dtype.js";
import {
  expected,
  flag,
  inside,
  isRecord,
  kinds,
  number,
  oneOf,
  optional,
  orNull,
  record,
  text,
  whole,
  type Check,
  type Fields
} from "./schema.js";

const MOST_TOKENS = 2 ** 30;
const tokens = whole(1, MOST_TOKENS);
const seconds = number({from: 0}, " of seconds");
const share = number({above: 0, to: 1});
const rate = {requestsPerSecond: number({above: 0}, " of requests a second")};

const length = kinds({
  fixed: {tokens: number({above: 0, below: 1e9}, " of tokens")},
  "log-normal": {
    mean: number({above: 0, below: 1e9}, " of tokens"),
    cv: number({from: 0, to: 100})
  }
});

const memory = kinds({
  paged: {
    blockSize: tokens,
    prefixCache: optional(flag),
    watermarkFraction: optional(number({from: 0, below: 1}))
  },
  contiguous: {
    reserve: oneOf(["max", "pow2", "oracle"]),
    fit: optional(oneOf(["buddy", "first-fit"]))
  }
});

const scheduler = record({
  batching: oneOf(["static", "continuous"]),
  maxSequences: tokens,
  maxBatchedTokens: tokens,
  chunkedPrefill: flag,
  order: optional(oneOf(["fcfs", "longest-prefix"])),
  preemption: optional(
    kinds({
      recompute: {},
      swap: {
        capacityTokens: number({from: 0}, " of tokens"),
        tokensPerSecond: number({above: 0}, " of tokens a second")
      }
    })
  )
});

const workload = record({
  nRequests: whole(1, 2e7),
  arrivals: kinds({
    "at-once": {},
    poisson: rate,
    even: rate,
    bursts: {...rate, burstSize: number({from: 1}, " of requests")}
  }),
  lengths: record({prompt: length, output: length}),
  sharing: orNull(
    record({
      sharedFraction: number({from: 0, to: 1}),
      sharedTokens: whole(0, MOST_TOKENS),
      nGroups: whole(1, MOST_TOKENS),
      turns: optional(whole(1, MOST_TOKENS))
    })
  ),
  samples: optional(whole(1, 1000)),
  trace: optional(text),
  maxModelLen: optional(whole(2, MOST_TOKENS))
});

const run: Fields = {
  model: text,
  gpu: text,
  tp: optional(whole(1, 1024)),
  weightDtype: oneOf(Object.keys(weightDtypes)),
  kvDtype: oneOf(Object.keys(kvDtypes)),
  mfu: optional(share),
  mbu: optional(share),
  overheadSeconds: optional(seconds),
  memory,
  scheduler,
  capacityTokens: orNull(tokens),
  utilization: optional(share),
  maxModelLen: whole(2, MOST_TOKENS),
  closedLoop: orNull(record({nUsers: tokens, thinkSeconds: seconds})),
  workload,
  seed: whole(0, 2 ** 32 - 1),
  maxSeconds: orNull(number({above: 0}, " of seconds")),
  level: optional(record({ttftSeconds: seconds, tpotSeconds: seconds})),
  split: optional(
    record({
      nPrefill: whole(1, 1024),
      nDecode: whole(1, 1024),
      linkBytesPerSecond: number({above: 0}, " of bytes a second")
    })
  )
};

/** One run, as it stands in a file or at a point of its sweep. */
export const runSchema: Check = record(run);

const axes: Check = (value, at) => {
  if (!isRecord(value)) expected("a record", () => false)(value, at);
  for (const [name, values] of Object.entries(value as object)) {
    const isList = Array.isArray(values) && values.length > 0;
    expected("a list of values", () => isList)(values, inside(at, name));
  }
};

/** A run with a sweep and repetitions. */
export const runFileSchema: Check = record({
  ...run,
  seeds: optional(whole(1, 1e6)),
  sweep: optional(axes)
});

const anyRecord = expected("a record", isRecord);

const figures: Check = (value, at) => {
  anyRecord(value, at);
  const figure = expected("a number or null", (x) => x === null || typeof x === "number");
  for (const [name, x] of Object.entries(value as object)) figure(x, inside(at, name));
};

/** A line of results. */
export const rowSchema: Check = (value, at) => {
  record({index: whole(0, 1e9), nRuns: whole(1, 1e9), point: anyRecord, row: figures})(value, at);
};
