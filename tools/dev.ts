/** `npm run dev`: the lab with live reload, and a writer for forks that are saved in the browser. */
import {spawn} from "node:child_process";
import {rmSync} from "node:fs";
import {createServer} from "node:net";
import {join} from "node:path";
import {parseArgs} from "node:util";
import {writeManifest} from "./fork/manifest.js";
import {startWriter} from "./fork/writer.js";
import {vendor} from "./vendor.js";

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 1000; ++port) if (await isFree(port)) return port;
  throw new Error(`no free port from ${first}`);
}

const {values} = parseArgs({
  strict: false,
  options: {port: {type: "string"}, host: {type: "string"}, "no-open": {type: "boolean"}}
});
await vendor();
writeManifest();
rmSync(join("src", ".observablehq", "cache", "fork"), {recursive: true, force: true});
const port = values.port === undefined ? await freePort(3000) : Number(values.port);
const origins = ["127.0.0.1", "localhost"].map((name) => `http://${name}:${port}`);
const writer = await startWriter({root: "src", origins});
const args = ["preview", "--port", String(port), "--host", String(values.host ?? "127.0.0.1")];
if (values["no-open"]) args.push("--no-open");
const preview = spawn(join("node_modules", ".bin", "observable"), args, {
  stdio: "inherit",
  env: {...process.env, LAB_WRITER: `${writer.url} ${writer.token}`}
});
preview.on("close", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => preview.kill(signal));
