/** The home page against the pages that it speaks of. */
import {execFileSync} from "node:child_process";
import {existsSync} from "node:fs";
import {beforeEach, describe, expect, it, vi} from "vitest";
import {chapter, type ChapterPage} from "../src/lib/chapter.js";
import {runPage} from "./cells.js";

interface Home {
  readonly pages: readonly (ChapterPage & {readonly answer: string})[];
}

const loader = ["node_modules/tsx/dist/cli.mjs", "src/data/answers.json.ts"];
const home = JSON.parse(execFileSync(process.execPath, loader, {encoding: "utf8"})) as Home;

// Components keep elements of the page they were made for; each page here has a window of its own.
beforeEach(() => vi.resetModules());

describe("answers of the home page", () => {
  it("are there for every page of the chapter that exists", () => {
    const names = chapter
      .map(({name}) => name)
      .filter((name) => existsSync(`src/pages/${name}.md`));
    expect(home.pages.map(({name}) => name)).toEqual(names);
  });

  it.each(home.pages.map(({name, answer}) => [name, answer]))(
    "%s says the same at its defaults",
    async (name, answer) => {
      const page = await runPage(`src/pages/${name}.md`);
      await page.settled();
      expect(page.errors()).toEqual([]);
      expect(page.main.querySelector(".lab-answer-text")?.textContent).toBe(answer);
    },
    60_000
  );

  it("stand on the home page, each a link to its page", async () => {
    const page = await runPage("src/index.md");
    await page.settled();
    const steps = [...page.main.querySelectorAll(".lab-path > li")];
    expect(steps.map((step) => step.querySelector("p")?.textContent)).toEqual(
      home.pages.map(({answer}) => answer)
    );
    expect(steps.map((step) => step.querySelector("a")?.getAttribute("href"))).toEqual(
      home.pages.map(({name}) => `./pages/${name}.html`)
    );
  });
});
