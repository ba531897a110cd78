import {mkdirSync, mkdtempSync, readFileSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";

const parent = `---
toc: false
---

# Where does it go?

It grows with [context](./two-phases).

\`\`\`js
const defaults = {m: "llama3.1-8b", ctx: 128 * 1024, gpus: ["h100-sxm"], hit: 0.7, on: true};
\`\`\`

\`\`\`js
const twice = 2 * defaults.ctx;
\`\`\`

\`\`\`js
import {double} from "../lib/double.js";
const file = FileAttachment("../data/made.json");
\`\`\`

## Part

Twice is \${twice}.
`;

/** A source root in a new folder with one page, /pages/parent, and others that are asked for. */
export function madeSite(pages: Readonly<Record<string, string>> = {}): string {
  const root = join(mkdtempSync(join(tmpdir(), "fork-")), "src");
  for (const [path, text] of Object.entries({"/pages/parent": parent, ...pages}))
    writePage(root, path, text);
  writeFileSync(join(root, "..", "observablehq.config.ts"), "export default {};\n");
  return root;
}

export function writePage(root: string, path: string, text: string): void {
  const file = join(root, `${path}.md`);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, text);
}

export function readPage(root: string, path: string): string {
  return readFileSync(join(root, `${path}.md`), "utf8");
}

export function editPage(root: string, path: string, edits: readonly [string, string][]): void {
  const text = edits.reduce(
    (page, [from, to]) => {
      if (!page.includes(from)) throw new Error(`not on the page: ${from}`);
      return page.replace(from, () => to);
    },
    readPage(root, path)
  );
  writePage(root, path, text);
}
