import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSite, textOf, type OpenSite} from "./site.js";

/**
 * Figures that a reader must see at a page's defaults, as printed. Each follows from the shapes and
 * prices of the catalog; the derivations stand in the tests of src/lib.
 */
const figures: Readonly<Record<string, readonly string[]>> = {
  "pages/kv-cache.html": [
    "131,072",
    "16.00 GiB",
    "14.96 GiB",
    "16.06 GB",
    "122,532",
    "4,718,592",
    "576 GiB",
    "64.00 GiB",
    "70,272 B",
    "8.58 GiB",
    "4,997,120",
    "36 KiB"
  ],
  "pages/two-phases.html": ["23.7", "23.9", "24.1", "295"],
  "pages/unit-economics.html": [
    "33,000",
    "$4,191",
    "$6,270",
    "$3,448.50",
    "303,000",
    "$38,481",
    "$1,676.40",
    "$167.64"
  ]
};

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

describe.each(Object.entries(figures))("%s at its defaults", (path, expected) => {
  it("shows the figures that the chapter asks for", async () => {
    const {page, close} = await site.open(path);
    const text = await textOf(page);
    expect(expected.filter((figure) => !text.includes(figure))).toEqual([]);
    await close();
  });
});

it("kv-cache says that three readers of an 8B at 128K fit on one H100", async () => {
  const {page, close} = await site.open("pages/kv-cache.html");
  const readers = page.locator(".lab-answer-more div", {hasText: "readers that fit"});
  expect(await readers.locator("dd").textContent()).toMatch(/^3\b/);
  await close();
});

it("home answers each page's question with the figure of the page", async () => {
  const {page, close} = await site.open("index.html");
  const text = await textOf(page);
  for (const figure of ["23.7", "16.00 GiB", "$4,191"]) expect(text).toContain(figure);
  await close();
});
