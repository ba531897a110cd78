import {readFileSync} from "node:fs";
import type {BrowserContext, Frame, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {encodeLink} from "../../../src/fork/notebook/link.js";
import {openSite, type OpenSite} from "../site.js";
import {cell, keptDraft, saved, settledFrame, type} from "./forks.js";

let site: OpenSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await site.browser.newContext({
    viewport: {width: 1280, height: 900},
    permissions: ["clipboard-read", "clipboard-write"]
  });
  page = await context.newPage();
});
afterEach(() => context.close());

async function forked(path: string): Promise<Frame> {
  await page.goto(`${site.url}fork.html#${new URLSearchParams({page: path})}`);
  return settledFrame(page);
}

describe("a page in the sandbox reaches the outside through its own host", () => {
  it("its inputs, which a fork keeps and comes back with", async () => {
    const frame = await forked("/pages/kv-cache");
    const box = frame.getByRole("textbox", {name: "Context"}).first();
    await box.fill("32K");
    await box.press("Enter");
    await frame.getByText("holds 4.00 GiB").first().waitFor();
    await type(page, 2, "'seen'");
    await expect.poll(async () => (await keptDraft(page))?.search).toContain("ctx=32768");
    await page.reload();
    const again = await settledFrame(page);
    await again.getByText("128K tokens").first().waitFor({state: "hidden"});
    expect(await again.getByRole("textbox", {name: "Context"}).first().inputValue()).toContain(
      "32"
    );
  });

  it("what it stores: a guess is there again after a reload, and not on the site's own storage", async () => {
    const frame = await forked("/pages/kv-cache");
    await frame.getByRole("button", {name: "Skip, show me"}).first().click();
    await type(page, 2, "'seen'");
    const isKept = async () => Object.keys((await keptDraft(page))?.storage ?? {}).join();
    await expect.poll(isKept).toContain("kv-cache");
    const before = await frame.getByRole("button", {name: "Skip, show me"}).count();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("kv-cache");
    await page.reload();
    const again = await settledFrame(page);
    expect(await again.getByRole("button", {name: "Skip, show me"}).count()).toBe(before);
  });

  it("its downloads", async () => {
    const frame = await forked("/pages/kv-cache");
    const download = page.waitForEvent("download");
    await frame.getByRole("button", {name: "CSV"}).first().click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text).toContain("weights");
    await page.getByText("Downloaded").first().waitFor();
  });

  it("the clipboard, and says so", async () => {
    const frame = await forked("/pages/kv-cache");
    await frame.getByRole("button", {name: "Copy link"}).first().click();
    await frame.getByText("Copied").first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${site.url}pages/kv-cache.html`);
    await page
      .locator(".fork-flash")
      .getByText(/Copied \d+ characters/)
      .waitFor();
  });

  it("neither, when the reader has not clicked for a while", async () => {
    const source = `# Late

\`\`\`js
import {host} from "/components/host.js";
setTimeout(async () => {
  host.download({name: "x.txt", blob: new Blob(["x"])});
  console.log((await host.copy("after")) ? "copied" : "refused");
}, 6000);
\`\`\`
`;
    const link = {title: "T", path: "/pages/forks/new", source, base: null, search: ""};
    await page.goto(`${site.url}fork.html#${await encodeLink(link)}`);
    let downloads = 0;
    page.on("download", () => ++downloads);
    // A click counts for five seconds, and so does whatever Playwright evaluates: nothing is asked until it is over.
    const told = page.waitForEvent("console", (message) => /copied|refused/.test(message.text()));
    await page.getByRole("button", {name: "Run in sandbox"}).click();
    expect((await told).text()).toBe("refused");
    expect(downloads).toBe(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe("after");
  });

  it("links: within the page by scrolling, to the site in a new tab, elsewhere after a question", async () => {
    const frame = await forked("/pages/kv-cache");
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await frame.getByRole("link", {name: "Limits and sources"}).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await frame.getByRole("link", {name: "AWQ, table 4"}).click();
    await expect.poll(() => questions.join()).toContain("https://arxiv.org/abs/2306.00978");
    // As many as a cell likes within one click are one question.
    await page.waitForTimeout(600);
    const asked = questions.length;
    await frame.getByRole("link", {name: "AWQ, table 4"}).evaluate((link: HTMLElement) => {
      for (let i = 0; i < 30; ++i) link.click();
    });
    await page.waitForTimeout(1000);
    expect(questions.length - asked).toBe(1);
    expect(context.pages()).toHaveLength(1);
    expect(page.url()).toContain("fork.html");
    expect(await page.locator("iframe").count()).toBe(1);
  });

  it("dialogs, which open where the reader is", async () => {
    const frame = await forked("/pages/kv-cache");
    await frame.getByRole("combobox", {name: "Model"}).first().click();
    await frame.getByText("Your config.json…").click();
    const dialog = frame.getByRole("dialog", {name: "Your own model"});
    await dialog.waitFor();
    const box = await dialog.boundingBox();
    expect(box?.y).toBeGreaterThan(-1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(901);
    const config = {
      architectures: ["LlamaForCausalLM"],
      model_type: "llama",
      hidden_size: 1024,
      intermediate_size: 4096,
      num_attention_heads: 8,
      num_hidden_layers: 2,
      num_key_value_heads: 1,
      vocab_size: 1000
    };
    await dialog.getByLabel("config.json").fill(JSON.stringify(config));
    await dialog.getByRole("button", {name: "Use it"}).click();
    await dialog.getByText("part of this page’s address").waitFor();
    await dialog.getByRole("button", {name: "Close"}).click();
    // Two layers, one key and one value head of 128 numbers, two bytes each: 1,024 bytes a token.
    await frame.getByText("1 KiB", {exact: true}).first().waitFor();
  });

  it("its scenarios, which stay with the fork", async () => {
    const frame = await forked("/pages/kv-cache");
    await frame.getByRole("button", {name: "Save scenario…"}).first().click();
    const dialog = frame.getByRole("dialog", {name: "Scenarios of this page"});
    await dialog.getByLabel("Save the inputs as").fill("Long");
    await dialog.getByRole("button", {name: "Save scenario", exact: true}).click();
    await dialog.getByLabel("Compare Long").check();
    await dialog.getByText("compared once it is saved as a page").waitFor();
    await dialog.getByRole("button", {name: "Close"}).click();
    await type(page, 2, "'seen'");
    const kept = async () => (await keptDraft(page))?.storage["scenarios:/pages/kv-cache"];
    await expect.poll(kept).toContain("Long");
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("scenarios");
  });
});

describe("when the original has changed since", () => {
  it("a fork says so, and takes the change over on request", async () => {
    const isSource = /validation\.[0-9a-f]+\.md$/;
    await context.route(isSource, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({response, body: text.replace(/^# .*$/m, "# The question of before")});
    });
    const frame = await forked("/pages/validation");
    await frame.getByRole("heading", {name: "The question of before"}).waitFor();
    await type(page, 2, "'mine'");
    await saved(page);
    await context.unroute(isSource);
    await page.reload();
    const again = await settledFrame(page);
    await page.getByText("The original has changed since").waitFor();
    await page.getByRole("button", {name: "Update the fork"}).click();
    await again.getByRole("heading", {name: "Are these numbers right?"}).waitFor();
    await again.getByText('"mine"').waitFor();
    await page.getByText("Updated.").waitFor();
    await page.locator("body").press("Control+z");
    await again.getByRole("heading", {name: "The question of before"}).waitFor();
    await page.reload();
    await settledFrame(page);
    expect(await cell(page, 2).editor.innerText()).toContain("'mine'");
  });
});
