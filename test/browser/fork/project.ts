/** Copies of this project with pages of their own, to be built or previewed. */
import {spawn, type ChildProcess} from "node:child_process";
import {cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {run} from "../../../tools/offline.js";

/** Copies the project under a name, with more files below src. */
export function copyProject(name: string, files: Readonly<Record<string, string>>): string {
  const folder = resolve(".cache", name);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  for (const entry of ["src", "tools", "package.json", "tsconfig.json", "observablehq.config.ts"])
    cpSync(entry, join(folder, entry), {recursive: true});
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const [file, text] of Object.entries(files)) addFile(folder, file, text);
  return folder;
}

export function addFile(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, "src", file)), {recursive: true});
  writeFileSync(join(folder, "src", file), text);
}

const tsx = resolve("node_modules/.bin/tsx");

/** Builds a copy. @throws with the build's report */
export async function buildProject(folder: string): Promise<void> {
  const command = `cd ${JSON.stringify(folder)} && ${JSON.stringify(tsx)} tools/build.ts`;
  const {code, output} = await run(["sh", "-c", command], {quiet: true});
  if (code !== 0 || !existsSync(join(folder, "dist"))) throw new Error(output);
}

export interface Dev {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): void;
}

/** Starts `npm run dev` in a copy, with more in its environment if need be. */
export async function startDev(
  folder: string,
  port: number,
  env: Readonly<Record<string, string>> = {}
): Promise<Dev> {
  const child = spawn(tsx, ["tools/dev.ts", "--port", String(port), "--no-open"], {
    cwd: folder,
    detached: true,
    env: {...process.env, ...env}
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 150; ++tries) {
    const isUp = await fetch(url).then(
      ({ok}) => ok,
      () => false
    );
    if (isUp) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  const stop = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      return;
    }
  };
  return {url, process: child, stop};
}
