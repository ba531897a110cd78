import type {BrowserContext, Frame, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {encodeLink} from "../../../src/fork/notebook/link.js";
import {openSite, type OpenSite} from "../site.js";
import {cell, saved, settledFrame, type, viewport} from "./forks.js";

let site: OpenSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openSite("/any/path/");
});
afterAll(() => site.close());
beforeEach(async () => {
  context = await site.browser.newContext({viewport});
  page = await context.newPage();
});
afterEach(() => context.close());

const source = `# Title

\`\`\`js
const n = 20;
\`\`\`

\`\`\`js
n + 1
\`\`\`

Words: \${n * 2}.
`;

async function opened(text = source): Promise<Frame> {
  const link = {title: "T", path: "/pages/forks/new", source: text, base: null, search: ""};
  await page.goto(`${site.url}fork.html#${await encodeLink(link)}`);
  await page.getByRole("button", {name: "Run in sandbox"}).click();
  return settledFrame(page);
}

const shows = (frame: Frame, text: string) => frame.getByText(text).first().waitFor();

describe("an edited cell", () => {
  it("runs after a moment of rest, and all that depends on it", async () => {
    const frame = await opened();
    await type(page, 2, "const n = 30;");
    await shows(frame, "31");
    await shows(frame, "Words: 60.");
  });

  it("runs at once on Ctrl-Enter, and on Shift-Enter goes to the next", async () => {
    const frame = await opened();
    await type(page, 2, "const n = 30;");
    await page.keyboard.press("Control+Enter");
    await shows(frame, "31");
    expect(await cell(page, 2).editor.evaluate((e) => e === document.activeElement)).toBe(true);
    await page.keyboard.press("Shift+Enter");
    await expect
      .poll(() => cell(page, 3).editor.evaluate((e) => e === document.activeElement))
      .toBe(true);
  });

  it("shows its error with the line, and its readers' too, and all recover", async () => {
    const frame = await opened();
    await type(page, 2, "const n = 1;\nthrow new Error('planted');");
    await cell(page, 2).faults.getByText("line 2: Error: planted").waitFor();
    await cell(page, 3).faults.getByText("RuntimeError: planted").waitFor();
    await type(page, 2, "const n = ;");
    await cell(page, 2).faults.getByText("line 1: SyntaxError: Unexpected token (1:10)").waitFor();
    await cell(page, 3).faults.getByText("n is not defined").waitFor();
    await type(page, 2, "const n = 5;");
    await shows(frame, "Words: 10.");
    await expect.poll(() => page.locator(".fork-faults p").count()).toBe(0);
  });

  it("is marked at every definer of a name that is defined twice", async () => {
    await opened();
    await type(page, 3, "const n = 2;");
    await cell(page, 2).faults.getByText("n is defined more than once").waitFor();
    await cell(page, 3).faults.getByText("n is defined more than once").waitFor();
  });

  it("is undone across cells", async () => {
    const frame = await opened();
    await type(page, 2, "const n = 30;");
    await type(page, 3, "n + 2");
    await shows(frame, "32");
    await page.keyboard.press("Control+z");
    await shows(frame, "31");
    await page.keyboard.press("Control+z");
    await shows(frame, "Words: 40.");
    await page.keyboard.press("Control+Shift+z");
    await shows(frame, "Words: 60.");
  });

  it("may have types, import modules of the site and read its files", async () => {
    const frame = await opened(
      '# T\n\n```ts\nconst rows: {id: string}[] = (await FileAttachment("/data/gpus.json").json());\ndisplay(rows.length > 10);\n```\n\n' +
        '```js\nimport {formatGib} from "/lib/format.js";\nimport * as d3 from "npm:d3";\ndisplay(formatGib(2 ** 30) + d3.sum([1, 2]));\n```\n\n```tex\nx^2\n```\n\n```html\n<b>bold</b>\n```\n\n```js\nview(Inputs.range([0, 9], {label: "Slide"}))\n```\n'
    );
    await shows(frame, "true");
    await shows(frame, '"1.00 GiB3"');
    expect(await frame.locator("math").count()).toBe(1);
    expect(await frame.locator("b").textContent()).toBe("bold");
    expect(await frame.getByLabel("Slide").count()).toBeGreaterThan(0);
  });

  it("says which module or file is not there", async () => {
    await opened(
      '# T\n\n```js\nimport "npm:left-pad";\n```\n\n```js\nFileAttachment("/data/none.json").json()\n```\n'
    );
    await cell(page, 2).faults.getByText("no such module: npm:left-pad").waitFor();
    await cell(page, 3).faults.getByText("File not found").waitFor();
  });
});

describe("cells", () => {
  const texts = (frame: Frame) =>
    frame
      .locator(".lab-cell")
      .evaluateAll((cells) =>
        cells.map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim())
      );

  it("are added, moved, duplicated, switched off and deleted, by keys", async () => {
    const frame = await opened();
    await cell(page, 3).editor.click();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => texts(frame)).toEqual(["Title", "21", "", "Words: 40."]);
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await expect.poll(() => texts(frame)).toEqual(["Title", "21", "21", "", "Words: 40."]);
    await page.keyboard.press("Alt+Backspace");
    await expect.poll(() => texts(frame)).toEqual(["Title", "21", "", "Words: 40."]);
    await page.keyboard.press("Alt+Shift+ArrowUp");
    await expect.poll(async () => (await texts(frame)).join()).toContain("const n = 20;");
    await page.keyboard.press("Control+z");
    await expect.poll(() => texts(frame)).toEqual(["Title", "21", "", "Words: 40."]);
  });

  it("are added below another by its list, and at the end", async () => {
    const frame = await opened();
    await cell(page, 1).bar.hover();
    await cell(page, 1).box.getByLabel("Add a cell below").selectOption("js");
    await page.keyboard.insertText("n * 100");
    await shows(frame, "2000");
    await page.getByRole("button", {name: "Markdown"}).click();
    await page.keyboard.insertText("The **end**");
    await frame.locator("strong").getByText("end").waitFor();
  });

  it("keep the state of an input while others are edited", async () => {
    const frame = await opened(
      "```js\nconst s = view(Inputs.range([0, 100], {value: 1}));\n```\n\n```js\ns\n```\n\n```js\ns + 1\n```\n"
    );
    await frame.locator("input[type=number]").fill("7");
    await shows(frame, "8");
    await type(page, 3, "s + 2");
    await shows(frame, "9");
    expect(await frame.locator("input[type=number]").inputValue()).toBe("7");
  });
});

