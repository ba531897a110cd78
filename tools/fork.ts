/**
 * Forks of pages, on disk.
 *
 *     npm run fork -- kv-cache my-what-if --title "What if" --set ctx=32768 --set m=qwen3-32b
 *     npm run fork -- --diff my-what-if      what the fork changed, cell by cell
 *     npm run fork -- --status               all forks, their originals, and which of these moved on
 *     npm run fork -- --update my-what-if    takes over what the original changed since
 */
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";
import {
  compareFork,
  plural,
  printComparison,
  readFork,
  statusOf,
  updateFork
} from "./fork/compare.js";
import {createFork, findPage} from "./fork/create.js";
import {forkPath, listForks} from "./fork/store.js";

const usage = `usage: npm run fork -- PAGE NAME [--title TITLE] [--set KEY=VALUE …]
       npm run fork -- --diff NAME | --update NAME | --status`;

/** Does what the arguments ask, and returns what there is to say. @throws with one sentence */
export function runFork(args: readonly string[], root = "src"): string {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      title: {type: "string"},
      set: {type: "string", multiple: true},
      diff: {type: "string"},
      update: {type: "string"},
      status: {type: "boolean"}
    }
  });
  if (values.status) return status(root);
  if (values.diff !== undefined) return diff(root, values.diff);
  if (values.update !== undefined) return update(root, values.update);
  const [parent, name, ...rest] = positionals;
  if (parent === undefined || name === undefined || rest.length > 0) throw new Error(usage);
  const path = createFork(parent, name, {root, title: values.title, set: values.set});
  return `${root}${path}.md`;
}

function forkOf(root: string, name: string) {
  const path = name.includes("/") ? findPage(root, name) : forkPath(name.replace(/\.md$/, ""));
  return readFork(root, path);
}

function diff(root: string, name: string): string {
  const fork = forkOf(root, name);
  const note = fork.base === null ? "compared with the original of today\n\n" : "";
  return note + printComparison(compareFork(fork));
}

function update(root: string, name: string): string {
  const {conflicts, taken, isChanged} = updateFork(root, forkOf(root, name));
  if (!isChanged) return "up to date";
  const both = conflicts.map((conflict) => `conflict: ${conflict}`);
  return [`merged, ${plural(taken, "cell")} taken from the original`, ...both].join("\n");
}

function status(root: string): string {
  const rows = listForks(root).map((path) => row(root, path));
  if (rows.length === 0) return "no forks";
  const widths = [0, 1].map((i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n");
}

function row(root: string, path: string): string[] {
  try {
    const fork = readFork(root, path);
    return [path, fork.lineage.of, statusOf(fork)];
  } catch (error) {
    return [path, "-", error instanceof Error ? error.message : String(error)];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(runFork(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
