import {readFileSync} from "node:fs";
import type {BrowserContext, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {openSite, type OpenSite} from "../site.js";
import {keptDraft, saved, settledFrame, type} from "./forks.js";

/** Wide enough for a page's inputs to stand open. */
const viewport = {width: 1280, height: 800};

let site: OpenSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await site.browser.newContext({viewport, acceptDownloads: true});
  page = await context.newPage();
});
afterEach(() => context.close());

const open = async (hash: string) => {
  await page.goto(`${site.url}fork.html#${hash}`);
  return settledFrame(page);
};

/** What IndexedDB holds, whatever the site shows of it. */
const counts = () =>
  page.evaluate(
    () =>
      new Promise<{drafts: number; versions: number}>((done) => {
        const request = indexedDB.open("inference-lab-forks");
        request.onsuccess = () => {
          const stores = request.result.transaction(["drafts", "versions"]);
          const drafts = stores.objectStore("drafts").count();
          const versions = stores.objectStore("versions").count();
          versions.onsuccess = () => {
            request.result.close();
            done({drafts: drafts.result, versions: versions.result});
          };
        };
      })
  );

describe("a fresh fork", () => {
  it.each(["page=/pages/kv-cache", "page=/pages/kv-cache&q=ctx%3D32768", "new=experiment"])(
    "of %s is not kept while nothing is changed",
    async (hash) => {
      await open(hash);
      await page.waitForTimeout(500);
      await page.getByText("Nothing changed yet.").waitFor();
      expect((await counts()).drafts).toBe(0);
    }
  );

  it("is kept once an input has been moved", async () => {
    const frame = await open("page=/pages/kv-cache");
    const box = frame.getByRole("textbox", {name: "Context"}).first();
    await box.fill("32K");
    await box.press("Enter");
    await saved(page);
    expect((await keptDraft(page))?.search).toContain("ctx=32768");
  });

  it("is kept once a scenario is saved in it", async () => {
    const frame = await open("page=/pages/kv-cache");
    await frame.getByRole("button", {name: "Save scenario…"}).first().click();
    const dialog = frame.getByRole("dialog", {name: "Scenarios of this page"});
    await dialog.getByLabel("Save the inputs as").fill("X1");
    await dialog.getByRole("button", {name: "Save scenario", exact: true}).click();
    await saved(page);
    await page.reload();
    const again = await settledFrame(page);
    await again.getByRole("button", {name: "Save scenario…"}).first().click();
    await again.getByRole("button", {name: "Use the inputs of X1"}).waitFor();
  });

  it("keeps the title that was being typed when its tab was reloaded", async () => {
    await open("new=empty");
    await type(page, 2, "2 + 2");
    const title = page.getByLabel("Title of the notebook");
    await title.fill("");
    await title.pressSequentially("Mine");
    await page.keyboard.press("Control+s");
    await expect.poll(async () => (await keptDraft(page))?.title).toBe("Mine");
    await page.reload();
    await settledFrame(page);
    expect(await title.inputValue()).toBe("Mine");
    expect(await page.title()).toBe("Mine | Fork");
  });
});

describe("a deleted fork", () => {
  const remove = async () => {
    await page.goto(site.url);
    await page.getByRole("button", {name: "Delete New notebook", exact: true}).click();
    await page.getByRole("button", {name: "Undo: bring New notebook back"}).waitFor();
  };
  beforeEach(async () => {
    await open("new=empty");
    await page.getByRole("textbox", {name: "Title of the notebook"}).waitFor();
    await type(page, 2, "2 + 2");
    await saved(page);
  });
  const li = () => page.locator(".lab-forks li");

  it("is purged with its history after ten seconds", async () => {
    const before = await counts();
    await remove();
    expect(await counts()).toEqual(before);
    await page.waitForTimeout(10_500);
    expect(await counts()).toEqual({drafts: 0, versions: 0});
  });

  it("is purged a day later where its tab was closed before", async () => {
    await remove();
    await page.goto("about:blank");
    const days = async (hours: number) => {
      const later = await context.newPage();
      await later.clock.install({time: Date.now() + hours * 3_600_000});
      await later.goto(site.url);
      await later.waitForTimeout(500);
      await later.close();
    };
    await days(23);
    await page.goto(site.url);
    expect(await li().count()).toBe(0);
    expect((await counts()).drafts).toBe(1);
    await days(25);
    expect(await counts()).toEqual({drafts: 0, versions: 0});
  });

  it("comes back in a browser that has no room left", async () => {
    const before = await counts();
    await page.goto(site.url);
    await li().first().waitFor();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.getByRole("button", {name: "Duplicate New notebook", exact: true}).click();
    await page.getByText("Not duplicated: this browser has no room left for forks.").waitFor();
    await page.getByRole("button", {name: "Delete New notebook", exact: true}).click();
    await page.getByRole("button", {name: "Undo: bring New notebook back"}).click();
    await page.getByText("“New notebook” is back.").waitFor();
    expect(await counts()).toEqual(before);
    await page.reload();
    await li().first().waitFor();
  });

  it("is not written over by a tab that has it open", async () => {
    const tab = page.url();
    const home = await context.newPage();
    await home.goto(site.url);
    await home.getByRole("button", {name: "Delete New notebook", exact: true}).click();
    await home.getByRole("button", {name: "Undo: bring New notebook back"}).waitFor();
    await type(page, 2, "3 + 3");
    await page.getByText("is now a fork of its own").waitFor();
    expect(page.url()).not.toBe(tab);
    expect((await counts()).drafts).toBe(2);
  });
});

it("a downloaded fork that is imported has its differences to the original", async () => {
  await open("page=/pages/kv-cache");
  await type(page, 2, "// mine");
  await saved(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", {name: "Download"}).click();
  const text = readFileSync(await (await download).path());
  const other = await site.browser.newContext({viewport});
  const theirs = await other.newPage();
  await theirs.goto(site.url);
  const file = {name: "kv.MD", mimeType: "text/markdown", buffer: text};
  await theirs.getByLabel("File").setInputFiles(file);
  await theirs.locator(".lab-forks a").click();
  await theirs.getByRole("button", {name: "Run in sandbox"}).click();
  await settledFrame(theirs);
  await theirs.getByRole("button", {name: "Differences"}).click();
  const panel = theirs.getByRole("region", {name: "Differences to the original"});
  await panel.getByText("1 changed").waitFor();
  await other.close();
});

it("a browser that refuses to keep anything says so", async () => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
  });
  await page.goto(site.url);
  const reason = "this browser keeps nothing here (a private window?).";
  await page.getByText(`No forks are shown: ${reason}`).waitFor();
  await page.getByRole("button", {name: "Export all forks"}).click();
  await page.getByText(`Not exported: ${reason}`).waitFor();
  const file = {name: "a.md", mimeType: "text/markdown", buffer: Buffer.from("# A\n")};
  await page.getByLabel("File").setInputFiles(file);
  await page.getByText(`Not imported: ${reason}`).waitFor();
});