describe("a fork", () => {
  it("is kept while it is edited, with earlier texts to go back to", async () => {
    const frame = await opened();
    await type(page, 2, "const n = 30;");
    await shows(frame, "31");
    await saved(page);
    expect(page.url()).toContain("#draft=");
    await page.reload();
    const again = await settledFrame(page);
    await shows(again, "31");
    await type(page, 2, "const n = 40;");
    await shows(again, "41");
    await page.getByRole("button", {name: "History"}).click();
    await page.getByRole("button", {name: "Go back to it"}).last().click();
    await shows(again, "Words: 60.");
  });

  it("shows its differences to the page, goes to each and takes each back", async () => {
    await page.goto(`${site.url}fork.html#page=/pages/validation`);
    await settledFrame(page);
    await cell(page, 2).editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("\n// mine");
    await cell(page, 3).box.hover();
    await cell(page, 3).bar.getByRole("button", {name: "Delete"}).click();
    await page.getByRole("button", {name: "Differences"}).click();
    const panel = page.getByRole("region", {name: "Differences to the original"});
    await panel.getByText("1 changed, 1 removed").waitFor();
    await panel.getByText("// mine").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("body").press("n");
    await panel.getByRole("button", {name: "Revert"}).first().click();
    await panel.getByText("1 removed").waitFor();
    await panel.getByRole("button", {name: "Revert"}).click();
    await panel.getByText("No cell differs").waitFor();
  });

  it("shows the graph of its cells", async () => {
    await opened();
    await page.getByRole("button", {name: "Graph"}).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.locator("svg path").count()).toBe(2);
    await dialog.getByRole("button", {name: "2 n"}).click();
    expect(await dialog.count()).toBe(0);
  });

  it("is shared as a link that another browser opens inert", async () => {
    await opened();
    await page.getByRole("button", {name: "Share…"}).click();
    const link = await page.getByLabel("Link").inputValue();
    expect(link.length).toBeLessThan(600);
    const other = await site.browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(link);
    await theirs.getByRole("button", {name: "Run in sandbox"}).waitFor();
    expect(await theirs.locator("iframe").count()).toBe(0);
    await theirs.getByText("const n = 20;").waitFor();
    await other.close();
  });

  it("lists its keys under ?", async () => {
    await opened();
    await page.locator("body").press("?");
    await page.getByRole("dialog", {name: "Keys"}).getByText("Shift-Enter").waitFor();
  });

  it("is on the home page: renamed, duplicated, deleted and brought back", async () => {
    await opened();
    await type(page, 2, "const n = 30;");
    await saved(page);
    await page.goto(site.url);
    await page.getByRole("link", {name: "T", exact: true}).waitFor();
    await page.getByRole("button", {name: "Rename T"}).click();
    await page.getByLabel("New title of T").fill("Mine");
    await page.keyboard.press("Enter");
    await page.getByRole("link", {name: "Mine", exact: true}).waitFor();
    await page.getByRole("button", {name: "Duplicate Mine", exact: true}).click();
    await page.getByRole("link", {name: "Mine (copy)", exact: true}).waitFor();
    await page.getByRole("button", {name: "Delete Mine", exact: true}).click();
    await page.getByRole("link", {name: "Mine", exact: true}).waitFor({state: "detached"});
    await page.getByRole("button", {name: "Bring Mine back"}).click();
    await page.getByRole("link", {name: "Mine", exact: true}).click();
    await shows(await settledFrame(page), "31");
    await page.getByRole("button", {name: "History"}).click();
    await page.getByRole("dialog").locator("li").first().waitFor();
  });

  it("goes to another browser with all others, and waits there for consent", async () => {
    await opened();
    await type(page, 2, "const n = 30;");
    await saved(page);
    await page.goto(site.url);
    const download = page.waitForEvent("download");
    await page.getByRole("button", {name: "Export all forks"}).click();
    const file = await (await download).path();
    const other = await site.browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(site.url);
    await theirs.getByLabel("File").setInputFiles({
      name: "forks.json",
      mimeType: "application/json",
      buffer: await import("node:fs/promises").then(({readFile}) => readFile(file))
    });
    await theirs.getByRole("link", {name: "T", exact: true}).click();
    await theirs.getByRole("button", {name: "Run in sandbox"}).waitFor();
    expect(await theirs.locator("iframe").count()).toBe(0);
    await other.close();
  });

  it("starts from a template whose cells all run", async () => {
    await page.goto(`${site.url}fork.html#new=experiment`);
    const frame = await settledFrame(page);
    await shows(frame, "How many readers fit?");
    await frame.getByText("true").waitFor();
    expect(await page.locator(".fork-faults p").allTextContents()).toEqual([]);
  });
});
