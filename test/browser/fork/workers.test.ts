import {readFileSync} from "node:fs";
import type {BrowserContext, Frame, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {modelById} from "../../catalog-data.js";
import {ggufBytes, modelFile} from "../../lib/gguf/gguf-file.js";
import {openSite, settle, type OpenSite} from "../site.js";
import {settledFrame, shownIn} from "./forks.js";

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

async function forked(path: string, search = ""): Promise<Frame> {
  const fields = new URLSearchParams({page: path, ...(search === "" ? {} : {q: search})});
  await page.goto(`${site.url}fork.html#${fields}`);
  return settledFrame(page);
}

const answer = async (shown: Page | Frame) =>
  ((await shown.locator(".lab-answer").first().textContent()) ?? "").replace(/\s+/g, " ");

describe.each([
  ["/pages/paged-attention", "seed=7"],
  ["/pages/continuous-batching", "seqs=8"],
  ["/pages/capacity-planner", "batch=64"]
])("%s in the sandbox", (path, search) => {
  it("works its tasks out in as many workers as the page, to the same answer, also of other inputs", async () => {
    await page.goto(`${site.url.replace(/\/$/, "")}${path}.html?${search}`);
    await settle(page);
    const built = await answer(page);
    const nWorkers = page.workers().length;
    expect(nWorkers).toBeGreaterThan(0);
    const frame = await forked(path);
    const before = await answer(frame);
    expect(before).not.toBe(built);
    await expect.poll(() => page.workers().length).toBe(nWorkers);
    expect(page.workers().every((worker) => worker.url().startsWith("blob:null/"))).toBe(true);
    await page.goto("about:blank");
    const other = await forked(path, search);
    await expect.poll(() => answer(other)).toBe(built);
    expect((await shownIn(other)).errors).toEqual([]);
  });

  it("answers an input that is changed there, and hands its data out as CSV", async () => {
    const frame = await forked(path);
    const before = await answer(frame);
    const [key, value = ""] = search.split("=");
    const box = frame.locator(`input[type=text][name=${key}]`).first();
    await box.fill(value);
    await box.press("Enter");
    await expect.poll(() => answer(frame), {timeout: 20_000}).not.toBe(before);
    const download = page.waitForEvent("download");
    await frame.getByRole("button", {name: "Download CSV"}).first().click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text.split("\r\n").length).toBeGreaterThan(3);
  });
});

describe("a GGUF file of the reader's own, in the sandbox", () => {
  const {metadata, tensors} = modelFile(modelById("qwen3-0.6b"), "qwen3", 8);
  const bytes = Buffer.from(ggufBytes(metadata, tensors));

  it("is read where it is chosen", async () => {
    const frame = await forked("/pages/capacity-planner");
    await frame
      .locator(".lab-drop input[type=file]")
      .setInputFiles({name: "mine.gguf", mimeType: "application/octet-stream", buffer: bytes});
    await frame.getByText("28 layers").waitFor();
    await frame.getByText("of weights exactly").first().waitFor();
  });

  it("is read where it is dropped", async () => {
    const frame = await forked("/pages/capacity-planner");
    await frame.locator(".lab-drop").evaluate((drop, text) => {
      const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], "dropped.gguf"));
      drop.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
    }, bytes.toString("base64"));
    await frame.getByText("28 layers").waitFor();
    await frame.getByText("dropped.gguf").first().waitFor();
  });
});
