import type {BrowserContext, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {openSite, type OpenSite} from "../site.js";
import {cell, saved, settledFrame, type, viewport} from "./forks.js";

let site: OpenSite;
let context: BrowserContext;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await site.browser.newContext({viewport});
});
afterEach(() => context.close());

async function opened(hash = "new=empty"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.url}fork.html#${hash}`);
  await settledFrame(page);
  return page;
}

const draftOf = (page: Page) => new URL(page.url()).hash.slice(1);
const codeOf = async (page: Page) => (await cell(page, 2).editor.innerText()).trim();

describe("a cell that never ends", () => {
  it("is stopped in its loop, with an error at the cell, and nothing is lost", async () => {
    const page = await opened();
    await type(page, 2, "let i = 0;\nwhile (true) ++i;");
    await cell(page, 2).faults.getByText("a loop ran for more than 2 seconds").waitFor();
    await type(page, 2, "6 * 7");
    await page.frames()[1]?.getByText("42").waitFor();
  });

  it("without a loop is noticed, stopped by the reader, and can run again", async () => {
    const page = await opened();
    await type(page, 2, "new RegExp('^(a+)+$').test('a'.repeat(40) + 'b')");
    await page.getByText("has not answered for some seconds").waitFor({timeout: 20_000});
    const longest = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let last = performance.now();
          let longest = 0;
          const timer = setInterval(() => {
            longest = Math.max(longest, performance.now() - last);
            last = performance.now();
          }, 10);
          setTimeout(() => (clearInterval(timer), done(longest)), 1000);
        })
    );
    expect(longest).toBeLessThan(500);
    await page.getByRole("button", {name: "Stop it"}).click();
    expect(await page.locator("iframe").count()).toBe(0);
    await type(page, 2, "6 * 7");
    await page.getByRole("button", {name: "Run again"}).click();
    await page.waitForSelector("iframe");
    await expect.poll(() => page.frames()[1]?.getByText("42").count()).toBe(1);
  });

  it("and one that leaves the frame end the sandbox, not the text", async () => {
    const page = await opened();
    await type(page, 2, "setTimeout(() => { window.location = 'https://example.org/'; }, 50)");
    await page.getByText("The sandbox went away").waitFor();
    expect(await codeOf(page)).toContain("setTimeout");
  });
});

describe("two tabs with one fork", () => {
  it("follow each other while only one is edited", async () => {
    const first = await opened();
    await type(first, 2, "1 + 2");
    await saved(first);
    const second = await opened(draftOf(first));
    await type(second, 2, "1 + 30");
    await saved(second);
    await expect.poll(() => codeOf(first)).toBe("1 + 30");
    await first.frames()[1]?.getByText("31").waitFor();
  });

  it("part when both are edited at once: both texts are kept", async () => {
    const first = await opened();
    await type(first, 2, "1 + 2");
    await saved(first);
    // The other tab does not hear of the first one's saves.
    const deaf = await context.newPage();
    await deaf.addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    await deaf.goto(`${site.url}fork.html#${draftOf(first)}`);
    await settledFrame(deaf);
    await type(first, 2, "'first'");
    await saved(first);
    await type(deaf, 2, "'deaf'");
    await deaf.getByText("is now a fork of its own").waitFor();
    expect(await codeOf(first)).toBe("'first'");
    expect(draftOf(deaf)).not.toBe(draftOf(first));
    await deaf.reload();
    await settledFrame(deaf);
    expect(await codeOf(deaf)).toBe("'deaf'");
    await first.reload();
    await settledFrame(first);
    expect(await codeOf(first)).toBe("'first'");
  });

  it("do not trust clocks: a save by a clock that is behind counts", async () => {
    const first = await opened();
    await type(first, 2, "1 + 2");
    await saved(first);
    const late = await context.newPage();
    await late.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() - 1e9;
    });
    await late.goto(`${site.url}fork.html#${draftOf(first)}`);
    await settledFrame(late);
    await type(late, 2, "1 + 50");
    await saved(late);
    await expect.poll(() => codeOf(first)).toBe("1 + 50");
    await late.reload();
    await settledFrame(late);
    expect(await codeOf(late)).toBe("1 + 50");
  });
});

describe("a browser that does not keep things", () => {
  it("because it refuses is told of, and the download is there", async () => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
    await page.goto(`${site.url}fork.html#new=empty`);
    await settledFrame(page);
    await type(page, 2, "40 + 2");
    await page.getByText("This browser keeps nothing here").waitFor();
    await page.frames()[1]?.getByText("42").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", {name: "Download"}).click();
    expect((await download).suggestedFilename()).toBe("new-notebook.md");
  });

  it("because it is full is told of, and saves again once there is room", async () => {
    const page = await opened();
    await page.evaluate(() => {
      const {put} = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
        if ("full" in globalThis) throw new DOMException("full", "QuotaExceededError");
        return put.apply(this, args);
      };
      Object.assign(globalThis, {full: true});
    });
    await type(page, 2, "40 + 2");
    await page.getByText("no room left for forks").waitFor();
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "full"));
    await type(page, 2, "40 + 3");
    await saved(page);
    expect(await page.getByText("no room left for forks").count()).toBe(0);
    await page.reload();
    await settledFrame(page);
    expect(await codeOf(page)).toBe("40 + 3");
  });
});

/** Letters typed and said to be saved before the last ones, in each round. */
const KEPT = 10;

it("a tab that is killed in the middle of typing leaves a whole text, all that was saved in it", async () => {
  const page = await opened();
  await type(page, 2, "const text = ''");
  await saved(page);
  const hash = draftOf(page);
  for (let round = 1; round <= 3; ++round) {
    const tab = await opened(hash);
    await cell(tab, 2).editor.click();
    await tab.keyboard.press("ControlOrMeta+End");
    await tab.keyboard.press("ArrowLeft");
    for (let i = 0; i < KEPT; ++i) await tab.keyboard.type("x");
    await saved(tab);
    for (let i = 0; i < 20; ++i) await tab.keyboard.type("x");
    const crashed = tab.waitForEvent("crash");
    void tab.goto("chrome://crash").catch(() => {});
    await crashed;
    await tab.close();
    const again = await opened(hash);
    const text = await codeOf(again);
    expect(text).toMatch(/^const text = '(x*)'$/);
    expect(text.length).toBeGreaterThanOrEqual("const text = ''".length + KEPT * round);
    await again.close();
  }
});
