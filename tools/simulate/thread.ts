/** What each thread of the simulator's pool does: one run at a time. */
import {runRow, simulateRun, type RunRow} from "../../src/lib/sim/run.js";
import {resolvedRun, type RunDescription} from "./run-file.js";

export default function simulateDescription(description: RunDescription): RunRow {
  return runRow(simulateRun(resolvedRun(description)));
}
