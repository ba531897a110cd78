import {runtime} from "@observablehq/framework/dist/client/main.js";

/** Milliseconds after which a cell that never gets a value no longer holds up the others' report. */
const PATIENCE_MS = 10_000;

/** Waits until all that was changed, and all that depends on it, has a value or an error. */
export async function settled(): Promise<void> {
  await (runtime._computing ?? Promise.resolve());
  const promises = Array.from(runtime._variables, (variable) => variable._promise);
  const patience = new Promise((done) => setTimeout(done, PATIENCE_MS));
  await Promise.race([Promise.allSettled(promises), patience]);
}
