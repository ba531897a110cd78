import {beforeEach, describe, expect, it, vi} from "vitest";
import type {CheckedFigure} from "../../src/lib/checks/figure.js";
import {runPage} from "../cells.js";

const page = "src/pages/validation.md";

// Components keep their elements for the life of a page; each test opens a page anew.
beforeEach(() => {
  vi.resetModules();
});

describe("validation", {timeout: 60_000}, () => {
  it("at its defaults: 242 of 254 figures, two that contradict themselves, none wrong", async () => {
    const {value, main, errors, settled} = await runPage(page);
    expect(await value("counts")).toMatchObject({
      reproduced: 242,
      "publication differs": 2,
      fails: 0
    });
    await settled();
    expect(errors()).toEqual([]);
    const words = main.textContent ?? "";
    for (const text of [
      "242 of 254 published figures are reproduced",
      "the row only closes at 0.95",
      "6 of 6 checks pass"
    ])
      expect(words).toContain(text);
  });

  it("with ?engine=ollama the cell shown has ollama's three figures", async () => {
    const {value} = await runPage(page, {search: "?engine=ollama"});
    const shown = (await value("shown")) as CheckedFigure[];
    expect(shown.map(({published}) => published).sort((a, b) => a - b)).toEqual([160, 992, 9760]);
  });

  it("with ?m=deepseek-v3&ctx=8192 slips are made on that model", async () => {
    const {value} = await runPage(page, {search: "?m=deepseek-v3&ctx=8192"});
    expect(await value("worst")).toMatchObject({
      name: "MLA's latent divided over 16 GPUs",
      factor: 16
    });
  });

  it("names a filter that does not exist and shows everything", async () => {
    const {value, settled, main} = await runPage(page, {search: "?verdict=maybe"});
    expect(await value("shown")).toHaveLength(254);
    await settled();
    expect(main.textContent).toContain("maybe");
  });
});
