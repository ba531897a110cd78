import {expect, it} from "vitest";
import {ratesAround} from "../../../src/lib/sim/rates.js";

it("ratesAround(rate) runs from an eighth to eight times", () => {
  const rates = ratesAround(8);
  expect([rates[0], rates[4], rates.at(-1)]).toEqual([1, 8, 64]);
});
