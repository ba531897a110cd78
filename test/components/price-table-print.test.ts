// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {economicsFields} from "../../src/components/economics-fields.js";
import {priceTable} from "../../src/components/price-table.js";
import {pageState} from "../../src/components/state.js";
import {fromPriceFileRow} from "../../src/lib/cost/price-file.js";
import {waitForAddress} from "../written.js";

waitForAddress();

const row = fromPriceFileRow({
  ...{id: "a", tier: "small", provider: "p", model: "a", contextWindowTokens: null},
  inputUsdPerMillionTokens: 1,
  cachedInputUsdPerMillionTokens: null,
  cacheWriteUsdPerMillionTokens: null,
  cacheWrite1hUsdPerMillionTokens: null,
  outputUsdPerMillionTokens: 6,
  ...{batchMultiplier: null, contextTiers: null, comment: null, asOf: null},
  ...{source: "s", retrieved: "2026-11-29", verified: true}
});

it("priceTable(rows, options) out of sight has no rows until it is printed", () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
    }
  );
  const options = {
    state: pageState({show: "all"}, {fields: economicsFields}),
    tier: "all",
    usdOf: () => 7
  };
  const table = priceTable([row], options);
  expect(table.querySelectorAll("tbody tr")).toHaveLength(0);
  window.dispatchEvent(new Event("beforeprint"));
  expect(table.querySelector("tbody tr")?.textContent).toContain("$7");
  vi.unstubAllGlobals();
});
