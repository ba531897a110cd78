import {readFile} from "node:fs/promises";
import {parseCatalog} from "../lib/catalog-check.js";
import {catalogEntry, fromCatalogRow, type ModelsFile} from "../lib/catalog.js";

const raw = await readFile(new URL("raw/models.json", import.meta.url), "utf8");
const rows = parseCatalog(JSON.parse(raw));
const file: ModelsFile = {models: rows.map(fromCatalogRow), rows: rows.map(catalogEntry)};

process.stdout.write(JSON.stringify(file));
