import {beforeEach, describe, expect, it, vi} from "vitest";
import {runPage} from "./cells.js";

const root = "test/fixtures/src";
const file = `${root}/pages/cells.md`;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("runPage(file, options)", () => {
  it("gives the values of cells, whatever their order on the page", async () => {
    const page = await runPage(file, {root});
    expect(await page.value("slider")).toBe(3);
    expect(await page.value("twice")).toBe(6);
    expect(await page.value("counted")).toBe(1);
  });

  it("reads files, runs loaders, and takes the contents a test gives", async () => {
    const page = await runPage(file, {root, search: "?ctx=100"});
    expect(await page.value("total")).toBe(1 + 2 + 3 + 7 + 2 * 100);
    const other = await runPage(file, {root, files: {"/data/made.json": '{"made": [40]}'}});
    expect(await other.value("total")).toBe(40 + 7);
  });

  it("takes inputs in place of the page's, at the start and later", async () => {
    const page = await runPage(file, {root, inputs: {slider: 5}});
    expect(await page.value("twice")).toBe(10);
    page.set("slider", 8);
    expect(await page.value("twice")).toBe(16);
  });

  it("follows a control in the document", async () => {
    const page = await runPage(file, {root});
    await page.settled();
    const form = page.main.querySelector("form") as HTMLFormElement & {value: number};
    form.value = 9;
    form.dispatchEvent(new Event("input"));
    await page.settled();
    expect(await page.value("twice")).toBe(18);
  });

  it("knows the implicit names and shows what cells show", async () => {
    const page = await runPage(file, {root, width: 400});
    await page.settled();
    expect(await page.value("columns")).toBe(1);
    expect(page.main.querySelector("b.bold")?.textContent).toBe("bold");
    expect(page.main.querySelectorAll("svg circle")).toHaveLength(3);
    expect(page.main.textContent).toContain("Twice is 6");
    expect(page.main.textContent).toContain("400 pixels");
  });

  it("rejects with the error of a cell and shows it", async () => {
    const page = await runPage(file, {root});
    await expect(page.value("broken")).rejects.toThrow("planted");
    await page.settled();
    expect(page.errors()).toEqual(["Error: planted", "RuntimeError: planted"]);
  });

  it("runs two pages one after the other without mixing them", async () => {
    await runPage(file, {root, inputs: {slider: 1}});
    const page = await runPage(file, {root});
    expect(await page.value("twice")).toBe(6);
  });
});
