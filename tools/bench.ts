/**
 * Measures the lab against the targets of its design and prints a table for each: `npm run bench`,
 * or some: `npm run bench -- sliders load fork formulas simulator builds`. Run `npm run build` first.
 */
import {existsSync, readdirSync} from "node:fs";
import {cpus, loadavg} from "node:os";
import {basename} from "node:path";
import type {Browser} from "playwright-core";
import {measureBuilds} from "./bench/builds.js";
import {measureFork} from "./bench/fork.js";
import {measureFormulas} from "./bench/formulas.js";
import {measureLoad} from "./bench/load.js";
import {measureSimulator} from "./bench/simulator.js";
import {measureSliders} from "./bench/sliders.js";
import {printTable, type Measurement} from "./bench/table.js";
import {launch} from "./chromium.js";
import {serve} from "./serve.js";

type Measure = (browser: Browser, url: string, name: string) => Promise<Measurement[]>;

/** Measures each page of the built site, one after the other. */
async function eachPage(measure: Measure): Promise<Measurement[]> {
  if (!existsSync("dist/index.html")) throw new Error("no built site: npm run build");
  const site = await serve("dist", "/lab/");
  const browser = await launch();
  const files = readdirSync("dist", {recursive: true, encoding: "utf8"});
  const pages = files.filter((file) => file.endsWith(".html") && !file.startsWith("_")).sort();
  const measurements: Measurement[] = [];
  for (const path of pages) {
    measurements.push(...(await measure(browser, site.url + path, basename(path, ".html"))));
  }
  await browser.close();
  await site.close();
  return measurements;
}

const benches: Readonly<Record<string, [title: string, () => Promise<Measurement[]>]>> = {
  formulas: ["Formulas, a million evaluations", async () => measureFormulas()],
  simulator: ["Simulated engine", async () => measureSimulator()],
  sliders: ["Slider step, p95 of main-thread time over 200 steps", () => eachPage(measureSliders)],
  load: ["Opening a page with an empty cache", () => eachPage(measureLoad)],
  fork: ["Forking a page", () => eachPage(measureFork)],
  builds: ["Building the site", measureBuilds]
};

console.log(
  `${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, node ${process.version}`
);
const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`unknown benchmark: ${name}`);
  printTable(bench[0], await bench[1]());
}
