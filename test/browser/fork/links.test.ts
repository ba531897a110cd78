import type {BrowserContext, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {openSite, type OpenSite} from "../site.js";
import {badLinks, evil, linkOf} from "./bad-links.js";

let site: OpenSite;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  complaints.length = 0;
  context = await site.browser.newContext();
  page = await context.newPage();
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
});
afterEach(() => context.close());

/** Whether anything of a notebook has run on the site's own origin. */
async function isClean(): Promise<boolean> {
  await page.waitForTimeout(300);
  const marks = await page.evaluate(() => ({
    ran: "ran" in globalThis,
    images: document.querySelectorAll("#fork img, #fork svg image").length,
    scripts: [...document.querySelectorAll("#fork script")].length
  }));
  return !marks.ran && marks.images === 0 && marks.scripts === 0 && complaints.length === 0;
}

describe("a link with a notebook", () => {
  it("shows markup, scripts and code as text, and runs nothing", async () => {
    await page.goto(`${site.url}fork.html#${linkOf(evil, {title: evil, search: evil})}`);
    await page.getByRole("button", {name: "Run in sandbox"}).waitFor();
    await page.getByText("parent.ran = 1").first().waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await isClean()).toBe(true);
  });

  it("stays off the site's own origin when it runs", async () => {
    await page.goto(`${site.url}fork.html#${linkOf(evil, {title: evil})}`);
    await page.getByRole("button", {name: "Run in sandbox"}).click();
    await page.waitForSelector(".fork-notebook[data-settled]");
    expect(await isClean()).toBe(true);
  });

  it("asks anew for another text, and not for one that was let run", async () => {
    await page.goto(`${site.url}fork.html#${linkOf("# A\n")}`);
    await page.getByRole("button", {name: "Run in sandbox"}).click();
    await page.waitForSelector(".fork-notebook[data-settled]");
    await page.goto(`${site.url}fork.html#${linkOf("# B\n")}`);
    await page.getByRole("button", {name: "Run in sandbox"}).waitFor();
    await page.goto(`${site.url}fork.html#${linkOf("# A\n")}`);
    await page.waitForSelector(".fork-notebook[data-settled]");
  });

  it("may hold 100 KB", async () => {
    const body = Array.from(
      {length: 2400},
      (_, i) => `Paragraph ${i} of a text that goes on, word ${i * i}.\n\n`
    );
    const source = `# Long\n\n${body.join("")}`;
    expect(source.length).toBeGreaterThan(90_000);
    await page.goto(`${site.url}fork.html#${linkOf(source)}`);
    await page.getByRole("button", {name: "Run in sandbox"}).click();
    await page.waitForSelector(".fork-notebook[data-settled]");
    const frame = page.frames()[1];
    await frame?.getByText("Paragraph 2399 of").first().waitFor();
  });

  it.each(badLinks)("with %s is refused with a sentence", async (_, hash, sentence) => {
    await page.goto(`${site.url}fork.html#${hash}`);
    await page.getByRole("alert").getByText(sentence).waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await isClean()).toBe(true);
  });

  it.each([
    ["#page=/nope", "not found"],
    ["#page=//evil.example/x", "not a page of this site"],
    ["#page=/pages/kv-cache/../../../x", "not a page of this site"],
    ["#page=https://evil.example/", "not a page of this site"],
    ["#draft=none", "keeps no such fork"],
    ["#page=/index", "this page has no fork"],
    ["#page=/compare", "this page has no fork"],
    ["#page=/fork", "this page has no fork"],
    ["#new=constructor", "no notebook to start from by this name: constructor"],
    ["#new=toString", "no notebook to start from by this name: toString"],
    ["#new=__proto__", "no notebook to start from by this name: __proto__"]
  ])("that asks for %s is refused with a sentence", async (hash, sentence) => {
    await page.goto(`${site.url}fork.html${hash}`);
    await page.getByRole("alert").getByText(sentence).waitFor();
    expect(await isClean()).toBe(true);
  });
});

it("a shell inside another page does not run", async () => {
  await page.goto(site.url);
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
  }, `${site.url}fork.html#new=empty`);
  const shell = await page.waitForSelector("iframe").then((element) => element.contentFrame());
  await shell?.getByText("shown inside another one").waitFor();
  expect(await shell?.locator("iframe").count()).toBe(0);
});
