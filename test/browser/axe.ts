/** What axe finds in a document, the serious and the critical. */
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {AxeResults} from "axe-core";
import type {Frame, Page} from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rule of each finding, and the first places. Frames inside are looked at by themselves. */
export async function findings(document: Page | Frame): Promise<string[]> {
  await document.evaluate(axe);
  const {violations} = await document.evaluate<AxeResults>("axe.run({iframes: false})");
  return violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(
      ({id, nodes}) =>
        `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.html.slice(0, 120)}`)}`
    );
}
