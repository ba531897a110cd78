import {readFileSync} from "node:fs";
import {gpusFromRows} from "../lib/gpu.js";

const rows: unknown = JSON.parse(readFileSync(new URL("./raw/gpus.json", import.meta.url), "utf8"));

process.stdout.write(JSON.stringify(gpusFromRows(rows)));
