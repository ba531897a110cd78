/** What a fork costs: from the press of Fork to its first result, and from an edit to what follows. */
import type {Browser, Page} from "playwright-core";
import {quantile, type Measurement} from "./table.js";

const nForks = 5;
const nEdits = 30;
const FRAME_MS = 1000 / 60;
/** Milliseconds in which a page comes to rest before Fork is pressed: it is forked, not loaded. */
const REST_MS = 1500;

const settled = (page: Page) =>
  page.waitForSelector(".fork-notebook[data-settled]", {timeout: 60_000});

/** Milliseconds from the press to the mark of the first result, with an empty cache. */
async function firstResult(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() =>
    addEventListener("click", () => sessionStorage.setItem("pressed", String(Date.now())), true)
  );
  await page.click("#lab-fork");
  await page.waitForURL(/fork\.html#/);
  await settled(page);
  const time = await page.evaluate(() => {
    const mark = performance.getEntriesByName("fork-first-result")[0]?.startTime ?? NaN;
    return performance.timeOrigin + mark - Number(sessionStorage.getItem("pressed"));
  });
  await context.close();
  return time;
}

/** Milliseconds of each edit until its cells have settled, as the shell measures them. */
async function editTimes(browser: Browser, forkUrl: string): Promise<number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(forkUrl);
  await settled(page);
  await page.locator(".fork-cell[data-key] .cm-content").first().click();
  await page.keyboard.press("ControlOrMeta+End");
  for (let i = 0; i < nEdits; ++i) {
    await page.keyboard.type(" ");
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(60);
  }
  const times = await page.evaluate(() =>
    performance.getEntriesByName("fork-settled").map(({duration}) => duration)
  );
  await context.close();
  return times.slice(1);
}

/** Forks a page of the built site, and edits its fork. */
export async function measureFork(
  browser: Browser,
  url: string,
  name: string
): Promise<Measurement[]> {
  if (!url.includes("/pages/")) return [];
  const first: number[] = [];
  for (let i = 0; i < nForks; ++i) first.push(await firstResult(browser, url));
  const root = url.replace(/pages\/[^/]*$/, "");
  const edits = await editTimes(browser, `${root}fork.html#page=/pages/${name}`);
  return [
    {
      what: `${name}: fork to first result`,
      value: quantile(first, 0.5) / 1000,
      unit: "s",
      target: 1.5,
      note: `median of ${nForks}, empty cache`
    },
    {
      what: `${name}: edit to settled`,
      value: quantile(edits, 0.5),
      unit: "ms",
      target: 2 * FRAME_MS,
      note: `median of ${edits.length}`
    }
  ];
}
