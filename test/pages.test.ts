import {describe, expect, it} from "vitest";
import {check, formatFault, readPages} from "../tools/check.js";
import {vendor} from "../tools/vendor.js";

await vendor();
const pages = readPages("src");
const faults = check("src", pages).map(formatFault);

describe("the pages of the lab", () => {
  it("exist", () => expect(pages.length).toBeGreaterThan(0));

  it.each(pages)("$path keeps every rule that npm run check knows", ({file}) => {
    expect(faults.filter((fault) => fault.startsWith(`${file}:`))).toEqual([]);
  });
});
