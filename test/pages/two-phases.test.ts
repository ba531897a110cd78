import {beforeEach, describe, expect, it, vi} from "vitest";
import {runPage} from "../cells.js";

const file = "src/pages/two-phases.md";

async function open(search = "") {
  const page = await runPage(file, {search});
  await page.settled();
  return page;
}

// Components keep their elements for the life of a page; each test opens a page anew.
beforeEach(() => {
  vi.resetModules();
});

describe("two-phases", {timeout: 60_000}, () => {
  it("answers with the chapter's bound at its defaults, and says that one card does not hold it", async () => {
    const page = await open();
    expect(page.errors()).toEqual([]);
    expect(await page.value("bound")).toMatchObject({
      value: expect.closeTo(23.74, 2) as number,
      withoutEmbedding: expect.closeTo(24.1, 2) as number
    });
    expect(await page.value("criticalBatch")).toBeCloseTo(295.22, 2);
    for (const figure of [
      "23.7",
      "24.1",
      "can write at most 23.7 tokens/s for one reader",
      "critical batch 295",
      "takes 2 × H100 SXM5: set Cards to 2",
      "29 of 29 checks pass"
    ])
      expect(page.main.textContent).toContain(figure);
  });

  it("follows the address: two cards hold the model and write twice as fast", async () => {
    const page = await open("?n=2&batch=64");
    expect(page.errors()).toEqual([]);
    expect(await page.value("bound")).toMatchObject({value: expect.closeTo(47.48, 2) as number});
    expect(page.main.textContent).not.toContain("set Cards to");
    expect(await page.value("waits")).toHaveLength(2);
  });

  it("moves writing towards the ridge by each way out", async () => {
    const intensity = async (search: string) => {
      const {current} = (await (await open(search)).value("picture")) as {
        current: {intensity: number}[];
      };
      return current[0]?.intensity ?? NaN;
    };
    const asItIs = await intensity("");
    for (const search of ["?wdt=int4-g128", "?batch=64", "?draft=4"])
      expect(await intensity(search), search).toBeGreaterThan(2 * asItIs);
  });

  it("does without what is not published: peaks and memory of an Apple part", async () => {
    const page = await open("?gpu=m5-pro&m=llama3.1-8b");
    expect(page.errors()).toEqual([]);
    expect(page.main.textContent).toContain("No memory size is published for Apple M5 Pro");
    expect(page.main.textContent).toContain("no peak FLOP/s is published for this card");
  });

  it("takes a reader's own card from the address", async () => {
    const page = await open("?gpu=own&card=24000000000,1000000000000,100000000000000,,");
    expect(page.errors()).toEqual([]);
    expect(await page.value("bound")).toMatchObject({value: expect.closeTo(7.09, 2) as number});
    expect(page.main.textContent).toContain("On my card");
  });

  it.each(["deepseek-v4-pro", "gemma-4-e4b", "qwen3.5-27b", "gpt-oss-120b", "kimi-k3", "gpt2"])(
    "shows %s without an error or an empty figure",
    async (id) => {
      const page = await open(`?m=${id}&gpu=b200&n=8&wdt=nvfp4&kvdt=fp8&batch=32`);
      expect(page.errors()).toEqual([]);
      expect(page.main.querySelector(".lab-answer")?.textContent).not.toContain("—");
    }
  );

  it("shows the sentence that the home page takes from the same function", async () => {
    const page = await open();
    const {text} = (await page.value("bound")) as {text: string};
    expect(page.main.querySelector(".lab-answer-text")?.textContent).toBe(text);
  });
});
