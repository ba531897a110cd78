/** Opens pages and their forks in a browser, and reads what both show. */
import type {Frame, Page} from "playwright-core";
import {expect} from "vitest";
import type {Draft} from "../../../src/fork/drafts/draft.js";

/** A viewport in which the built page has no table of contents beside it: its column is the fork's. */
export const viewport = {width: 760, height: 800};

/** Waits until the fork's cells have settled; returns the sandbox. */
export async function settledFrame(page: Page): Promise<Frame> {
  await page.waitForSelector(".fork-notebook[data-settled]", {timeout: 30_000});
  const frame = page.frames()[1];
  if (!frame) throw new Error("no sandbox");
  await quiet(page);
  return frame;
}

/** Waits until the shell has had nothing to change for a moment: no results, heights or places came in. */
async function quiet(page: Page): Promise<void> {
  await page.locator(".fork-notebook").evaluate(
    (notebook) =>
      new Promise<void>((still) => {
        const done = () => (observer.disconnect(), still());
        let timer = setTimeout(done, 100);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 100);
        });
        const options = {attributes: true, childList: true, subtree: true, characterData: true};
        observer.observe(notebook, options);
      })
  );
}

/** Goes down the page so that charts which wait to be seen are drawn. */
export async function seeAll(page: Page): Promise<void> {
  for (let y = 0; ; y += 600) {
    const isEnd = await page.evaluate((top) => {
      window.scrollTo(0, top);
      return top > document.documentElement.scrollHeight;
    }, y);
    if (isEnd) break;
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Waits until a document shows what another one shows, and no error. */
export async function expectSame(shown: Page | Frame, other: Shown): Promise<void> {
  await expect.poll(() => shownIn(shown), {timeout: 20_000}).toEqual({...other, errors: []});
}

/** What a document shows of its cells, without what only a published page or only a fork has. */
export interface Shown {
  readonly text: string;
  readonly charts: readonly string[];
  readonly errors: readonly string[];
}

export async function shownIn(shown: Page | Frame): Promise<Shown> {
  return shown.evaluate(() => {
    const main = document.querySelector("#observablehq-main")?.cloneNode(true) as HTMLElement;
    for (const extra of main.querySelectorAll(
      ".lab-code-button, .lab-all-code, .lab-code, .observablehq-pre-copy, #lab-fork"
    ))
      extra.remove();
    const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
    const plain = (html: string) =>
      html.replace(/(plot|lab|clip|title|desc)-[\w-]*\d+/g, "$1").replace(/\s+/g, " ");
    return {
      text: text(main),
      charts: [...main.querySelectorAll("svg")].map((chart) => plain(chart.outerHTML)),
      errors: [...main.querySelectorAll(".observablehq--error")].map(text)
    };
  });
}

/** A cell's buttons and source, by its number on the page. */
export function cell(page: Page, number: number) {
  const bar = page.getByRole("toolbar", {name: `Cell ${number}`, exact: true});
  return {
    bar,
    box: page.locator(".fork-cell").nth(number - 1),
    editor: page
      .locator(".fork-cell")
      .nth(number - 1)
      .locator(".cm-content"),
    faults: page
      .locator(".fork-cell")
      .nth(number - 1)
      .locator(".fork-faults")
  };
}

/** Puts text into a cell's editor in place of what is there, by the keyboard. */
export async function type(page: Page, number: number, text: string): Promise<void> {
  const {editor} = cell(page, number);
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Waits until the fork says that it is saved. */
export async function saved(page: Page): Promise<void> {
  await page.getByText("Saved in this browser.").waitFor();
}

/** The fork of a tab as its browser has kept it. */
export async function keptDraft(page: Page): Promise<Draft | null> {
  return page.evaluate(
    () =>
      new Promise<Draft | null>((done) => {
        const request = indexedDB.open("inference-lab-forks");
        request.onsuccess = () => {
          const store = request.result.transaction("drafts").objectStore("drafts");
          const found = store.get(location.hash.replace("#draft=", ""));
          found.onsuccess = () => {
            request.result.close();
            done((found.result as Draft | undefined) ?? null);
          };
        };
      })
  );
}
