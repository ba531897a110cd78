import {readFileSync} from "node:fs";
import {parseChecks, parseVectors, type PublishedFigures} from "../lib/checks/records/parse.js";

function raw(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./raw/${name}`, import.meta.url), "utf8"));
}

const file: PublishedFigures = {
  checks: parseChecks(raw("checks.json")),
  vectors: parseVectors(raw("vectors.json"))
};

process.stdout.write(JSON.stringify(file));
