import {expect, it} from "vitest";
import {toIpynb} from "../../../src/fork/notebook/ipynb.js";

it("toIpynb(cells, title) writes code, markdown and TeX as nbformat 4.5 wants them", () => {
  const cells = [
    "# A\n\nText.\n\n",
    "```js\nconst a = 1;\nconst b = 2;\n```\n\n",
    "```tex\nx^2\n```\n",
    "```js run=false\noff\n```\n",
    "```ts\nconst c: number = 3;\n```\n"
  ];
  const notebook = JSON.parse(toIpynb(cells, "T")) as {
    nbformat: number;
    nbformat_minor: number;
    cells: {cell_type: string; id: string; source: string[]; outputs?: []}[];
  };
  expect([notebook.nbformat, notebook.nbformat_minor]).toEqual([4, 5]);
  expect(notebook.cells.map(({cell_type}) => cell_type)).toEqual([
    "markdown",
    "code",
    "markdown",
    "markdown",
    "code"
  ]);
  expect(notebook.cells.map(({source}) => source)).toEqual([
    ["# A\n", "\n", "Text."],
    ["const a = 1;\n", "const b = 2;"],
    ["$$\n", "x^2\n", "$$"],
    ["```js run=false\n", "off\n", "```"],
    ["const c: number = 3;"]
  ]);
  expect(notebook.cells[1]?.outputs).toEqual([]);
  expect(notebook.cells.every(({id}) => /^[a-zA-Z0-9-_]{1,64}$/.test(id))).toBe(true);
});
