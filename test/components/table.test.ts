// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {el} from "../../src/components/dom.js";
import {scrollTable, tableHead} from "../../src/components/table.js";

describe("scrollTable", () => {
  it("scrollTable(content, {label}) is a named region that the keyboard reaches", () => {
    const element = scrollTable([el("caption", {}, "Cards")], {label: "Cards", look: "lab-checks"});
    expect(element.getAttribute("role")).toBe("region");
    expect(element.getAttribute("aria-label")).toBe("Cards");
    expect(element.tabIndex).toBe(0);
    expect(element.className).toBe("lab-table lab-checks");
    expect(element.querySelector("table > caption")?.textContent).toBe("Cards");
  });

  it("scrollTable(content, {labelledBy}) takes its name from another element", () => {
    const element = scrollTable([], {labelledBy: "caption-1"});
    expect(element.getAttribute("aria-labelledby")).toBe("caption-1");
    expect(element.className).toBe("lab-table");
  });
});

describe("tableHead", () => {
  it("tableHead(head, columns) sets the heads of numbers right", () => {
    const cells = [...tableHead(["name", "bytes"], [1]).querySelectorAll("th")];
    expect(cells.map((cell) => cell.getAttribute("scope"))).toEqual(["col", "col"]);
    expect(cells.map((cell) => cell.className)).toEqual(["", "lab-right"]);
  });
});
