import {existsSync, readFileSync, readdirSync} from "node:fs";
import {basename, join} from "node:path";
import {lineageOf, titleOf} from "./src/fork/notebook/lineage.js";

process.env.OBSERVABLE_TELEMETRY_DISABLE = "true";

/** Pages in the order of the chapter; a page not named here comes after them, by name. */
const chapter = [
  "two-phases",
  "kv-cache",
  "paged-attention",
  "continuous-batching",
  "quantization",
  "speculative-decoding",
  "sampling",
  "unit-economics",
  "capacity-planner",
  "validation"
];

function rank(name: string): number {
  const index = chapter.indexOf(name);
  return index < 0 ? chapter.length : index;
}

function title(file: string): string {
  return titleOf(readFileSync(file, "utf8")) ?? basename(file, ".md");
}

/** The pages of a folder under src, as the sidebar lists them. */
function pagesIn(folder: string): {name: string; path: string}[] {
  const directory = join("src", folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith(".md"))
    .map((file) => basename(file, ".md"))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => ({name: title(join(directory, `${name}.md`)), path: `/${folder}/${name}`}));
}

const forks = pagesIn("pages/forks");

/** Three bars, drawn here: a browser asks every host for an icon. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%230072b2' d='M1 9h4v6H1z'/%3E%3Cpath fill='%23d55e00' d='M6 5h4v10H6zM11 1h4v14h-4z'/%3E%3C/svg%3E";

/** What Framework's own page shell leaves out: a language, and a viewport that allows zoom. */
const shell = `<link rel="icon" href="${icon}"><script>
document.documentElement.lang = "en";
document.querySelector("meta[name=viewport]").content = "width=device-width, initial-scale=1";
</script>`;

/** The way from a page up to the site's root. */
function upFrom(path: string): string {
  return "../".repeat(path.split("/").length - 2);
}

/** A press of Fork opens the page's source in the shell, with the inputs as they are. */
function forkScript(path: string): string {
  return `<script>
document.addEventListener("click", (event) => {
  if (!event.target.closest("#lab-fork")) return;
  const fields = new URLSearchParams({page: ${JSON.stringify(path)}});
  if (location.search.length > 1) fields.set("q", location.search.slice(1));
  location.href = "${upFrom(path)}fork.html#" + fields;
});
</script>`;
}

/** The shell's frame may show what it is given, and go nowhere. The writer is there in dev only. */
function shellHead(): string {
  const writer = process.argv.includes("preview") ? process.env["LAB_WRITER"] : undefined;
  return (
    `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'; object-src 'none'; base-uri 'none'">` +
    `<link rel="modulepreload" href="/fork/shell.js"><link rel="modulepreload" href="/fork/editor.js">` +
    `<link rel="preload" as="fetch" crossorigin href="/fork/sandbox.js">` +
    (writer ? `<meta name="lab-writer" content="${writer}">` : "")
  );
}

/** What a fork on disk is a fork of. */
function forkNote(path: string): string {
  const file = join("src", `${path}.md`);
  const lineage = existsSync(file) ? lineageOf(readFileSync(file, "utf8")) : null;
  if (lineage === null) return "";
  const original = join("src", `${lineage.of}.md`);
  const name = (existsSync(original) ? title(original) : lineage.of).replaceAll("<", "&lt;");
  const link = existsSync(original) ? `<a href="${lineage.of}">${name}</a>` : name;
  return `<span class="lab-fork-of">A fork of ${link}</span>`;
}

const isPage = (path: string) => path.startsWith("/pages/");

export default {
  root: "src",
  title: "Inference Lab",
  pages: [...pagesIn("pages"), ...(forks.length > 0 ? [{name: "Forks", pages: forks}] : [])],
  head: ({path}: {path: string}) =>
    path === "/fork"
      ? shell + shellHead()
      : `${shell}<link rel="alternate" type="text/markdown" href="${path}.md"><script type="module" src="/components/start.js"></script>${isPage(path) ? forkScript(path) : ""}`,
  header: ({path}: {path: string}) =>
    isPage(path)
      ? `${forkNote(path)}<button type="button" id="lab-scenarios" hidden>Save &amp; compare</button><button type="button" id="lab-fork">Fork</button>`
      : null,
  footer: "",
  search: true,
  preserveExtension: true,
  style: "style.css",
  globalStylesheets: []
};
