import {existsSync, readFileSync, readdirSync} from "node:fs";
import {basename, join} from "node:path";

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
  return /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? basename(file, ".md");
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

export default {
  root: "src",
  title: "Inference Lab",
  pages: [...pagesIn("pages"), ...(forks.length > 0 ? [{name: "Forks", pages: forks}] : [])],
  head: ({path}: {path: string}) =>
    `${shell}<link rel="alternate" type="text/markdown" href="${path}.md"><script type="module" src="/components/start.js"></script>`,
  footer: "",
  search: true,
  preserveExtension: true,
  style: "style.css",
  globalStylesheets: []
};
