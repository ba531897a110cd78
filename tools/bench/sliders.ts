/** Main-thread time from a step of a slider until the page is still again. */
import type {Browser, Page} from "playwright-core";
import {quantile, type Measurement} from "./table.js";

const nSteps = 200;
const targetMilliseconds = 16.7;

/** What `in-page.js` puts into each page. */
interface Measured {
  moveSlider(step: {index: number; steps: number}): Promise<number[]>;
}

/** Work of 200 steps, shared evenly among the page's sliders. */
export async function measureSliders(
  browser: Browser,
  url: string,
  name: string
): Promise<Measurement[]> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  await page.addInitScript({path: "tools/bench/in-page.js"});
  await page.goto(url, {waitUntil: "networkidle"});
  const skip = page.getByRole("button", {name: "Skip, show me"});
  while ((await skip.count()) > 0) await skip.first().click();
  const nSliders = await page.locator("main input[type=range]").count();
  const durations: number[] = [];
  let worst = {label: "", p95: 0};
  for (let i = 0; i < nSliders; ++i) {
    const step = {index: i, steps: Math.ceil(nSteps / nSliders)};
    const own = await page.evaluate((s) => (window as unknown as Measured).moveSlider(s), step);
    durations.push(...own);
    const p95 = quantile(own, 0.95);
    if (p95 > worst.p95) worst = {label: await label(page, i), p95};
  }
  await context.close();
  if (nSliders === 0) return [];
  const median = quantile(durations, 0.5).toFixed(1);
  const note = `median ${median}, ${nSliders} sliders, worst ${worst.label} ${worst.p95.toFixed(1)}`;
  return [
    {what: name, value: quantile(durations, 0.95), unit: "ms", target: targetMilliseconds, note}
  ];
}

function label(page: Page, index: number): Promise<string> {
  return page
    .locator("main input[type=range]")
    .nth(index)
    .evaluate((input: HTMLInputElement) => {
      const text = input.labels?.[0]?.textContent ?? input.getAttribute("aria-label") ?? input.name;
      return `"${text.trim().slice(0, 24)}"`;
    });
}
