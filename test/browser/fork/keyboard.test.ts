import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {findings} from "../axe.js";
import {openSite, type OpenSite} from "../site.js";
import {settledFrame} from "./forks.js";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < 900; ++i) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
    });
    seen.push(focused.slice(0, 30));
    if (focused === name) return;
  }
  throw new Error(`never reached ${name}: ${seen.slice(0, 60).join(" | ")}`);
}

const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

describe.each(["light", "dark"] as const)("in %s, by keyboard alone", (colorScheme) => {
  it("a reader forks, edits, shares, opens the link, runs it and takes the page along", async () => {
    const context = await site.browser.newContext({
      colorScheme,
      permissions: ["clipboard-read", "clipboard-write"]
    });
    const page = await context.newPage();
    await page.goto(`${site.url}pages/validation.html`);
    await tabTo(page, "Fork");
    await page.keyboard.press("Enter");
    await page.waitForURL(/fork\.html#/);
    const frame = await settledFrame(page);
    expect(await findings(page)).toEqual([]);
    expect(await findings(frame)).toEqual([]);

    await tabTo(page, "Cell 1, md: source");
    await page.keyboard.press("Enter");
    await page.locator(".fork-cell").first().locator(".cm-content").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedText(page)).toBe("Source of cell 1");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("# My own question");
    await page.keyboard.press("Control+Enter");
    await frame.getByRole("heading", {name: "My own question"}).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedText(page)).toBe("Cell 1, md: source");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Run");
    expect(await findings(page)).toEqual([]);

    await page.keyboard.press("Alt+o");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedText(page)).toBe("Cell 1, md: source");

    await page.keyboard.press("?");
    await page.getByRole("dialog", {name: "Keys"}).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({state: "detached"});

    await tabTo(page, "Share…");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", {name: "Share"}).waitFor();
    expect(await findings(page)).toEqual([]);
    await tabTo(page, "Copy link");
    await page.keyboard.press("Enter");
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());

    const other = await site.browser.newContext({colorScheme, acceptDownloads: true});
    const theirs = await other.newPage();
    await theirs.goto(link);
    await theirs.getByRole("button", {name: "Run in sandbox"}).waitFor();
    expect(await findings(theirs)).toEqual([]);
    await tabTo(theirs, "Run in sandbox");
    await theirs.keyboard.press("Enter");
    const shown = await settledFrame(theirs);
    await shown.getByRole("heading", {name: "My own question"}).waitFor();
    const download = theirs.waitForEvent("download");
    await tabTo(theirs, "Download");
    await theirs.keyboard.press("Enter");
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text).toContain("# My own question");
    expect(text).toContain("of: /pages/validation");
    await other.close();
    await context.close();
  }, 120_000);

  it("differences, graph and history have no serious finding", async () => {
    const context = await site.browser.newContext({
      colorScheme,
      viewport: {width: 390, height: 800}
    });
    const page = await context.newPage();
    await page.goto(`${site.url}fork.html#page=/pages/validation`);
    await settledFrame(page);
    await page.locator(".fork-cell .cm-content").first().click();
    await page.keyboard.insertText("// mine\n");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", {name: "Differences"}).click();
    expect(await findings(page)).toEqual([]);
    for (const name of ["Graph", "History"]) {
      await page.getByRole("button", {name}).click();
      await page.getByRole("dialog").waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await context.close();
  });
});
