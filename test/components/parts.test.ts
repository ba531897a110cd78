// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {answer, checkList, linked, symbols, takeaway, tryThis} from "../../src/components/parts.js";
import {checkRow} from "../../src/lib/check-row.js";

const row = (ours: number) =>
  checkRow({
    name: "KV bytes a token, Llama 3.1 8B",
    expected: 131072,
    ours,
    unit: "B",
    source: "https://github.com/vllm-project/vllm/issues/10517 [I]"
  });

describe("checkList(rows)", () => {
  it("sets published and ours side by side, with the source as a link", () => {
    const cells = [...checkList([row(131072)]).querySelectorAll("tbody th, tbody td")];
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "KV bytes a token, Llama 3.1 8B",
      "131,072",
      "131,072",
      "B",
      "github.com/vllm-project/vllm/issues/10517 [I]",
      "✓ passes"
    ]);
  });
  it("throws when a row fails, naming it and both figures", () => {
    expect(() => checkList([row(131072), row(65536)])).toThrow(
      "check failed: KV bytes a token, Llama 3.1 8B: published 131072 B, ours 65536 B"
    );
  });
});

describe("answer(options)", () => {
  it("is one figure, its unit and one sentence, in the same element each time", () => {
    const element = answer({value: "16.00", unit: "GiB", text: "of keys and values.", id: "t"});
    expect(element.textContent).toBe("16.00 GiB of keys and values.");
    expect(answer({value: "8.00", unit: "GiB", text: "of both.", id: "t"})).toBe(element);
    expect(element.querySelector(".lab-value")?.textContent).toBe("8.00");
  });
});

describe("small parts", () => {
  it("linked(text) turns addresses into links and leaves the rest", () => {
    const parts = linked("paper, https://arxiv.org/abs/2309.06180, table 1");
    expect(parts.filter((part) => part instanceof HTMLAnchorElement)).toHaveLength(1);
    expect(parts.map((part) => (part instanceof Node ? part.textContent : part)).join("")).toBe(
      "paper, arxiv.org/abs/2309.06180, table 1"
    );
  });
  it("tryThis(tasks) folds the answers", () => {
    const list = tryThis([{task: "Fit 16 readers.", answer: ["fp8 ", "KV."]}]);
    expect(list.querySelector("details")?.open).toBe(false);
    expect(list.querySelector("details p")?.textContent).toBe("fp8 KV.");
  });
  it("symbols(rows) marks the Chinese term as Chinese", () => {
    const rows = [{letter: "L", code: "nLayers", term: "层数", meaning: "layers", unit: "1"}];
    expect(symbols(rows).querySelector("[lang=zh-Hans]")?.textContent).toBe("层数");
  });
  it("takeaway(content) is a named aside", () => {
    expect(takeaway("One number.").getAttribute("aria-label")).toBe("Takeaway");
  });
});
