import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {conflictMark, countConflicts, mergePages} from "../../../src/fork/notebook/merge.js";
import {switchedOff} from "../../../src/fork/notebook/fence.js";
import {joinPage, splitPage} from "../../../src/fork/notebook/split.js";
import {pages} from "./arbitrary.js";

function merged(base: string, mine: string, theirs: string): string {
  return joinPage(mergePages(splitPage(base), {mine: splitPage(mine), theirs: splitPage(theirs)}));
}

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n\n`;
const a = "# Title\n\nWords about it.\n\n";
const b = js("const twice = 2 * n;");
const b2 = js("const twice = 2 * n + offset;");
const b3 = js("const twice = 2 * n - 1;");
const c = js("display(twice)");
const extra = js("const own = 'mine';");
const news = js("view(Inputs.range([0, 9]))");

describe("mergePages(base, {mine, theirs})", () => {
  it.each([
    ["an untouched fork takes the original's change", a + b + c, a + b2 + c, a + b2 + c],
    ["a changed cell stands when the original stood still", a + b2 + c, a + b + c, a + b2 + c],
    ["both made the same change", a + b2 + c, a + b2 + c, a + b2 + c],
    ["a cell deleted here, untouched there, stays deleted", a + c, a + b + c, a + c],
    ["a cell deleted there, untouched here, goes", a + b + c, a + c, a + c],
    ["deleted on both sides", a + c, a + c, a + c],
    ["added here", a + b + extra + c, a + b + c, a + b + extra + c],
    ["added there", a + b + c, a + b + news + c, a + b + news + c],
    ["added on both sides", a + extra + b + c, a + b + c + news, a + extra + b + c + news],
    ["the same added on both sides", a + b + news + c, a + b + news + c, a + b + news + c],
    ["moved here, changed there", b + a + c, a + b2 + c, b2 + a + c],
    ["changed here, moved there", a + b2 + c, b + a + c, b2 + a + c],
    [
      "another cell changed on each side",
      a + b2 + c,
      `# Title\n\nOther words.\n\n${b}${c}`,
      `# Title\n\nOther words.\n\n${b2}${c}`
    ]
  ])("%s", (_, mine, theirs, expected) => {
    expect(merged(a + b + c, mine, theirs)).toBe(expected);
  });

  it("keeps both versions of a cell that both changed, the original's switched off", () => {
    const result = mergePages(splitPage(a + b + c), {
      mine: splitPage(a + b2 + c),
      theirs: splitPage(a + b3 + c)
    });
    expect(joinPage(result)).toBe(
      `${a}${b2}${conflictMark}the original changed the cell above too; its version, switched off -->\n\n` +
        `${switchedOff(b3)}${c}`
    );
    expect(result.conflicts).toEqual(["“const twice = 2 * n + offset;”: changed on both sides"]);
    expect(countConflicts(joinPage(result))).toBe(1);
  });

  it("keeps a cell that one side deleted and the other changed", () => {
    expect(merged(a + b + c, a + b2 + c, a + c)).toContain(b2);
    expect(merged(a + b + c, a + c, a + b2 + c)).toContain(switchedOff(b2));
    expect(merged(a + b + c, a + b2 + c, a + c)).toContain(conflictMark);
  });

  it("merges front matter key by key", () => {
    const page = (matter: string) => `---\n${matter}\n---\n${a}`;
    expect(
      merged(page("title: T"), page("title: Mine\nfork:\n  of: x"), page("title: T\ntoc: false"))
    ).toBe(page("title: Mine\nfork:\n  of: x\ntoc: false"));
    expect(merged(page("title: T"), page("title: Mine"), page("title: Theirs"))).toBe(
      page("title: Mine\n# original: title: Theirs")
    );
  });

  it("changes nothing where the original stood still", () => {
    fc.assert(
      fc.property(pages, pages, (base, mine) => {
        expect(merged(base, mine, base)).toBe(mine);
      })
    );
  });

  it("gives the original where the fork stood still", () => {
    fc.assert(
      fc.property(pages, pages, (base, theirs) => {
        expect(merged(base, base, theirs)).toBe(theirs);
      })
    );
  });

  it("changes nothing when both sides are equal", () => {
    fc.assert(
      fc.property(pages, pages, (base, both) => {
        expect(merged(base, both, both)).toBe(both);
      })
    );
  });

  it("changes nothing when it runs a second time", () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const once = merged(base, mine, theirs);
        expect(merged(theirs, once, theirs)).toBe(once);
      })
    );
  });

  it("loses no cell that one side wrote", () => {
    fc.assert(
      fc.property(pages, pages, pages, (base, mine, theirs) => {
        const known = splitPage(base).cells.map((cell) => cell.trim());
        const result = merged(base, mine, theirs);
        for (const cell of [...splitPage(mine).cells, ...splitPage(theirs).cells]) {
          if (known.includes(cell.trim())) continue;
          const forms = [cell.trim(), switchedOff(cell).trim()];
          expect(forms.some((form) => result.includes(form))).toBe(true);
        }
      })
    );
  });
});
