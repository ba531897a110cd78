import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import type {RentalRow} from "../../../src/lib/cost/price-file.js";
import {fromRentalRow} from "../../../src/lib/cost/price-file.js";
import {rentSentence} from "../../../src/lib/cost/rents.js";

const file = new URL("../../../src/data/raw/prices.json", import.meta.url);
const raw = JSON.parse(readFileSync(file, "utf8")) as {gpuRental: RentalRow[]};
const rentals = raw.gpuRental.map(fromRentalRow);

describe("rentSentence", () => {
  it("rentSentence(rentals, h100-sxm) runs from DataCrunch's $1.97 to the cloud's list price of $10.80", () => {
    expect(rentSentence(rentals, "h100-sxm")).toBe(
      "Lists ask $1.97 to $10.80 an hour for this card (10 rows, 6 without a date)."
    );
  });

  it("rentSentence(rentals, one row) gives no range", () => {
    expect(rentSentence(rentals, "mi300x")).toBe("Lists ask $3.75 an hour for this card (1 row).");
  });

  it("rentSentence(rentals, a card in no list) is empty", () => {
    expect(rentSentence(rentals, "own")).toBe("");
  });
});
