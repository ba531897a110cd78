/** The disk writers as processes of their own, which a test may kill. */
import {spawn, type ChildProcess} from "node:child_process";
import {mkdirSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {build, type BuildOptions, type Plugin, type StdinOptions} from "esbuild";
import {stubs} from "../../../tools/fork/bundle/stubs.js";

const folder = resolve(".cache/processes");
const file = (name: string) => `${folder}/${name}.mjs`;
/** What a process has to import to die at its LAST_STEP. */
export const mortal = file("mortal");
/** Address that the writer takes for the lab's own. */
export const origin = "http://127.0.0.1:3000";

const writer = `
import {startWriter} from "./tools/fork/writer.ts";
const {url, token} = await startWriter({root: process.argv[2], origins: ["${origin}"]});
console.log(url + " " + token);
`;

/** Framework's parser is bundled as for the browser; what is ours keeps node's modules. */
const nodeOwn: Plugin = {
  name: "node-own",
  setup({onResolve}) {
    onResolve({filter: /^node:/}, ({path, importer}) =>
      importer.includes("node_modules") ? undefined : {path, external: true}
    );
  }
};

/** Bundles what the processes run: they start in a moment then. */
export async function bundleProcesses(): Promise<void> {
  mkdirSync(folder, {recursive: true});
  const options = {
    bundle: true,
    platform: "node" as const,
    format: "esm" as const,
    plugins: [nodeOwn, stubs]
  } satisfies BuildOptions;
  const stdin: StdinOptions = {contents: writer, resolveDir: process.cwd(), loader: "ts"};
  await Promise.all([
    build({...options, entryPoints: ["tools/fork.ts"], outfile: file("fork")}),
    build({...options, entryPoints: ["test/tools/fork/mortal.ts"], outfile: mortal}),
    build({...options, stdin, outfile: file("writer")})
  ]);
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface Limits {
  /** Step at which the process is killed */
  readonly lastStep?: number;
  /** Blocks of 512 bytes that a file may have: the system refuses the rest, as on a full disk */
  readonly blocks?: number;
}

function start(args: readonly string[], cwd: string, {lastStep, blocks}: Limits): ChildProcess {
  const preload = lastStep === undefined ? [] : ["--import", mortal];
  const node = [process.execPath, ...preload, ...args];
  const limit = blocks === undefined ? "" : `ulimit -f ${blocks}; `;
  return spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...node], {
    cwd,
    env: {...process.env, LAST_STEP: String(lastStep ?? 0)}
  });
}

function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data) => (output += String(data)));
  return () => output;
}

function endOf(child: ChildProcess): Promise<Ended> {
  const output = outputOf(child);
  return new Promise((done) =>
    child.on("close", (code, signal) => done({code, signal, output: output()}))
  );
}

/** `npm run fork` in the folder above a source root. */
export function forkProcess(root: string, args: readonly string[], limits: Limits = {}) {
  return endOf(start([file("fork"), ...args], dirname(root), limits));
}

export interface WriterProcess {
  readonly ended: Promise<Ended>;
  /** Status of the answer; null when the process died over it */
  write(order: object): Promise<{status: number | null; message?: string}>;
  kill(): void;
}

/** The writer of `npm run dev` for a source root. */
export async function writerProcess(root: string, limits: Limits = {}): Promise<WriterProcess> {
  const child = start([file("writer"), root], process.cwd(), limits);
  const output = outputOf(child);
  const ended = endOf(child);
  while (!output().includes("\n")) await new Promise((done) => setTimeout(done, 10));
  const [url, token = ""] = output().trim().split(" ");
  return {
    ended,
    kill: () => child.kill("SIGKILL"),
    async write(order) {
      const headers = {origin, "x-lab-token": token, "content-type": "application/json"};
      const body = JSON.stringify(order);
      try {
        const response = await fetch(`${url}/write`, {method: "POST", headers, body});
        const {message} = (await response.json()) as {message?: string};
        return {status: response.status, ...(message === undefined ? {} : {message})};
      } catch {
        return {status: null};
      }
    }
  };
}
