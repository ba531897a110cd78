import {readFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSite, type OpenSite} from "../site.js";
import {cell, expectSame, seeAll, settledFrame, shownIn, type, viewport} from "./forks.js";
import {addFile, buildProject, copyProject} from "./project.js";

const fixtures = "test/fixtures/src";
const corpusFiles = ["lib/double.ts", "data/made.json.ts", "data/still.json", "pages/corpus.md"];
let folder = "";
let site: OpenSite;

beforeAll(async () => {
  const files = corpusFiles.map((file) => [file, readFileSync(join(fixtures, file), "utf8")]);
  folder = copyProject("forked-site", Object.fromEntries(files) as Record<string, string>);
  await buildProject(folder);
  site = await openSite("/any/path/", join(".cache", "forked-site", "dist"));
}, 240_000);

afterAll(() => site.close());

async function fork(path: string): Promise<Page> {
  const context = await site.browser.newContext({viewport, acceptDownloads: true});
  const page = await context.newPage();
  await page.goto(`${site.url}${path}.html`);
  await page.click("#lab-fork");
  await page.waitForURL(/fork\.html#/);
  await settledFrame(page);
  return page;
}

async function downloaded(page: Page, start: () => Promise<unknown>): Promise<string> {
  const download = page.waitForEvent("download");
  await start();
  return readFileSync(await (await download).path(), "utf8");
}

describe("the corpus page", () => {
  it("shows in its fork what it shows when it is built", async () => {
    const {page, close} = await site.open("pages/corpus.html", {viewport});
    await seeAll(page);
    const built = await shownIn(page);
    await page.click("#lab-fork");
    await page.waitForURL(/fork\.html#/);
    const frame = await settledFrame(page);
    await seeAll(page);
    await expectSame(frame, built);
    await close();
  });

  it("keeps its source byte for byte", async () => {
    const page = await fork("pages/corpus");
    const text = await downloaded(page, () => page.getByRole("button", {name: "Download"}).click());
    const source = readFileSync(join(fixtures, "pages/corpus.md"), "utf8");
    const body = (page: string) => page.slice(page.indexOf("\n# "));
    const rebased = source
      .replace("../lib/double.js", "/lib/double.js")
      .replace("../data/still.json", "/data/still.json")
      .replace("](./cells)", "](/pages/cells)");
    expect(body(text)).toBe(body(rebased));
    await page.context().close();
  });
});

describe("a fork edited in the browser, downloaded and dropped in", () => {
  it("builds, and the built page equals the fork", async () => {
    const page = await fork("pages/corpus");
    await type(page, 5, "let twice = double(n) + 1;\nvar thrice = 3 * n;");
    await page.getByRole("button", {name: "Markdown"}).click();
    await page.keyboard.insertText('## Mine\n\nA list of ${[twice, thrice].join(" and ")}.');
    await page.getByRole("button", {name: "JavaScript"}).click();
    await page.keyboard.insertText(
      'import * as aq from "npm:arquero";\ndisplay(aq.table({x: [1, 2]}).numRows());'
    );
    await page.keyboard.press("Control+Enter");
    const frame = page.frames()[1];
    if (!frame) throw new Error("no sandbox");
    await frame.getByText("A list of 43 and 63").waitFor();
    await seeAll(page);
    const forked = await shownIn(frame);
    expect(forked.errors).toEqual([]);
    await page.getByLabel("Title of the notebook").fill("Dropped in");
    const text = await downloaded(page, () => page.getByRole("button", {name: "Download"}).click());
    expect(text).toMatch(/^---\n[^]*title: Dropped in\n[^]*fork:\n {2}of: \/pages\/corpus\n/);
    addFile(folder, "pages/forks/dropped-in.md", text);
    await buildProject(folder);
    const built = await site.open("pages/forks/dropped-in.html", {viewport});
    await seeAll(built.page);
    await expectSame(built.page, forked);
    expect(await built.page.title()).toContain("Dropped in");
    expect(await built.page.locator(".lab-fork-of a").getAttribute("href")).toBe("../corpus.html");
    await built.close();
    await page.context().close();
  }, 240_000);
});

describe("exports", () => {
  it("one .html file runs from disk, without a server", async () => {
    const page = await fork("pages/kv-cache");
    await seeAll(page);
    const forked = await shownIn(page.frames()[1] ?? page);
    const html = await downloaded(page, () => page.getByLabel("Export").selectOption("html"));
    addFile(folder, "../export.html", html);
    const context = await site.browser.newContext({viewport: {...viewport, width: 824}});
    const alone = await context.newPage();
    const complaints: string[] = [];
    alone.on("pageerror", (error) => complaints.push(error.message));
    alone.on("console", (message) => complaints.push(message.text()));
    alone.on("request", (request) => {
      if (!/^(file|blob|data):/.test(request.url())) complaints.push(request.url());
    });
    await alone.goto(`file://${join(folder, "export.html")}`);
    await alone.waitForFunction(() => document.querySelector(".lab-cell") !== null);
    await seeAll(alone);
    const text = async () => (await shownIn(alone)).text;
    await expect.poll(text, {timeout: 20_000}).toBe(forked.text);
    expect((await shownIn(alone)).errors).toEqual([]);
    expect(complaints).toEqual([]);
    await alone.getByRole("button", {name: "Change"}).first().click();
    await context.close();
    await page.context().close();
  });

  it("the .ipynb holds markdown and code cells", async () => {
    const page = await fork("pages/corpus");
    const text = await downloaded(page, () => page.getByLabel("Export").selectOption("ipynb"));
    const notebook = JSON.parse(text) as {nbformat: number; cells: {cell_type: string}[]};
    expect(notebook.nbformat).toBe(4);
    expect(new Set(notebook.cells.map(({cell_type}) => cell_type))).toEqual(
      new Set(["code", "markdown"])
    );
    await page.context().close();
  });
});

it("a page in the sidebar and the next build is not needed to open a fork of a fork", async () => {
  const page = await fork("pages/forks/dropped-in");
  expect(await cell(page, 1).box.count()).toBe(1);
  expect(await page.locator(".fork-lineage").textContent()).toContain("forks/dropped-in");
  await page.context().close();
});
