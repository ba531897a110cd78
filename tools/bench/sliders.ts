/** Main-thread time from a step of a slider until the page is still again. */
import type {Browser, Page} from "playwright-core";
import {quantile, type Measurement} from "./table.js";
import {categories, mainThreadTime} from "./trace.js";

const nSteps = 200;
const targetMilliseconds = 16.7;

/** What `in-page.js` puts into each page. */
interface Measured {
  moveSlider(step: {index: number; steps: number}): Promise<void>;
  keepCoresBusy(): void;
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}});
  page.setDefaultNavigationTimeout(120_000);
  await page.addInitScript({path: "tools/bench/in-page.js"});
  await page.goto(url, {waitUntil: "networkidle"});
  const skip = page.getByRole("button", {name: "Skip, show me"});
  while ((await skip.count()) > 0) await skip.first().click();
  return page;
}

function label(page: Page, index: number): Promise<string> {
  return page
    .locator("main input[type=range]")
    .nth(index)
    .evaluate((input: HTMLInputElement) => {
      const text = input.labels?.[0]?.textContent ?? input.getAttribute("aria-label") ?? input.name;
      return text.trim().slice(0, 24);
    });
}

/** Work of 200 steps, shared evenly among the page's sliders; at rest, and while workers run. */
export async function measureSliders(
  browser: Browser,
  url: string,
  name: string
): Promise<Measurement[]> {
  const idle = await measure(browser, {url, what: name, isBusy: false});
  const busy = await measure(browser, {url, what: `${name}, workers busy`, isBusy: true});
  return [...idle, ...busy];
}

async function measure(
  browser: Browser,
  {url, what, isBusy}: {url: string; what: string; isBusy: boolean}
): Promise<Measurement[]> {
  const page = await openPage(browser, url);
  const nSliders = await page.locator("main input[type=range]").count();
  if (nSliders === 0) {
    await page.close();
    return [];
  }
  if (isBusy) await page.evaluate(() => (window as unknown as Measured).keepCoresBusy());
  await browser.startTracing(page, {categories});
  for (let index = 0; index < nSliders; ++index) {
    const step = {index, steps: Math.ceil(nSteps / nSliders)};
    await page.evaluate((s) => (window as unknown as Measured).moveSlider(s), step);
  }
  const steps = mainThreadTime(await browser.stopTracing());
  const times = steps.map(({milliseconds}) => milliseconds);
  const medians = Array.from({length: nSliders}, (_, index) => {
    const own = steps.filter((step) => step.name === `slider ${index}`);
    return quantile(
      own.map(({milliseconds}) => milliseconds),
      0.5
    );
  });
  const worst = medians.indexOf(Math.max(...medians));
  const slowest = `${await label(page, worst)} ${(medians[worst] ?? NaN).toFixed(1)}`;
  await page.close();
  const note = `median ${quantile(times, 0.5).toFixed(1)} of ${times.length} steps, ${nSliders} sliders, slowest median: ${slowest}`;
  return [{what, value: quantile(times, 0.95), unit: "ms", target: targetMilliseconds, note}];
}
