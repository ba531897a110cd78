/**
 * All gates, in order: `npm test`, or some of them: `npm test -- unit check`.
 * Prints what each counted, and the total as its last line.
 */
import {mkdirSync, readFileSync, rmSync} from "node:fs";
import {join} from "node:path";
import {ensureChromium} from "./chromium.js";
import {findFirefox} from "./firefox.js";
import {run, runOffline} from "./offline.js";
import {writeManifest} from "./fork/manifest.js";
import {vendor} from "./vendor.js";

interface Count {
  passed: number;
  failed: number;
}

const bin = (name: string) => join("node_modules", ".bin", name);
const tool = (name: string) => [bin("tsx"), join("tools", name)];

async function gate(command: readonly string[]): Promise<Count> {
  const {code} = await run(command);
  return code === 0 ? {passed: 1, failed: 0} : {passed: 0, failed: 1};
}

async function buildGate(): Promise<Count> {
  const {code} = await runOffline(tool("build.ts"));
  return code === 0 ? {passed: 1, failed: 0} : {passed: 0, failed: 1};
}

/** Runs a vitest configuration; a file that cannot be run counts as one failure. */
async function vitest(config: string): Promise<Count> {
  const report = join(".cache", `${config}.json`);
  mkdirSync(".cache", {recursive: true});
  rmSync(report, {force: true});
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const {code} = await run([bin("vitest"), "run", "--config", config, ...reporters]);
  return counts(report, code);
}

function counts(report: string, code: number): Count {
  try {
    const {numPassedTests, numFailedTests, numPendingTests} = JSON.parse(
      readFileSync(report, "utf8")
    ) as {numPassedTests: number; numFailedTests: number; numPendingTests: number};
    const failed = numFailedTests + numPendingTests;
    return {passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1)};
  } catch {
    return {passed: 0, failed: 1};
  }
}

async function browserGate(): Promise<Count> {
  console.log(`browsers: ${ensureChromium()}, ${findFirefox() ?? "no Firefox on this machine"}`);
  return vitest("vitest.browser.config.ts");
}

const gates: Readonly<Record<string, () => Promise<Count>>> = {
  types: () => gate([bin("tsc"), "--noEmit"]),
  lint: () => gate([bin("eslint"), ".", "--max-warnings", "0"]),
  format: () => gate([bin("prettier"), "--check", "--log-level", "warn", "."]),
  unit: () => vitest("vitest.config.ts"),
  check: () => gate(tool("check.ts")),
  build: buildGate,
  browser: browserGate
};

interface Row extends Count {
  name: string;
  seconds: number;
}

/** Runs a gate; one that throws has failed, and says why. */
async function runGate(name: string): Promise<Row> {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  const fail = (error: unknown): Count => {
    console.error((error as Error).message);
    return {passed: 0, failed: 1};
  };
  const steps = gates[name] ?? (() => Promise.reject(new Error(`unknown gate: ${name}`)));
  const count = await steps().catch(fail);
  return {name, ...count, seconds: (performance.now() - start) / 1000};
}

function printRow({name, passed, failed, seconds}: Row): void {
  const cells = [name.padEnd(8), `${passed} passed`.padStart(12), `${failed} failed`.padStart(10)];
  console.log(`${cells.join("")}${seconds.toFixed(1).padStart(8)} s`);
}

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(gates);
await vendor();
writeManifest();
const rows: Row[] = [];
for (const name of names) rows.push(await runGate(name));
const sum = (key: keyof Count) => rows.reduce((total, row) => total + row[key], 0);
console.log("");
rows.forEach(printRow);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
