// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {economicsFields} from "../../src/components/economics-fields.js";
import {
  compareOptionsOf,
  leversOf,
  promptOptionsOf,
  tiersOf,
  workloadOf
} from "../../src/components/economics-inputs.js";
import {formulaWithValues, verdictList} from "../../src/components/economics-parts.js";
import {leverPanel} from "../../src/components/lever-panel.js";
import {priceTable} from "../../src/components/price-table.js";
import {promptStack} from "../../src/components/prompt-stack.js";
import {pageState} from "../../src/components/state.js";
import type {ApiPrice} from "../../src/lib/cost/price-file.js";
import {fromPriceFileRow} from "../../src/lib/cost/price-file.js";
import {leverSavings} from "../../src/lib/cost/levers.js";
import {promptHits} from "../../src/lib/cost/segments.js";
import {parseSegments} from "../../src/lib/cost/segment-order.js";
import {verdicts} from "../../src/lib/cost/verdict.js";
import {chapter, tiers} from "../lib/cost/fixtures.js";
import {waitForAddress} from "../written.js";

waitForAddress();

const row = (id: string, tier: string, input: number): ApiPrice =>
  fromPriceFileRow({
    ...{id, tier, provider: "p", model: id, contextWindowTokens: null},
    inputUsdPerMillionTokens: input,
    cachedInputUsdPerMillionTokens: input / 10,
    cacheWriteUsdPerMillionTokens: null,
    cacheWrite1hUsdPerMillionTokens: null,
    outputUsdPerMillionTokens: 6 * input,
    ...{batchMultiplier: null, contextTiers: null, comment: null, asOf: null},
    ...{source: "s", retrieved: "2026-11-29", verified: true}
  });
const prices = [row("sol", "flagship", 5), row("terra", "mid", 2), row("luna", "small", 0.2)];
const cheap = row("cheap", "small", 0.1);

const defaults = {
  ...{dau: 100_000, remix: 0.01, pgc: 0.001, in: 20_000, out: 3_000, hit: 0.7},
  ...{tier: "sol", mid: "terra", small: "luna"},
  ...{writes: "off", long: false, route: 0, bulk: 0},
  seg: "Wish:2600:n|Rules:9000:e|Profile:1000:u",
  ...{ttl: "300", tpl: 20, uph: 6, blk: 128, minp: 1024, lev: ""}
};
const makeState = () => pageState(defaults, {prices: [...prices, cheap], fields: economicsFields});

beforeEach(() => window.history.replaceState(null, "", "/"));

describe("promptStack(state)", () => {
  const state = makeState();
  const stack = promptStack(state);
  document.body.append(stack);
  const names = () => [...stack.querySelectorAll(".lab-stack-name")].map((n) => n.textContent);
  const button = (label: string) =>
    [...stack.querySelectorAll("button")].find(
      (b) => (b.getAttribute("aria-label") ?? b.textContent) === label
    )!;

  it("moves a segment up, feeds the hit rate and keeps the focus on it", () => {
    button("Move Rules up").click();
    expect(names()).toEqual(["Rules", "Wish", "Profile"]);
    expect(state.values.seg).toBe("Rules:9000:e|Wish:2600:n|Profile:1000:u");
    const options = promptOptionsOf(state.values);
    const {hitFraction} = promptHits(parseSegments(String(state.values.seg)), options);
    expect(state.values.hit).toBe(Number(hitFraction.toFixed(4)));
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Rules down");
  });

  it("puts the segments in their best order at once", () => {
    button("Best order").click();
    expect(names()).toEqual(["Rules", "Profile", "Wish"]);
  });

  it("takes tokens and sharing, and keeps what it cannot read", () => {
    const box = stack.querySelector<HTMLInputElement>('[aria-label="Tokens of Rules"]')!;
    box.value = "12k";
    box.dispatchEvent(new Event("change"));
    expect(state.values.seg).toBe("Rules:12000:e|Profile:1000:u|Wish:2600:n");
    const again = stack.querySelector<HTMLInputElement>('[aria-label="Tokens of Rules"]')!;
    again.value = "many";
    again.dispatchEvent(new Event("change"));
    expect(again.value).toBe("12,000");
    const who = stack.querySelector<HTMLSelectElement>('[aria-label="Who shares Profile"]')!;
    who.value = "everyone";
    who.dispatchEvent(new Event("change"));
    expect(state.values.seg).toBe("Rules:12000:e|Profile:1000:e|Wish:2600:n");
  });
});

