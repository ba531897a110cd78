/**
 * Loaded into a process before its own code: kills it, for real, at the step that LAST_STEP names of
 * those that change files of forks; a write is left half done.
 */
import fs from "node:fs";
import {syncBuiltinESMExports} from "node:module";

type Step = (...args: unknown[]) => unknown;

const names = ["openSync", "writeFileSync", "fsyncSync", "linkSync", "renameSync", "rmSync"];
const functions = fs as unknown as Record<string, Step>;
const last = Number(process.env["LAST_STEP"]);
const descriptors = new Set<unknown>();
let step = 0;

const isOurs = (subject: unknown) =>
  descriptors.has(subject) || (typeof subject === "string" && subject.includes("/pages/forks"));

for (const name of names) {
  const original = functions[name] as Step;
  functions[name] = (...args) => {
    if (!isOurs(args[0])) return original(...args);
    if (++step === last) {
      if (name === "writeFileSync") original(args[0], String(args[1]).slice(0, 100));
      process.kill(process.pid, "SIGKILL");
    }
    const result = original(...args);
    if (name === "openSync") descriptors.add(result);
    return result;
  };
}
syncBuiltinESMExports();
