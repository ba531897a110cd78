import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterAll, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {run} from "../../tools/check.js";

const root = mkdtempSync(join(tmpdir(), "check-"));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), {recursive: true});
  writeFileSync(join(root, file), text);
}

/** A page that keeps every rule; line 3 is free for a fault in prose, line 6 for one in cell 1. */
function sound({prose = "", code = "double(n)", more = "", title = "# Is it sound?"} = {}): string {
  return `${title}

${prose}

\`\`\`js
${code}
\`\`\`

\`\`\`js
import {double} from "/lib/double.js";
const n = view(Inputs.range([0, 100], {value: defaults.n, step: 5}));
\`\`\`

\`\`\`js
const defaults = {n: 42};
\`\`\`
${more}
<div class="takeaway">Twice ${"${n}"} is ${"${double(n)}"}.</div>

## Checks
## Try this
## How is this computed?
## Limits and sources
`;
}

async function checkPage(text: string, file = "pages/sound.md"): Promise<[number, string[]]> {
  write(file, text);
  const lines: string[] = [];
  const code = await run(["--root", root], (line: string) => lines.push(line));
  return [code, lines.slice(0, -1).map((line) => line.replace(`${root}/`, ""))];
}

beforeAll(() => {
  write("lib/double.ts", "export function double(n: number): number {\n  return 2 * n;\n}\n");
  write("lib/broken.ts", "export const x = ;\n");
  write("lib/all.ts", 'export * from "./double.js";\nexport const [one, {two}] = [1, {two: 2}];\n');
  write("lib/far.ts", 'import * as echarts from "npm:echarts";\nexport const far = echarts;\n');
  write("lib/file.ts", 'export const f = () => FileAttachment("./none.csv").text();\n');
  write("data/made.json.ts", 'process.stdout.write("{}");\n');
  write(
    "index.md",
    "# Home\n\n[sound](./pages/sound) [part](/pages/sound.html?ctx=1#limits-and-sources)\n"
  );
});

afterAll(() => rmSync(root, {recursive: true}));
beforeEach(() => rmSync(join(root, "pages"), {recursive: true, force: true}));

describe("npm run check", () => {
  it("passes a page that keeps every rule", async () => {
    expect(await checkPage(sound())).toEqual([0, []]);
  });

  it("passes names of the browser, of Framework and of vendored libraries", async () => {
    const code = [
      'import {one, two, double as again} from "/lib/all.js";',
      'import {sum} from "npm:d3";',
      'import {range} from "npm:@observablehq/inputs";',
      'const made = FileAttachment("/data/made.json").json();',
      "const all = [width, dark, now, Plot, d3, aq, tex, htl, svg, structuredClone, URL, made];"
    ].join("\n");
    expect(await checkPage(sound({code}))).toEqual([0, []]);
  });

  it("does not hold forks to the page rules, but to everything else", async () => {
    write("pages/sound.md", sound());
    const text = "# Mine\n\n```js\n123 + missing;\n```\n";
    const faults = ["pages/forks/mine.md:4: cell 1: unknown name: missing"];
    expect(await checkPage(text, "pages/forks/mine.md")).toEqual([1, faults]);
  });
});

