/** Runs a command with the network cut: `tsx tools/offline.ts npm run build`. */
import {spawn, spawnSync} from "node:child_process";
import {fileURLToPath} from "node:url";

const preload = new URL("./no-network.js", import.meta.url).href;

/** Whether this system lets us make a process without network. */
function canUnshare(): boolean {
  return spawnSync("unshare", ["-rn", "true"]).status === 0;
}

export interface Outcome {
  code: number;
  output: string;
}

/** Runs a command, by default with this terminal as its own; with `quiet` its output is returned. */
export function run(
  [command = "", ...args]: readonly string[],
  {quiet = false, env = {}}: {quiet?: boolean; env?: Readonly<Record<string, string>>} = {}
): Promise<Outcome> {
  const stdio = quiet ? "pipe" : "inherit";
  const child = spawn(command, args, {stdio, env: {...process.env, ...env}});
  let output = "";
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({code: code ?? 1, output}));
  });
}

/** Runs a command without network and says by which means. */
export function runOffline(command: readonly string[], options: {quiet?: boolean} = {}) {
  if (canUnshare()) {
    console.log("network cut by unshare -rn");
    return run(["unshare", "-rn", ...command], options);
  }
  console.log("network cut by a preload: sockets, name look-ups and fetch throw");
  const flags = `${process.env["NODE_OPTIONS"] ?? ""} --import ${preload}`.trim();
  return run(command, {...options, env: {NODE_OPTIONS: flags}});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await runOffline(process.argv.slice(2))).code;
}
