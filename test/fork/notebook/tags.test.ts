import {expect, it} from "vitest";
import {openElements} from "../../../src/fork/notebook/tags.js";

it.each([
  ["<div><span>x</span>", ["div"]],
  ["<div></div>", []],
  ["</div>", []],
  ["<p>one<p>two<br><img src=a>", []],
  ["<!-- <div> -->", []],
  ["<!-- <div>", []],
  ['<div title="<section>">', ["div"]],
  ["<svg><path/><g><circle r=1 /></g></svg>", []],
  ["<script>if (a <b) '<div>'</script>", []],
  ["<details><summary>a</summary>", ["details"]],
  ["<DIV></div>", []],
  ["<figure><div>", ["figure", "div"]]
])("openElements(%j) names what stays open", (html, open) => {
  expect(openElements(html)).toEqual(open);
});

it("openElements(html, open) goes on from what was open", () => {
  expect(openElements("</div></section>", ["section", "div"])).toEqual([]);
  expect(openElements("</section>", ["section", "div"])).toEqual([]);
});
