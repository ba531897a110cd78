import {readFileSync} from "node:fs";
import {fromMeasuredRows} from "../lib/measured.js";

const file: unknown = JSON.parse(
  readFileSync(new URL("./raw/measured.json", import.meta.url), "utf8")
);

process.stdout.write(JSON.stringify(fromMeasuredRows(file)));
