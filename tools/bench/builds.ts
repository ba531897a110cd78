/** Seconds to build sites of 10 and of 200 pages: the lab with copies of one page as forks. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  readFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {run} from "../offline.js";
import type {Measurement} from "./table.js";

const entries = ["observablehq.config.ts", "package.json", "tsconfig.json", "src", "tools"];

/** A copy of the project whose site has so many pages. */
function copyProject(nPages: number): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-build-"));
  for (const entry of entries) cpSync(entry, join(folder, entry), {recursive: true});
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const forks = join(folder, "src/pages/forks");
  mkdirSync(forks, {recursive: true});
  const pages = readdirSync("src/pages").filter((file) => file.endsWith(".md"));
  const source = readFileSync(join("src/pages", pages[0] ?? ""), "utf8");
  for (let i = pages.length + 1; i < nPages; ++i) {
    writeFileSync(join(forks, `copy-${i}.md`), source.replace(/^# .*$/m, `# Copy ${i}`));
  }
  return folder;
}

async function buildSeconds(nPages: number): Promise<number> {
  const folder = copyProject(nPages);
  const start = performance.now();
  const command = ["env", "-C", folder, resolve("node_modules/.bin/tsx"), "tools/build.ts"];
  const {code, output} = await run(command, {quiet: true});
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, {recursive: true});
  if (code !== 0) throw new Error(`build of ${nPages} pages failed\n${output}`);
  return seconds;
}

export async function measureBuilds(): Promise<Measurement[]> {
  const small = await buildSeconds(10);
  const large = await buildSeconds(200);
  return [
    {what: "10 pages", value: small, unit: "s"},
    {what: "200 pages", value: large, unit: "s", target: 60}
  ];
}
