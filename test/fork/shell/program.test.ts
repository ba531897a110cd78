import {describe, expect, it} from "vitest";
import {editCell, fromSource, keyMaker, moveCell} from "../../../src/fork/notebook/notebook.js";
import {changesBetween, programmer} from "../../../src/fork/shell/program.js";

const source = `# A

\`\`\`js
const a = 1;
\`\`\`

<div>

\`\`\`js
a + 1
\`\`\`

\`\`\`js
a + 1
\`\`\`

</div>

[Link][ref] \${a}

[ref]: https://example.org
`;

describe("programmer(path)", () => {
  const compile = programmer("/pages/x");
  const notebook = fromSource(source, keyMaker());
  const program = compile(notebook);

  it("shows as one what an open element holds together", () => {
    expect(program.groups.map(({cells}) => cells.join())).toEqual(["1", "2", "3,4,5,6", "7"]);
    expect(program.sandboxCells[2]?.html).toMatch(/^<div>[^]*<\/div>\s*$/);
  });

  it("gives equal code in two cells an id each, of Framework's form", () => {
    const ids = [...program.code.keys()];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(`:${id}:`).toMatch(/^:[0-9a-f]{8}(?:-\d+)?:$/);
    for (const id of ids)
      expect(program.sandboxCells.some(({html}) => html.includes(`<!--:${id}:-->`))).toBe(true);
  });

  it("shares link references among the cells of a page", () => {
    expect(program.sandboxCells.at(-1)?.html).toContain('href="https://example.org"');
  });

  it("sends only what differs", () => {
    const edited = compile(editCell(notebook, "2", "```js\nconst a = 2;\n```\n\n"));
    const changes = changesBetween(program.sandboxCells, edited.sandboxCells);
    expect(changes.changed.map(({key}) => key)).toEqual(["2"]);
    expect(changes.removed).toEqual([]);
    const same = changesBetween(program.sandboxCells, compile(notebook).sandboxCells);
    expect(same.changed).toEqual([]);
    const moved = changesBetween(
      program.sandboxCells,
      compile(moveCell(notebook, "2", -1)).sandboxCells
    );
    expect(moved.changed).toEqual([]);
    expect(moved.order).toEqual(["2", "1", "3", "7"]);
  });
});
