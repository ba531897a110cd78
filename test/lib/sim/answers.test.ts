import {readFileSync} from "node:fs";
import {expect, it} from "vitest";
import {homeAnswer} from "../../../src/lib/answers/home.js";
import {pageDefaults} from "../../../src/lib/page-defaults.js";
import {pagedAttentionAnswer, servingAnswerers} from "../../../src/lib/sim/answers.js";
import {gpus, models} from "../../catalog-data.js";

it.each(Object.keys(servingAnswerers))("%s has a sentence at its defaults", (name) => {
  const defaults = pageDefaults(readFileSync(`src/pages/${name}.md`, "utf8"));
  const data = {models, gpus, prices: [], figures: [], more: servingAnswerers};
  const text = homeAnswer(name, {defaults, ...data});
  expect(text).toMatch(/^[A-Z\d].*\d.*\.$/);
  expect(text).not.toMatch(/NaN|undefined/);
});

it("pagedAttentionAnswer(defaults, data) holds the paper's kind of figures", () => {
  const defaults = pageDefaults(readFileSync("src/pages/paged-attention.md", "utf8"));
  const reader = {
    text: (key: string) => String(defaults[key]),
    number: (key: string) => Number(defaults[key])
  };
  const text = pagedAttentionAnswer(reader as Parameters<typeof pagedAttentionAnswer>[0], {
    models,
    gpus,
    prices: [],
    figures: []
  });
  expect(text).toBe(
    "On this stream, reserving the longest length uses 25.1 % of KV memory; pages of 16 tokens use 97.1 %."
  );
});
