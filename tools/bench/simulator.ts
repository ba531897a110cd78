/** How long a stream of requests takes to simulate, and how that grows with its length. */
import {requestLaws} from "../../src/lib/sim/lengths.js";
import {preparedRun} from "../../src/lib/sim/run.js";
import {simulateServing} from "../../src/lib/sim/simulate.js";
import {resolvedRun, type RunDescription} from "../simulate/run-file.js";
import {digits, type Measurement} from "./table.js";

const sizes = [1e3, 1e4, 1e5, 1e6];
const targetSeconds = 10;

/** LLaMA-3.1-8B on an H100, chat-like requests, half with a common beginning, in two turns. */
const description: RunDescription = {
  model: "llama3.1-8b",
  gpu: "h100-sxm",
  weightDtype: "bf16",
  kvDtype: "bf16",
  memory: {kind: "paged", blockSize: 16, prefixCache: true},
  scheduler: {
    batching: "continuous",
    maxSequences: 256,
    maxBatchedTokens: 2048,
    chunkedPrefill: true
  },
  maxModelLen: 8192,
  workload: {
    nRequests: 0,
    arrivals: {kind: "poisson", requestsPerSecond: 12},
    lengths: requestLaws.sharegpt,
    sharing: {sharedFraction: 0.5, sharedTokens: 200, nGroups: 20, turns: 2}
  },
  seed: 1
};

/** Processor time, which other programs on the machine do not lengthen. */
function seconds(nRequests: number): {seconds: number; passes: number} {
  const run = resolvedRun(description);
  const start = process.cpuUsage();
  const {config, requests, step} = preparedRun({...run, workload: {...run.workload, nRequests}});
  const {tally} = simulateServing(config, requests, {step});
  if (tally.finished !== nRequests) throw new Error(`unfinished requests of ${nRequests}`);
  const {user, system} = process.cpuUsage(start);
  return {seconds: (user + system) / 1e6, passes: tally.passes};
}

export function measureSimulator(): Measurement[] {
  seconds(1e4);
  const measured = sizes.map((n) => ({n, ...seconds(n)}));
  return measured.map(({n, seconds: value, passes}, i) => {
    const before = measured[i - 1];
    const growth = before ? `, ${digits(value / before.seconds)} x the time of a tenth` : "";
    return {
      what: `${digits(n)} requests, paging, prefix tree`,
      value,
      unit: "s",
      ...(n === 1e6 ? {target: targetSeconds} : {}),
      note: `${digits(passes)} passes, ${digits((1e6 * value) / n)} µs a request${growth}`
    };
  });
}
