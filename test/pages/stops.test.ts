import {beforeEach, expect, it, vi} from "vitest";
import {runPage} from "../cells.js";

beforeEach(() => {
  vi.resetModules();
});

it.each([
  ["paged-attention", "?kvmem=1073741824", "1.00 GiB hold 1,310 tokens of OPT-13B"],
  ["continuous-batching", "?m=gpt3-175b", "GPT-3 175B does not fit on an H100 SXM5"]
])(
  "%s%s says once why it cannot run, and no cell fails",
  async (name, search, sentence) => {
    const page = await runPage(`src/pages/${name}.md`, {search});
    await page.value("halt");
    await vi.waitFor(() => expect(page.main.textContent).toContain(sentence), {timeout: 20_000});
    expect(page.main.querySelectorAll(".lab-stop:not([hidden])")).toHaveLength(1);
    expect(page.main.querySelector(".lab-answer")).toBeNull();
    expect(page.errors()).toEqual([]);
  },
  60_000
);

it.each(["?gpu=l4", "?budget=64", "?budget=64&seqs=128"])(
  "continuous-batching%s has no cell that fails",
  async (search) => {
    const page = await runPage("src/pages/continuous-batching.md", {search});
    await page.settled();
    expect(page.errors()).toEqual([]);
    if (search === "?gpu=l4") expect(page.main.textContent).toContain("does not hold the prompt");
  },
  120_000
);
