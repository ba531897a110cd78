import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {createServer} from "node:net";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import type {Browser, Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {launch} from "../../../tools/chromium.js";
import {run} from "../../../tools/offline.js";
import {bundleProcesses, mortal} from "../../tools/fork/processes.js";
import {settledFrame, type, viewport} from "./forks.js";
import {buildProject, copyProject, startDev, type Dev} from "./project.js";

let folder = "";
let dev: Dev;
let browser: Browser;

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => {
      const {port} = server.address() as AddressInfo;
      server.close(() => done(port));
    })
  );
}

beforeAll(async () => {
  folder = copyProject("forked-dev", {});
  dev = await startDev(folder, await freePort());
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  dev.stop();
});

async function opened(hash: string): Promise<Page> {
  const page = await (await browser.newContext({viewport})).newPage();
  await page.goto(`${dev.url}fork#${hash}`);
  await settledFrame(page);
  return page;
}

const file = (name: string) => join(folder, "src/pages/forks", `${name}.md`);

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole("button", {name: "Save…"}).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", {name: "Save", exact: true}).click();
}

describe("npm run dev", () => {
  it("forks a page from its own button, with the inputs as they are", async () => {
    const page = await (await browser.newContext({viewport})).newPage();
    await page.goto(`${dev.url}pages/kv-cache?ctx=32768`);
    await page.click("#lab-fork");
    await page.waitForURL(/fork(\.html)?#/);
    const frame = await settledFrame(page);
    await frame.getByText("One reader of Llama 3.1 8B at 32K").first().waitFor();
    await page.context().close();
  });

  it("saves a fork as a page, which is there at once, with what it is a fork of", async () => {
    const page = await opened("page=/pages/validation");
    await type(page, 2, "'mine'");
    await page.frames()[1]?.getByText('"mine"').waitFor();
    await save(page, "saved-fork");
    const reloaded = page.waitForEvent("load");
    await page.getByRole("dialog").getByRole("link", {name: "saved-fork.md"}).waitFor();
    await reloaded;
    await page.getByText("Saved: saved-fork.md").waitFor();
    expect(readFileSync(file("saved-fork"), "utf8")).toContain("of: /pages/validation");
    expect(readdirSync(join(folder, "src/pages/forks/.base"))).toHaveLength(1);
    const reader = await page.context().newPage();
    await reader.goto(`${dev.url}pages/forks/saved-fork`);
    await reader.getByText('"mine"').waitFor();
    await expect
      .poll(async () => {
        await reader.reload();
        return reader.locator("#observablehq-sidebar").getByText("Forks").count();
      })
      .toBeGreaterThan(0);
    const status = await run(
      ["sh", "-c", `cd ${JSON.stringify(folder)} && npx tsx tools/fork.ts --status`],
      {quiet: true}
    );
    expect(status.output).toContain("/pages/forks/saved-fork  /pages/validation  up to date");
    await page.context().close();
  });

  it("saves over what it has read, and not over what it has not", async () => {
    const page = await opened("page=/pages/forks/saved-fork");
    await type(page, 2, "'second'");
    await save(page, "saved-fork");
    await page.getByRole("dialog").getByRole("link", {name: "saved-fork.md"}).waitFor();
    expect(readFileSync(file("saved-fork"), "utf8")).toContain("'second'");
    const text = readFileSync(file("saved-fork"), "utf8");
    expect(text).toContain("of: /pages/validation");
    await page.getByRole("button", {name: "Close"}).click();
    writeFileSync(file("saved-fork"), text.replace("'second'", "'by an editor'"));
    await type(page, 2, "'third'");
    await save(page, "saved-fork");
    await page.getByText("There is another saved-fork.md on disk").waitFor();
    expect(readFileSync(file("saved-fork"), "utf8")).toContain("'by an editor'");
    await page.getByRole("button", {name: "Save mine as saved-fork-2.md"}).click();
    await page.getByRole("dialog").getByRole("link", {name: "saved-fork-2.md"}).waitFor();
    expect(readFileSync(file("saved-fork-2"), "utf8")).toContain("'third'");
    expect(readFileSync(file("saved-fork-2"), "utf8")).toContain("of: /pages/forks/saved-fork\n");
    expect(readFileSync(file("saved-fork"), "utf8")).toContain("'by an editor'");
    await page.context().close();
  });

  it("does not write a page that would keep the lab from being built", async () => {
    const page = await opened("new=empty");
    await type(page, 2, 'import "npm:left-pad";\nL.map(1)');
    await save(page, "broken");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("npm:left-pad is not part of this site").waitFor();
    await dialog.getByText("L would be fetched from another host").waitFor();
    await dialog.getByText("Not saved.").waitFor();
    expect(existsSync(file("broken"))).toBe(false);
    await page.context().close();
  });

  it("killed while a fork is open, loses nothing of it and leaves no half a file", async () => {
    const page = await opened("page=/pages/validation");
    await type(page, 2, "'kept'");
    await page.getByText("Saved in this browser.").waitFor();
    await page.getByRole("button", {name: "Save…"}).click();
    await page.getByLabel("Name").fill("killed");
    dev.stop();
    await page.getByRole("button", {name: "Save", exact: true}).click();
    await page.getByText("the writer of npm run dev does not answer").waitFor();
    expect(existsSync(file("killed"))).toBe(false);
    dev = await startDev(folder, Number(new URL(dev.url).port));
    await page.reload();
    const frame = await settledFrame(page);
    await frame.getByText('"kept"').waitFor();
    await save(page, "killed");
    await page.getByRole("dialog").getByRole("link", {name: "killed.md"}).waitFor();
    await page.context().close();
  }, 120_000);
});

it("npm run dev, killed in the middle of a save, leaves no half a page and saves it when it is back", async () => {
  await bundleProcesses();
  const port = Number(new URL(dev.url).port);
  dev.stop();
  // The page's own file: opened is the first step, half its text is the second.
  dev = await startDev(folder, port, {NODE_OPTIONS: `--import ${mortal}`, LAST_STEP: "2"});
  const page = await opened("page=/pages/validation");
  await type(page, 2, "'in the middle'");
  await save(page, "half");
  await page.getByText("the writer of npm run dev does not answer").waitFor();
  const left = readdirSync(join(folder, "src/pages/forks"));
  expect(left).not.toContain("half.md");
  expect(left.filter((name) => name.endsWith(".tmp"))).toHaveLength(1);
  dev.stop();
  dev = await startDev(folder, port);
  await page.reload();
  await settledFrame(page);
  await save(page, "half");
  await page.getByRole("dialog").getByRole("link", {name: "half.md"}).waitFor();
  expect(readFileSync(file("half"), "utf8")).toContain("'in the middle'");
  const now = readdirSync(join(folder, "src/pages/forks"));
  expect(now.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  await page.context().close();
}, 120_000);

it("a build has neither the writer's address nor its token, nor pages without a name", async () => {
  const secret = "http://127.0.0.1:65432 not-for-publication";
  process.env["LAB_WRITER"] = secret;
  try {
    await buildProject(folder);
  } finally {
    delete process.env["LAB_WRITER"];
  }
  const dist = join(folder, "dist");
  const texts = readdirSync(dist, {recursive: true, encoding: "utf8"})
    .filter((name) => /\.(html|js|css|md|json|txt)$/.test(name))
    .map((name) => readFileSync(join(dist, name), "utf8"));
  expect(texts.some((text) => text.includes("saved-fork"))).toBe(true);
  for (const word of secret.split(" "))
    expect(texts.filter((text) => text.includes(word))).toEqual([]);
  expect(texts.filter((text) => text.includes('name="lab-writer"'))).toEqual([]);
}, 240_000);
