import {readFileSync} from "node:fs";
import type {PriceFileRow, RentalRow} from "../lib/cost/price-file.js";
import {fromPriceFileRow, fromRentalRow} from "../lib/cost/price-file.js";

/** API prices (USD per token) and GPU rentals (USD per GPU-hour); a bad row fails the build. */

const raw = JSON.parse(readFileSync(new URL("./raw/prices.json", import.meta.url), "utf8")) as {
  api: PriceFileRow[];
  gpuRental: RentalRow[];
};

const api = raw.api.map(fromPriceFileRow);
const rentals = raw.gpuRental.map(fromRentalRow);
const ids = api.map((row) => row.id);
const repeated = ids.find((id, i) => ids.indexOf(id) !== i);
if (repeated) throw new Error(`repeated id in prices.json: ${repeated}`);

process.stdout.write(JSON.stringify({api, rentals}));
