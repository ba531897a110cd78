/** What a page and a worker that simulates say to each other. */

import type {Run, RunRow} from "./run.js";
import type {Progress} from "./simulate.js";

export type SimulateRequest =
  | {readonly kind: "run"; readonly id: number; readonly run: Run}
  | {readonly kind: "cancel"; readonly id: number};

export type SimulateReply =
  | {readonly kind: "progress"; readonly id: number; readonly progress: Progress}
  | {readonly kind: "done"; readonly id: number; readonly row: RunRow}
  | {readonly kind: "cancelled"; readonly id: number}
  | {readonly kind: "failed"; readonly id: number; readonly message: string};