describe("priceTable(rows, options)", () => {
  const state = makeState();
  const show = (tier: string, factor = 1) =>
    priceTable([...prices, cheap], {
      state,
      tier,
      usdOf: ({prices: p}) => factor * p.inputUsdPerToken * 1e6
    });
  const models = (table: Element) =>
    [...table.querySelectorAll("tbody th")].map((th) => th.firstChild?.textContent);

  it("sorts by the reader's month, keeps to a tier, and follows the bill", () => {
    expect(models(show("all"))).toEqual(["cheap", "luna", "terra", "sol"]);
    expect(models(show("small"))).toEqual(["cheap", "luna"]);
    expect(show("all", -1).querySelector("tbody td.lab-right")?.textContent).toBe("−$5");
  });

  it("sorts by a head, down on the second press, and says so", () => {
    const table = show("all");
    const head = () =>
      [...table.querySelectorAll("thead th")].find((th) => th.textContent?.startsWith("Output"))!;
    head().querySelector("button")!.click();
    expect(models(table)).toEqual(["cheap", "luna", "terra", "sol"]);
    expect(head().getAttribute("aria-sort")).toBe("ascending");
    head().querySelector("button")!.click();
    expect(models(table)).toEqual(["sol", "terra", "luna", "cheap"]);
    expect(head().getAttribute("aria-sort")).toBe("descending");
  });

  it("puts a row into the charts as its tier", () => {
    const use = [...show("all").querySelectorAll("button")].find(
      (b) => b.getAttribute("aria-label") === "as small: cheap by p"
    )!;
    use.click();
    expect(state.values.small).toBe("cheap");
    expect(use.getAttribute("aria-pressed")).toBe("true");
    expect(tiersOf(state, state.values)[2]!.name).toBe("cheap");
  });

  it("marks a row without a date", () => {
    expect(show("all").textContent).toContain("date unknown");
  });
});

describe("leverPanel(steps, options)", () => {
  it("pulls levers in order and takes them back", () => {
    const state = makeState();
    const scenario = {workload: chapter, tier: 0, routedFraction: 0, batchFraction: 0};
    const steps = leverSavings(
      {...scenario, selfHosted: false},
      {tiers: tiers.map((t) => t.prices), hostingUsd: () => 1_728}
    );
    const press = (lever: string) => {
      const panel = leverPanel(steps, {state, pulled: leversOf(state.values)});
      panel.querySelector<HTMLElement>(`[data-lever="${lever}"]`)!.click();
      return leverPanel(steps, {state, pulled: leversOf(state.values)});
    };
    press("output");
    const panel = press("route");
    expect(state.values.lev).toBe("output.route");
    expect(panel.querySelector("li")!.textContent).toContain("1. undo");
    expect(panel.textContent).toContain("no published figure");
    press("output");
    expect(state.values.lev).toBe("route");
  });
});

describe("verdictList(verdicts)", () => {
  it("says losing as plainly as winning", () => {
    const staircase = {replicaUsd: 1_728, generationsPerReplica: 289_043};
    const found = verdicts(chapter, {
      ...{tiers, staircase, fullLoadGenerations: 1e6, weeklyGrowth: 0.1}
    });
    const lines = [...verdictList(found).children].map((li) => li.textContent);
    expect(lines[0]).toMatch(/^Against flagship, sol: Wins by \$2,463/);
    expect(lines[2]).toMatch(/^Against small, luna: Loses by \$1,560 a month, and never wins/);
  });
});

describe("formulaWithValues(workload, tier)", () => {
  it("shows every factor and ends at the bill", () => {
    expect(formulaWithValues(chapter, tiers[0]!).textContent).toBe(
      "sol: 30 × 100,000 × (1/100 + 1/1000) × (6,000 × $5 + 14,000 × $0.50 + 3,000 × $30) / 10⁶ = $4,191 a month"
    );
  });
});

describe("workloadOf, compareOptionsOf", () => {
  it("writes what the prompt could have cached and did not hit", () => {
    const prompt = {hitFraction: 0.6, writeFraction: 0.25} as ReturnType<typeof promptHits>;
    expect(workloadOf(defaults, prompt).writeFraction).toBeCloseTo(0.15, 9);
    expect(workloadOf({...defaults, hit: 0.9}, prompt).writeFraction).toBe(0);
  });

  it("leaves writes, tiers, batch and routing out until they are switched on", () => {
    expect(compareOptionsOf(defaults)).toEqual({
      writeLifetime: null,
      applyTiers: false,
      batchFraction: 0,
      routedFraction: 0
    });
    expect(compareOptionsOf({...defaults, writes: "1h", long: true}).writeLifetime).toBe("1h");
  });
});
