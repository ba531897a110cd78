// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {chapterMap, progressText, sourcesTable} from "../../src/components/chapter-map.js";
import {host} from "../../src/components/host.js";

const pages = [
  {
    name: "kv-cache",
    question: "Where does the memory go?",
    answer: "16.00 GiB.",
    minutes: 30,
    experiments: [
      {id: "kv-cache/128k", title: "8B at 128K", isRequired: true},
      {id: "kv-cache/more", title: "More", isRequired: false}
    ]
  }
];

beforeEach(() => window.localStorage.clear());

describe("chapterMap(pages)", () => {
  it("links each question to its page and marks what is done, in words too", () => {
    host.storage.set("predict:kv-cache/128k", '{"guess":null}');
    const map = chapterMap(pages);
    expect(map.querySelector("a")?.getAttribute("href")).toBe("./pages/kv-cache.html");
    expect([...map.querySelectorAll("ul li")].map((item) => item.textContent)).toEqual([
      "✓8B at 128K, done",
      "○More (optional), not yet done"
    ]);
  });
});

describe("chapterMap(pages) after going back", () => {
  it("shows what was done since the page was left", () => {
    const map = chapterMap(pages);
    expect(map.querySelector("p")?.textContent).toBe(
      "2 experiments, each with a guess first. About 30 minutes in all."
    );
    host.storage.set("predict:kv-cache/128k", "{}");
    const event = new Event("pageshow");
    Object.defineProperty(event, "persisted", {value: true});
    window.dispatchEvent(event);
    expect(map.querySelector("p")?.textContent).toContain("1 of 2 experiments done");
    expect(map.querySelectorAll(".lab-done")).toHaveLength(1);
  });
});

describe("progressText(pages)", () => {
  it("says how far the reader is", () => {
    expect(progressText(pages)).toBe("2 experiments, each with a guess first.");
    host.storage.set("predict:kv-cache/128k", "{}");
    expect(progressText(pages)).toBe("1 of 2 experiments done, in this browser.");
    host.storage.set("predict:kv-cache/more", "{}");
    expect(progressText(pages)).toBe("All 2 experiments done, in this browser.");
  });
});

describe("sourcesTable(sources)", () => {
  it("gives rows, what was read, and dates, and says what is unknown", () => {
    const counts = {nRows: 76, nVerified: 75, retrieved: "2026-11-29"};
    const table = sourcesTable([
      {name: "API prices", ...counts, nDated: 68, dates: ["2025-07-03", "2026-08-13"]},
      {name: "models", ...counts, nDated: 0, dates: null}
    ]);
    expect([...table.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual([
      "API prices76752026-11-292025-07-03 to 2026-08-13, 8 unknown",
      "models76752026-11-29undated"
    ]);
  });
});
