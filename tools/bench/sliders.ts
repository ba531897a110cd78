/** Main-thread time from a step of a slider until the page is still again. */
import type {Browser, Page} from "playwright-core";
import {quantile, type Measurement} from "./table.js";

const nSteps = 200;
const targetMilliseconds = 16.7;

/**
 * Moves one slider through its range and returns the work of each step in milliseconds: the input
 * event itself, and each frame (scripts, style, layout, paint) until two pass without a change.
 */
async function moveSlider(page: Page, index: number, steps: number): Promise<number[]> {
  return page.evaluate(
    async ({index, steps}) => {
      const slider = document.querySelectorAll<HTMLInputElement>("main input[type=range]")[index];
      if (!slider) return [];
      slider.scrollIntoView({block: "center"});
      let changed = false;
      new MutationObserver(() => (changed = true)).observe(document.body, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true
      });
      const frame = () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => {
            const start = performance.now();
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => done(performance.now() - start);
            port2.postMessage(null);
          })
        );
      const settle = async () => {
        let work = 0;
        for (let still = 0, frames = 0; still < 2 && frames < 120; ++frames) {
          changed = false;
          work += await frame();
          still = changed ? 0 : still + 1;
        }
        return work;
      };
      const {min, max, value} = slider;
      const move = (to: number) => {
        slider.valueAsNumber = to;
        slider.dispatchEvent(new Event("input", {bubbles: true}));
      };
      await settle();
      const durations: number[] = [];
      for (let i = 0; i < steps; ++i) {
        const share = (i + 1) / steps;
        const start = performance.now();
        move(Number(min) + share * (Number(max) - Number(min)));
        const handled = performance.now() - start;
        const duration = handled + (await settle());
        performance.measure("slider step", {start, duration});
        durations.push(duration);
      }
      move(Number(value));
      await settle();
      return durations;
    },
    {index, steps}
  );
}

/** Work of 200 steps, shared evenly among the page's sliders. */
export async function measureSliders(
  browser: Browser,
  url: string,
  name: string
): Promise<Measurement[]> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  await page.goto(url, {waitUntil: "networkidle"});
  const nSliders = await page.locator("main input[type=range]").count();
  const durations: number[] = [];
  let worst = {label: "", p95: 0};
  for (let i = 0; i < nSliders; ++i) {
    const own = await moveSlider(page, i, Math.ceil(nSteps / nSliders));
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
