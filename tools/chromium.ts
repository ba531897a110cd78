/** Finds a Chromium for the browser tests, or gets one from Debian's packages. */
import {spawnSync} from "node:child_process";
import {existsSync, readdirSync} from "node:fs";
import {homedir} from "node:os";
import {delimiter, join} from "node:path";
import {chromium, type Browser} from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const bundles = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium"
];

function onPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => [...folders, "/usr/bin"].map((folder) => join(folder, name)));
}

/** Browsers that Playwright has downloaded on this machine, newest first. */
function downloaded(): string[] {
  const cache =
    process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? join(homedir(), ".cache", "ms-playwright");
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((entry) => entry.startsWith("chromium"))
    .sort()
    .reverse()
    .flatMap((entry) =>
      ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-linux/headless_shell"].map((file) =>
        join(cache, entry, file)
      )
    );
}

/** Path of an installed Chromium, or undefined. */
export function findChromium(): string | undefined {
  const given = process.env["CHROMIUM"];
  if (given !== undefined && given !== "") {
    if (existsSync(given)) return given;
    throw new Error(`no such file, from CHROMIUM: ${given}`);
  }
  return [...onPath(), ...bundles, ...downloaded()].find((file) => existsSync(file));
}

function install(): void {
  console.log("no Chromium found: installing Debian's (apt-get install chromium)");
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const [command = "", ...rest] = [...root, "apt-get", ...args];
    const env = {...process.env, DEBIAN_FRONTEND: "noninteractive"};
    if (spawnSync(command, rest, {stdio: ["ignore", "ignore", "inherit"], env}).status !== 0)
      return;
  }
}

/** Path of a Chromium, installed first where there is none. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  install();
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error(
      "no Chromium found and none could be installed: install one, or set CHROMIUM to its path"
    );
  }
  return installed;
}

/** Starts a headless browser. */
export function launch(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({executablePath: ensureChromium(), args});
}
