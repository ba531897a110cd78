/** What each thread of the simulator's pool does: one run at a time. */
import {runRow, simulateRun, type RunRow} from "../../src/lib/sim/run.js";
import {splitRun} from "../../src/lib/sim/split.js";
import {resolvedRun, type RunDescription} from "./run-file.js";

export default function simulateDescription(description: RunDescription): RunRow {
  const {split, ...rest} = description;
  const run = resolvedRun(rest);
  return runRow(split ? splitRun(run, split) : simulateRun(run));
}
