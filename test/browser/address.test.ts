import type {Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSite, settle, type OpenSite} from "./site.js";

/** A value typed into a box of each page, what the address then says, and what the page makes of it. */
const cases = [
  {path: "pages/kv-cache.html", key: "ctx", typed: "32K", search: "ctx=32768"},
  {path: "pages/two-phases.html", key: "batch", typed: "64", search: "batch=64"},
  {path: "pages/unit-economics.html", key: "dau", typed: "1M", search: "dau=1000000"}
];

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

const box = (page: Page, key: string) => page.locator(`input[type=text][name=${key}]`).first();
const answer = (page: Page) => page.locator(".lab-answer").first().textContent();

describe.each(cases)("$path: $key = $typed", ({path, key, typed, search}) => {
  it("goes to the address, comes back from it, and back and forward undo and redo it", async () => {
    const {page, complaints, close} = await site.open(path);
    const [value, text] = [await box(page, key).inputValue(), await answer(page)];
    await box(page, key).fill(typed);
    await box(page, key).press("Enter");
    await page.waitForURL((url) => url.search.includes(search));
    await settle(page);
    const changed = await answer(page);

    await page.goBack();
    await settle(page);
    expect(await box(page, key).inputValue()).toBe(value);
    expect(await answer(page)).toBe(text);
    await page.goForward();
    await settle(page);
    expect(await answer(page)).toBe(changed);

    const again = await site.open(`${path}?${search}`);
    expect(await box(again.page, key).inputValue()).toBe(await box(page, key).inputValue());
    expect(await answer(again.page)).toBe(changed);
    expect([...complaints, ...again.complaints]).toEqual([]);
    await again.close();
    await close();
  });

  it("names a value that it cannot take and falls back", async () => {
    const {page, complaints, close} = await site.open(`${path}?${key}=banana&nonsense=1`);
    const notice = await page.locator(".lab-form .lab-notice:not([hidden])").first().textContent();
    expect(notice).toMatch(/banana/);
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

it("a slider dragged by keyboard leaves one history entry at most per commit", async () => {
  const {page, close} = await site.open("pages/kv-cache.html");
  const before = await page.evaluate(() => history.length);
  const slider = page.locator("input[type=range][name=ctx-slider]").first();
  await slider.focus();
  for (let i = 0; i < 20; i++) await slider.press("ArrowRight");
  await page.waitForURL(/ctx=/);
  expect((await page.evaluate(() => history.length)) - before).toBeLessThanOrEqual(2);
  await close();
});

it("reset brings a page back to its defaults", async () => {
  const {page, close} = await site.open("pages/kv-cache.html?ctx=32768&batch=4");
  await page.getByRole("button", {name: "Reset"}).first().click();
  await page.waitForURL((url) => url.search === "");
  expect(await answer(page)).toContain("16.00");
  await close();
});
