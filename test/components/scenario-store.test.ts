import {describe, expect, it} from "vitest";
import {
  comparisonUrl,
  freeName,
  pagePath,
  plainName,
  readComparison,
  scenarioUrl,
  siteRoot,
  withScenario
} from "../../src/components/scenario-store.js";

describe("pagePath(href)", () => {
  it.each([
    ["https://x.example/any/path/pages/kv-cache.html?ctx=8#a", "/pages/kv-cache"],
    ["http://localhost:3000/pages/forks/mine", "/pages/forks/mine"],
    ["https://x.example/compare.html", "/compare"]
  ])("%s is %s", (href, path) => {
    expect(pagePath(href)).toBe(path);
  });
});

describe("siteRoot(href) and scenarioUrl(root, page, scenario)", () => {
  it.each([
    ["https://x.example/any/path/pages/forks/p.html?ctx=8#a", "https://x.example/any/path/"],
    ["https://x.example/any/index.html", "https://x.example/any/"],
    ["https://x.example/any/", "https://x.example/any/"],
    ["http://localhost:3000/pages/p", "http://localhost:3000/"]
  ])("the site of %s is %s", (href, root) => {
    expect(siteRoot(href)).toBe(root);
  });

  it("a scenario is its page with its query", () => {
    const root = "https://x.example/any/";
    expect(scenarioUrl(root, "/pages/p", {name: "A", search: "ctx=8"})).toBe(
      "https://x.example/any/pages/p.html?ctx=8"
    );
    expect(scenarioUrl(root, "/pages/p", {name: "A", search: ""})).not.toContain("?");
  });
});

describe("comparisonUrl(root, page, scenarios)", () => {
  const scenarios = [
    {name: "a ~ b & c", search: "ctx=8&m=x"},
    {name: "中", search: ""}
  ];

  it("is read back by readComparison, wherever the site lies", () => {
    const url = new URL(comparisonUrl("https://x.example/any/", "/pages/forks/p", scenarios));
    expect(url.pathname).toBe("/any/compare.html");
    expect(readComparison(url.search.slice(1))).toEqual({
      page: "/pages/forks/p",
      scenarios: [{name: "a ", search: " b & c~ctx=8&m=x"}, scenarios[1]]
    });
  });

  it("keeps names without the sign that ends them", () => {
    const named = [
      {name: "Short", search: "a=1~2"},
      {name: "Long", search: "b"}
    ];
    const {search} = new URL(comparisonUrl("https://x.example/", "/pages/p", named));
    expect(readComparison(search).scenarios).toEqual(named);
  });
});

it("withScenario(list, scenario) replaces one of the same name, freeName finds another", () => {
  const list = [{name: "A", search: "1"}];
  expect(withScenario(list, {name: "A", search: "2"})).toEqual([{name: "A", search: "2"}]);
  expect(withScenario(list, {name: "B", search: "2"})).toHaveLength(2);
  expect(freeName(list, "A")).toBe("A 2");
  expect(freeName(list, "B")).toBe("B");
});

it("plainName(text) is without the sign that ends a name in an address, null when nothing is left", () => {
  expect(plainName(" a ~ b ")).toBe("a   b");
  expect(plainName(" ~ ")).toBeNull();
});
