import {readFileSync} from "node:fs";
import type {BrowserContext, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {findings} from "./axe.js";
import {builtPages, openSite, settle, type OpenSite} from "./site.js";

let site: OpenSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await site.browser.newContext({viewport: {width: 1280, height: 900}});
  page = await context.newPage();
});
afterEach(() => context.close());

const scenarios = () => page.getByRole("dialog", {name: "Scenarios of this page"});

async function opened(path: string): Promise<void> {
  await page.goto(site.url + path);
  await settle(page);
  await page.getByRole("button", {name: "Save & compare"}).click();
}

async function save(name: string): Promise<void> {
  await scenarios().getByLabel("Save the inputs as").fill(name);
  await scenarios().getByRole("button", {name: "Save scenario"}).click();
  await scenarios().getByText(`Saved “${name}”`).waitFor();
}

describe("scenarios of a page", () => {
  it("are saved, put back, renamed, deleted and brought back", async () => {
    await opened("pages/kv-cache.html?ctx=32768");
    await save("Short");
    await scenarios().getByRole("button", {name: "Rename Short"}).click();
    await page.keyboard.insertText("32K");
    await page.keyboard.press("Enter");
    await scenarios().getByRole("button", {name: "Use the inputs of 32K"}).waitFor();
    await opened("pages/kv-cache.html");
    await page.getByText("holds 16.00 GiB").first().waitFor();
    await scenarios().getByRole("button", {name: "Use the inputs of 32K"}).click();
    await page.getByText("holds 4.00 GiB").first().waitFor();
    await expect.poll(() => page.url()).toContain("ctx=32768");
    expect(await scenarios().count()).toBe(0);
    await page.getByRole("button", {name: "Save scenario…"}).first().click();
    await scenarios().getByRole("button", {name: "Delete 32K"}).click();
    await scenarios().getByRole("button", {name: "Bring 32K back"}).click();
    await scenarios().getByRole("button", {name: "Use the inputs of 32K"}).waitFor();
  });

  it("are compared: inputs and figures that differ with their ratio, charts over each other", async () => {
    await opened("pages/kv-cache.html?ctx=32768");
    await save("Short");
    await opened("pages/kv-cache.html?ctx=65536&kvdt=fp8");
    await save("Long");
    await scenarios().getByLabel("Compare Short").check();
    await scenarios().getByRole("link", {name: "Compare Short, Long"}).click();
    await page.getByRole("heading", {name: "Figures that differ"}).waitFor({timeout: 20_000});
    const tables = page.getByRole("region", {name: /that differ/});
    const inputs = await tables.first().innerText();
    expect(inputs).toContain("KV cache in");
    expect(inputs).toMatch(/32K.*64K/s);
    const figures = await tables.nth(1).innerText();
    // Half the bytes of a token: the fp8 cache against the bf16 one, 0.5 times.
    expect(figures).toMatch(/each further token.*128 KiB.*64 KiB.*0\.5×/s);
    await page.locator(".lab-comparison svg").first().waitFor();
    expect(
      await page.locator(".lab-comparison figure, .lab-comparison .lab-figure").count()
    ).toBeGreaterThan(1);
    const link = page.url();
    const download = page.waitForEvent("download");
    await page.getByRole("button", {name: "CSV"}).first().click();
    const csv = readFileSync(await (await download).path(), "utf8");
    expect(csv.split("\r\n")[0]).toBe("What,Short,Long,Long / Short");
    expect(csv).toContain("each further token,128 KiB,64 KiB,0.5");
    const other = await site.browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(link);
    await theirs.getByText("each further token").waitFor({timeout: 20_000});
    await other.close();
  });

  it("one alone is compared with the inputs as they are", async () => {
    await opened("pages/two-phases.html?batch=8");
    await save("Eight");
    await opened("pages/two-phases.html");
    await scenarios().getByLabel("Compare Eight").check();
    await scenarios().getByRole("link", {name: "Compare Now, Eight"}).waitFor();
  });
});

const pages = builtPages().filter((path) => path.startsWith("pages/"));

