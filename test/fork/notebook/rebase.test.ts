import {expect, it} from "vitest";
import {inPlaceOf, rebased} from "../../../src/fork/notebook/rebase.js";

const original = '# A\n\n[b](./b)\n\n```js\nimport {c} from "../c.js";\n```\n\nWords.\n';

it("a page that was rebased reads as its original where it says the same", () => {
  const path = "/pages/a";
  const fork = rebased(original, path).replace("Words.", "Mine.");
  expect(fork).toContain("](/pages/b)");
  expect(inPlaceOf(original, {source: fork, path})).toBe(original.replace("Words.", "Mine."));
});
