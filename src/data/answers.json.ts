import {existsSync, readFileSync} from "node:fs";
import {homeAnswer} from "../lib/answers/home.js";
import {fromCatalogRow, type CatalogRow} from "../lib/catalog.js";
import {verdictCounts} from "../lib/checks/figure.js";
import {checkedFigures} from "../lib/checks/records.js";
import {parseChecks, parseVectors} from "../lib/checks/records/parse.js";
import {chapter} from "../lib/chapter.js";
import {fromPriceFileRow, fromRentalRow} from "../lib/cost/price-file.js";
import type {PriceFileRow, RentalRow} from "../lib/cost/price-file.js";
import {gpusFromRows} from "../lib/gpu.js";
import {pageDefaults} from "../lib/page-defaults.js";
import {provenance, type Sourced} from "../lib/provenance.js";
import {servingAnswerers} from "../lib/sim/answers.js";

/** The chapter map: every page that exists, with its answer at its own defaults; and the data behind. */

const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const raw = (name: string): unknown => JSON.parse(text(`raw/${name}.json`));

const rows = raw("models") as readonly (CatalogRow & Sourced)[];
const gpus = gpusFromRows(raw("gpus"));
const {api, gpuRental} = raw("prices") as {api: PriceFileRow[]; gpuRental: RentalRow[]};
const prices = api.map(fromPriceFileRow);
const models = rows.map(fromCatalogRow);
const checks = parseChecks(raw("checks"));
const vectors = parseVectors(raw("vectors"));
const figures = checkedFigures({checks, vectors, models});
const data = {models, gpus, prices, figures};

const pages = chapter
  .filter(({name}) => existsSync(new URL(`../pages/${name}.md`, import.meta.url)))
  .map((page) => {
    const defaults = pageDefaults(text(`../pages/${page.name}.md`));
    return {...page, answer: homeAnswer(page.name, {defaults, more: servingAnswerers, ...data})};
  });

const sources = [
  {name: "models", ...provenance(rows)},
  {name: "accelerators", ...provenance(gpus)},
  {name: "API prices", ...provenance(prices)},
  {name: "card rentals", ...provenance(gpuRental.map(fromRentalRow))}
];

process.stdout.write(JSON.stringify({pages, sources, verdicts: verdictCounts(figures)}));
