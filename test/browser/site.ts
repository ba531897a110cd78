/** The built site, served under a path, and a browser to open it with. */
import {readdirSync} from "node:fs";
import {join} from "node:path";
import type {Browser, BrowserContextOptions, Page} from "playwright-core";
import {launch} from "../../tools/chromium.js";
import {serve} from "../../tools/serve.js";

/** Pages of the built site, as paths below its root. */
export function builtPages(dist = "dist"): string[] {
  return readdirSync(dist, {recursive: true, encoding: "utf8"})
    .filter((file) => file.endsWith(".html") && !file.startsWith("_"))
    .sort();
}

export interface OpenPage {
  page: Page;
  /** Console messages, page errors and requests to another host or without answer, as text. */
  complaints: string[];
  close(): Promise<void>;
}

export interface OpenSite {
  browser: Browser;
  url: string;
  /** Opens a page below the site's root and waits until its cells have settled. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Waits until no cell is loading and the page has been still for a moment. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(() => document.querySelector("observablehq-loading") === null);
  await page.evaluate(
    () =>
      new Promise<void>((still) => {
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 150);
        });
        let timer = setTimeout(done, 150);
        setTimeout(done, 3000);
        observer.observe(document.body, {childList: true, subtree: true, characterData: true});
        function done() {
          observer.disconnect();
          still();
        }
      })
  );
}

/** Skips every prediction, so that nothing is hidden. */
export async function revealAll(page: Page): Promise<void> {
  const skip = page.getByRole("button", {name: "Skip, show me"});
  while ((await skip.count()) > 0) await skip.first().click();
  await settle(page);
}

/** What a reader can read on a page once every prediction is made, hidden tables included. */
export async function textOf(page: Page): Promise<string> {
  await revealAll(page);
  return page.locator("#observablehq-main").evaluate((main) => main.textContent ?? "");
}

function listen(page: Page, url: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED")
      complaints.push(`failed: ${request.url()}`);
  });
  page.on("request", (request) => {
    const own = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    if (!own) complaints.push(`foreign request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Serves `dist` under a path and starts a browser. */
export async function openSite(base = "/any/path/", dist = "dist"): Promise<OpenSite> {
  const site = await serve(join(process.cwd(), dist), base);
  const browser = await launch();
  return {
    browser,
    url: site.url,
    async open(path, options) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const complaints = listen(page, site.url);
      await page.goto(site.url + path);
      await settle(page);
      return {page, complaints, close: () => context.close()};
    },
    async close() {
      await browser.close();
      await site.close();
    }
  };
}
