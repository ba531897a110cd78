/** Simulated runs in a module worker: a run comes in, its progress and its figures go out. */

import type {SimulateReply, SimulateRequest} from "../lib/sim/messages.js";
import {servingMetrics} from "../lib/sim/metrics.js";
import {preparedRun, runRow, type Run} from "../lib/sim/run.js";
import {advanceServing, openServing} from "../lib/sim/simulate.js";

/** Passes between two looks at the mailbox: a few milliseconds. */
const PASSES_PER_TURN = 20_000;

const cancelled = new Set<number>();

function reply(message: SimulateReply): void {
  self.postMessage(message);
}

/** Lets waiting messages in. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function simulate(id: number, run: Run): Promise<void> {
  const {config, requests, step} = preparedRun(run);
  const untilSeconds = run.maxSeconds ?? Infinity;
  const s = openServing(config, requests, step);
  let goesOn = true;
  while (goesOn && s.timeSeconds < untilSeconds) {
    goesOn = advanceServing(s, {maxPasses: PASSES_PER_TURN, untilSeconds});
    const nDone = s.tally.finished + s.tally.refused;
    const progress = {nDone, nRequests: requests.n, timeSeconds: s.timeSeconds};
    reply({kind: "progress", id, progress});
    await nextTurn();
    if (cancelled.delete(id)) return reply({kind: "cancelled", id});
  }
  reply({kind: "done", id, row: runRow(servingMetrics(s, run.level))});
}

self.addEventListener("message", ({data}: MessageEvent<SimulateRequest>) => {
  if (data.kind === "cancel") {
    cancelled.add(data.id);
    return;
  }
  simulate(data.id, data.run).catch((error: unknown) => {
    reply({
      kind: "failed",
      id: data.id,
      message: error instanceof Error ? error.message : String(error)
    });
  });
});