it("scenarios of all pages are on the home page: opened, renamed, deleted, compared", async () => {
  await opened("pages/kv-cache.html?ctx=32768");
  await save("Short");
  await opened("pages/two-phases.html?batch=8");
  await save("Eight");
  await opened("pages/two-phases.html?batch=64");
  await save("Sixty");
  await page.goto(site.url);
  await settle(page);
  const heading = page.getByRole("heading", {
    name: "Why is reading fast and writing slow?",
    level: 3
  });
  await heading.waitFor();
  await page.getByRole("button", {name: "Rename Sixty"}).click();
  await page.keyboard.insertText("Sixty-four");
  await page.keyboard.press("Enter");
  await page.getByLabel("Compare Eight").check();
  await page.getByLabel("Compare Sixty-four").check();
  await page.getByRole("link", {name: "Compare Eight, Sixty-four"}).click();
  await page.getByRole("heading", {name: "Inputs that differ"}).waitFor({timeout: 20_000});
  await page.goBack();
  await page.getByRole("link", {name: "Short"}).click();
  await page.getByText("holds 4.00 GiB").first().waitFor();
});

it.each(pages)("%s offers its scenarios at the top, also on a phone", async (path) => {
  await page.setViewportSize({width: 390, height: 844});
  await opened(path);
  await save("Mine");
  await scenarios().getByLabel("Compare Mine").check();
  const link = scenarios().getByRole("link", {name: "Compare Now, Mine"});
  await expect.poll(() => link.isVisible()).toBe(true);
});

it.each(pages)("%s is compared with itself, and nothing differs", async (path) => {
  const query = new URLSearchParams({page: `/${path.replace(".html", "")}`});
  query.append("s", "A~");
  query.append("s", "B~");
  await page.goto(`${site.url}compare.html?${query}`);
  await page.getByText("all scenarios have the same inputs").waitFor({timeout: 30_000});
  await page.getByText("all figures come out the same").waitFor({timeout: 30_000});
});

it("a comparison names what its inputs ask for in vain, and fits a phone", async () => {
  await page.setViewportSize({width: 390, height: 844});
  const query = new URLSearchParams({page: "/pages/kv-cache"});
  for (const search of ["ctx=zzz", "kvdt=fp8", "batch=8", "n=2&tp=2"])
    query.append("s", `A rather long name of ${search.replaceAll("=", " ")}~${search}`);
  await page.goto(`${site.url}compare.html?${query}`);
  await page.getByRole("heading", {name: "Figures that differ"}).waitFor({timeout: 30_000});
  await page.getByRole("alert").getByText("zzz").waitFor();
  await settle(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it.each([
  ["", "no page to compare"],
  ["page=/pages/kv-cache", "takes two to four scenarios, this address has 0"],
  ["page=//evil.example/x&s=a~&s=b~", "no page to compare"],
  ["page=/pages/../x&s=a~&s=b~", "no page to compare"],
  ["page=/pages/kv-cache&s=1&s=2&s=3&s=4&s=5", "this address has 5"]
])("a comparison of %j is refused with a sentence", async (query, sentence) => {
  await page.goto(`${site.url}compare.html?${query}`);
  await page.getByRole("alert").getByText(sentence).waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
});

it("a comparison of a page that is no longer there says so", async () => {
  await page.goto(`${site.url}compare.html?page=/pages/forks/gone&s=a~&s=b~`);
  await page.getByRole("alert").getByText("has no page /pages/forks/gone").waitFor();
});

it.each(["light", "dark"] as const)(
  "in %s, the scenarios of a page, all of them and their comparison have no serious finding",
  async (colorScheme) => {
    await page.emulateMedia({colorScheme});
    await opened("pages/two-phases.html?batch=8");
    await save("Eight");
    await opened("pages/two-phases.html");
    await scenarios().getByLabel("Compare Eight").check();
    expect(await findings(page)).toEqual([]);
    await scenarios().getByRole("link", {name: "Compare Now, Eight"}).click();
    await page.getByRole("heading", {name: "Figures that differ"}).waitFor({timeout: 20_000});
    await settle(page);
    expect(await findings(page)).toEqual([]);
    await page.goto(site.url);
    await page.getByRole("button", {name: "Delete Eight"}).click();
    expect(await findings(page)).toEqual([]);
  }
);
