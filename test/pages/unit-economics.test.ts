import {beforeAll, describe, expect, it} from "vitest";
import {unitEconomicsAnswer} from "../../src/lib/answers/unit-economics.js";
import {chapterWorkload} from "../../src/lib/cost/chapter-workload.js";
import {generationBill, type Bill} from "../../src/lib/cost/fleet.js";
import type {HostingBill} from "../../src/lib/cost/hosting.js";
import type {PromptHits} from "../../src/lib/cost/segments.js";
import type {Verdict} from "../../src/lib/cost/verdict.js";
import type {LeverStep} from "../../src/lib/cost/levers.js";
import {runPage, type RunningPage} from "../cells.js";
import {expectWithin, sol} from "../lib/cost/fixtures.js";

const file = "src/pages/unit-economics.md";
const totals = async (page: RunningPage) =>
  ((await page.value("bills")) as Bill[]).map((bill) => bill.totalUsd);

describe("unit-economics at its defaults", () => {
  let page: RunningPage;
  beforeAll(async () => {
    page = await runPage(file);
    await page.settled();
  }, 60_000);

  it("shows no error", () => expect(page.errors()).toEqual([]));

  it("bills $4,191, $1,676.40 and $167.64, and $1,728 for own cards", async () => {
    const usd = await totals(page);
    for (const [i, expected] of [4_191, 1_676.4, 167.64].entries()) expectWithin(usd[i]!, expected);
    expectWithin(((await page.value("hosted")) as HostingBill).totalUsd, 1_728);
  });

  it("gives the same answer as the home page, at the chapter's workload", async () => {
    const {usd, explodedUsd} = (await page.value("economicsAnswer")) as Record<string, number>;
    const usdPerGeneration = generationBill(chapterWorkload, sol).totalUsd;
    const home = unitEconomicsAnswer({workload: chapterWorkload, usdPerGeneration});
    expectWithin(usd!, home.usd);
    expectWithin(explodedUsd!, home.explodedUsd);
    expect(page.main.querySelector(".lab-answer")?.textContent).toContain("$38,481");
  });

  it("says where self-hosting loses: mid by $52, small for good", async () => {
    const [flagship, mid, small] = (await page.value("verdict")) as Verdict[];
    expect(flagship!.savedUsd).toBeGreaterThan(2_400);
    expectWithin(mid!.savedUsd, -51.6);
    expect(small!.generations).toBe(Infinity);
  });

  it("has a prompt that hits about what the chapter assumes", async () => {
    const {promptTokens, hitFraction} = (await page.value("prompt")) as PromptHits;
    expect(promptTokens).toBe(20_000);
    expect(Math.abs(hitFraction - 0.7)).toBeLessThan(0.02);
  });

  it("runs its checks in the page", () => {
    expect(page.main.textContent).toContain("15 of 15 checks pass");
  });
});

describe("unit-economics from an address", () => {
  it.each([
    ["?gpu=m5-pro", "unknown “m5-pro”"],
    ["?gpu=m4-max", "its arithmetic or its weights are not published"],
    ["?m=gpt3-175b", "One request does not fit the memory of this set-up."]
  ])("%s says what is missing, without an error", async (search, words) => {
    const page = await runPage(file, {search});
    await page.settled();
    expect(page.errors()).toEqual([]);
    expect(page.main.textContent).toContain(words);
    expect(page.main.textContent).not.toMatch(/∞|NaN|undefined/);
  });

  it("cell bills follows hit and remix: $6,270, $3,448.50, $38,481", async () => {
    for (const [search, expected] of [
      ["?hit=0", 6_270],
      ["?hit=0.95", 3_448.5],
      ["?remix=0.1", 38_481]
    ] as const) {
      const page = await runPage(file, {search});
      expectWithin((await totals(page))[0]!, expected);
    }
  }, 60_000);

  it("cell bills follows the options that the chapter leaves out", async () => {
    const page = await runPage(file, {search: "?writes=5m&bulk=0.5"});
    const [flagship] = (await page.value("bills")) as Bill[];
    expect(flagship!.writeUsd).toBeGreaterThan(0);
    expectWithin(flagship!.outputUsd, 2_970 * 0.75);
  }, 60_000);

  it("cell bills takes an own price row in place of a tier", async () => {
    const page = await runPage(file, {search: "?tier=own&row=1,0.1,,,2"});
    // 33,000 · (6,000 · 1 + 14,000 · 0.1 + 3,000 · 2) / 10⁶
    expectWithin((await totals(page))[0]!, 442.2);
  }, 60_000);

  it("cell sequence pulls the levers in their order", async () => {
    const page = await runPage(file, {search: "?lev=output.self-host"});
    const steps = (await page.value("sequence")) as LeverStep[];
    expectWithin(steps[0]!.afterUsd, 3_300);
    expectWithin(steps[1]!.afterUsd, 1_728);
  }, 60_000);

  it("a set-up that cannot serve is said, not hidden", async () => {
    const page = await runPage(file, {search: "?m=llama3.1-70b&wdt=bf16"});
    await page.settled();
    expect(page.errors()).toEqual([]);
    expect(((await page.value("hosted")) as HostingBill).totalUsd).toBe(Infinity);
    expect(page.main.textContent).toContain("does not fit the memory");
  }, 60_000);
});