/** In each, the fault stands in cell 1, on line 6 of the page, unless a place is given. */
const inCell: [kind: string, code: string, message: string, place?: string][] = [
  ["a syntax error", "double(n", "syntax error: Unexpected token"],
  [
    "a syntax error on its own line",
    "const a = 1;\nconst b = ;",
    "syntax error: Unexpected token",
    "7: cell 1"
  ],
  ["an unknown name", "doubel(n)", "unknown name: doubel"],
  [
    "an unknown name on its own line",
    "const a = n;\nconst b = a + m;",
    "unknown name: m",
    "7: cell 1"
  ],
  ["a window property nobody means", "const t = name;", "unknown name: name"],
  [
    "a duplicate definition",
    "const n = 1;",
    "duplicate definition: n, first defined at line 6, cell 1",
    "11: cell 2"
  ],
  [
    "an import outside the source root",
    'import {x} from "../../tools/x.js";',
    "outside the source root: ../../tools/x.js"
  ],
  [
    "an import of a missing module",
    'import {x} from "/lib/none.js";',
    "import not found: /lib/none.js"
  ],
  [
    "an import of a broken module",
    'import {x} from "/lib/broken.js";',
    "syntax error in module: /lib/broken.js"
  ],
  [
    "a dynamic import of a missing module",
    'const later = import("/lib/none.js");',
    "import not found: /lib/none.js"
  ],
  [
    "a missing named export",
    'import {treble} from "/lib/double.js";',
    "missing export: treble of /lib/double.js"
  ],
  [
    "a missing default export",
    'import d from "/lib/double.js";',
    "missing export: default of /lib/double.js"
  ],
  [
    "a missing export of a library",
    'import {summ} from "npm:d3";',
    "missing export: summ of npm:d3"
  ],
  ["a missing package", 'import x from "no-such-package";', "import not found: no-such-package"],
  [
    "a second copy of a library",
    'import {sum} from "d3";',
    "second copy of a vendored library: d3, import npm:d3"
  ],
  [
    "an npm: specifier that is not vendored",
    'import x from "npm:canvas-confetti";',
    "library not vendored: npm:canvas-confetti"
  ],
  [
    "an npm: specifier with a version",
    'import {sum} from "npm:d3@6";',
    "library not vendored: npm:d3@6"
  ],
  [
    "an implicit name that is not vendored",
    "const v = _.sum([n]);",
    "library not vendored: npm:lodash"
  ],
  [
    "a module that imports what is not vendored",
    'import {far} from "/lib/far.js";',
    "library not vendored: npm:echarts"
  ],
  [
    "a file method that is not vendored",
    'const made = FileAttachment("/data/made.json").xlsx();',
    "library not vendored: observablehq:stdlib/xlsx"
  ],
  [
    "a missing file",
    'const f = FileAttachment("/data/none.csv");',
    "file not found: /data/none.csv"
  ],
  [
    "a cell of more than 20 lines",
    `const a = [${"\n".repeat(20)}n];`,
    "cell too long: 21 lines, at most 20"
  ],
  [
    "a semicolon that hides a value",
    "double(n);",
    "semicolon hides the value of this cell; for an effect write void"
  ],
  ["a number in a cell", "double(n + 1024)", "number outside inputs and defaults: 1024"]
];

describe("npm run check names page, line and cell of", () => {
  it.each(inCell)("%s", async (_, code, message, place = "6: cell 1") => {
    const [exitCode, faults] = await checkPage(sound({code}));
    expect(exitCode).toBe(1);
    expect(faults).toEqual([`pages/sound.md:${place}: ${message}`]);
  });

  it("a circular definition, at each of its cells", async () => {
    const more = "\n```js\nconst a = b;\n```\n\n```js\nconst b = a;\n```\n";
    const [exitCode, faults] = await checkPage(sound({more}));
    expect(exitCode).toBe(1);
    expect(faults).toEqual([
      "pages/sound.md:19: cell 4: circular definition: b (line 23, cell 5) reads a (line 19, cell 4) reads b",
      "pages/sound.md:23: cell 5: circular definition: a (line 19, cell 4) reads b (line 23, cell 5) reads a"
    ]);
  });

  it("a fault in a ${…} of the text", async () => {
    const [exitCode, faults] = await checkPage(sound({prose: "It is ${n} or ${m}."}));
    expect(exitCode).toBe(1);
    expect(faults).toEqual(["pages/sound.md:3: cell 2: unknown name: m"]);
  });

  it("a fault below front matter", async () => {
    const title = "---\ntoc: false\n---\n\n# Is it sound?";
    const [, faults] = await checkPage(sound({title, code: "doubel(n)"}));
    expect(faults).toEqual(["pages/sound.md:10: cell 1: unknown name: doubel"]);
  });

  it("a ts cell", async () => {
    const more = "\n```ts\nconst a: number = 1;\n```\n";
    const [, faults] = await checkPage(sound({more}));
    const message = "ts cell: write js, a ts cell shows nothing by itself";
    expect(faults).toEqual([`pages/sound.md:19: cell 4: ${message}`]);
  });

  it("defaults that are no object literal", async () => {
    const page = sound().replace(
      "const defaults = {n: 42}",
      "const defaults = Object.freeze({n: 42})"
    );
    const [, faults] = await checkPage(page);
    expect(faults).toEqual(["pages/sound.md:15: cell 3: defaults is no object literal"]);
    const [, computed] = await checkPage(sound().replace("{n: 42}", "{n: 42 * 2, list: [-1]}"));
    expect(computed).toEqual(["pages/sound.md:15: cell 3: defaults are plain values: n: 42 * 2"]);
  });
});

