import {afterAll, beforeAll, expect, it} from "vitest";
import {builtPages, openSite, type OpenSite} from "../site.js";
import {settledFrame, viewport} from "./forks.js";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());

/** The page with the most cells. */
const longest = "pages/unit-economics.html";
const FRAME_MS = 1000 / 60;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

it.each(builtPages())("%s loads nothing of the fork engine", async (path) => {
  if (path === "fork.html") return;
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(site.url + path);
  await page.waitForTimeout(500);
  const parts = /\/_file\/fork\/|\/_import\/fork\/(?!my-forks|drafts)/;
  expect(requests.filter((url) => parts.test(url))).toEqual([]);
  await context.close();
});

it("from the press of Fork to the first result, cold", async () => {
  const times: {first: number; all: number}[] = [];
  for (let i = 0; i < 5; ++i) {
    const context = await site.browser.newContext({viewport});
    const page = await context.newPage();
    await page.goto(site.url + longest);
    await page.waitForTimeout(500);
    const start = Date.now();
    await page.click("#lab-fork");
    await page.waitForURL(/fork\.html#/);
    await settledFrame(page);
    const marks = await page.evaluate(() => ({
      origin: performance.timeOrigin,
      first: performance.getEntriesByName("fork-first-result")[0]?.startTime ?? NaN,
      all: performance
        .getEntriesByName("fork-settled")
        .map(({startTime, duration}) => startTime + duration)[0]
    }));
    times.push({
      first: marks.origin + marks.first - start,
      all: marks.origin + (marks.all ?? NaN) - start
    });
    await context.close();
  }
  const first = median(times.map((time) => time.first));
  const all = median(times.map((time) => time.all));
  console.log(`Fork to first result ${first.toFixed(0)} ms, to all ${all.toFixed(0)} ms`);
  expect(first).toBeLessThan(1500);
});

it("from an edit to its being settled, on the page with the most cells", async () => {
  const context = await site.browser.newContext({viewport});
  const page = await context.newPage();
  await page.goto(`${site.url}fork.html#page=/${longest.replace(".html", "")}`);
  const frame = await settledFrame(page);
  await page.waitForTimeout(1000);
  const editor = page.locator(".fork-cell[data-key] .cm-content").first();
  await editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  for (let i = 0; i < 30; ++i) {
    await page.keyboard.type(" ");
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(60);
  }
  const times = await page.evaluate(() =>
    performance
      .getEntriesByName("fork-settled")
      .slice(1)
      .map(({duration}) => duration)
  );
  console.log(
    `edit to settled, ${times.length} edits: median ${median(times).toFixed(1)} ms, max ${Math.max(...times).toFixed(1)} ms`
  );
  expect(times.length).toBeGreaterThan(20);
  expect(median(times)).toBeLessThan(2 * FRAME_MS);
  expect(await frame.locator(".observablehq--error").count()).toBe(0);
  await context.close();
});
