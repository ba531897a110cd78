import {beforeAll, describe, expect, it} from "vitest";
import {loadCompiler, type Compiler} from "./bundle.js";

let compile: Compiler["compileCell"];

beforeAll(async () => {
  compile = (await loadCompiler()).compileCell;
}, 30_000);

const options = {path: "/pages/forks/x"};

describe("compileCell(text, options)", () => {
  it("names imports and files from the source root", () => {
    const text =
      '```js\nimport {a} from "../../lib/a.js";\nimport b from "npm:d3";\nconst f = FileAttachment("../x.csv");\nconst c = import("/lib/c.js");\n```\n';
    const [code] = compile(text, options).code;
    expect(code?.imports).toEqual(["/lib/a.js", "npm:d3", "/lib/c.js"]);
    expect(code?.files).toEqual(["/pages/x.csv"]);
    expect(code?.outputs).toEqual(["a", "b", "f", "c"]);
    expect(code?.definition).not.toMatch(/\bimport\(/);
  });

  it("tells the line of a syntax error within the cell", () => {
    expect(compile("Words.\n\n```js\nconst a = 1;\nconst b = ;\n```\n", options).faults).toEqual([
      {message: "Unexpected token (2:10)", line: 4}
    ]);
    expect(compile("```js\nexport const a = 1;\n```\n", options).faults[0]?.message).toContain(
      "Unexpected token 'export'"
    );
    expect(compile("${a <}\n", options).faults[0]?.message).toBe("invalid expression");
  });

  it.each([
    ["jsx", "jsx cells do not run in a fork"],
    ["sql", "sql cells do not run in a fork"]
  ])("refuses a %s cell with a sentence", (tag, message) => {
    expect(compile(`\`\`\`${tag}\na\n\`\`\`\n`, options).faults).toEqual([{message, line: 1}]);
  });

  it("refuses what TypeScript's stripper would drop in silence", () => {
    const {faults} = compile("```ts\nnamespace A {\n  export const a = 1;\n}\n```\n", options);
    expect(faults[0]?.message).toBe("namespaces do not run in a fork");
  });

  it.each([
    "```js\nthrow new Error('x');\n```\n",
    "```js\n1 + 1\n```\n",
    "```js\nimport {a} from '/lib/a.js';\nimport {b} from '/lib/b.js';\nconst x = 1;\nFIND;\n```\n",
    "Words\n\n```js\nconst x = 1;\ndisplay(FIND);\n```\n"
  ])("knows on which line of the definition the code starts: %j", (text) => {
    const [code] = compile(text, options).code;
    const lines = (code?.definition ?? "").split("\n");
    const mark = /^(throw|1 \+ 1|FIND;|display\(FIND)/;
    const inCell = text.split("\n").findIndex((line) => mark.test(line));
    const inDefinition = lines.findIndex((line) => mark.test(line));
    expect(inDefinition - (code?.firstLine ?? 0) + (code?.line ?? 0)).toBe(inCell);
  });

  it("never treats a cell that starts with a rule as front matter", () => {
    expect(compile("---\na: 1\n---\n", options).html).toContain("<hr>");
  });
});