const inText: [kind: string, page: string, fault: string][] = [
  ["a broken link", sound({prose: "[there](./none)"}), "3: text: broken link: /pages/none"],
  [
    "a broken link in html",
    sound({prose: '<a href="./none.html">x</a>'}),
    "3: text: broken link: /pages/none"
  ],
  ["a broken anchor", sound({prose: "[there](#none)"}), "3: text: broken link: /pages/sound#none"],
  ["a broken anchor elsewhere", sound({prose: "[x](/#none)"}), "3: text: broken link: /index#none"],
  [
    "a missing image",
    sound({prose: "![x](./none.png)"}),
    "3: text: file not found: /pages/none.png"
  ],
  [
    "a foreign image",
    sound({prose: '<img src="https://host.example/x.png" alt="">'}),
    "3: text: loads from another host: https://host.example/x.png"
  ],
  [
    "a foreign image in markdown",
    sound({prose: "![x](https://host.example/x.png)"}),
    "3: text: loads from another host: https://host.example/x.png"
  ],
  [
    "a foreign fetch",
    sound({code: 'fetch("https://host.example/prices.json")'}),
    "6: cell 1: loads from another host: https://host.example/prices.json"
  ],
  ["a title that asks nothing", sound({title: "# Sound"}), "1: text: title is no question: Sound"],
  ["a page without title", sound({title: "Sound"}), "1: text: title missing"],
  ["a second title", sound({prose: "# Two?"}), "3: text: second title: Two?"],
  [
    "a page of more than 2000 words",
    sound({prose: "word ".repeat(2000)}),
    "1: text: page too long: 2017 words, at most 2000"
  ],
  ["a missing section", sound().replace("## Try this\n", ""), "1: text: section missing: Try this"],
  [
    "a section out of order",
    sound().replace("## Checks\n## Try this", "## Try this\n## Checks"),
    "20: text: section out of order: Try this"
  ],
  [
    "a page without takeaway",
    sound().replace(' class="takeaway"', ""),
    "1: text: section missing: takeaway"
  ]
];

describe("npm run check names page and line of", () => {
  it.each(inText)("%s", async (_, page, fault) => {
    const [exitCode, faults] = await checkPage(page);
    expect(exitCode).toBe(1);
    expect(faults).toEqual([`pages/sound.md:${fault}`]);
  });
});

describe("npm run check -- --graph sound", () => {
  it("prints what each cell defines and reads", async () => {
    write("pages/sound.md", sound());
    const lines: string[] = [];
    expect(
      await run(["--root", root, "--graph", "sound"], (line: string) => lines.push(line))
    ).toBe(0);
    expect(lines.join("\n")).toContain("cell 1, line 6: shown <- double (cell 2), n (cell 2)");
    expect(lines.join("\n")).toContain(
      "cell 2, line 10: double, n <- defaults (cell 3), view, Inputs"
    );
  });
});
