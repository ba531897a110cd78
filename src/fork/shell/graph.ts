import {el, svg} from "../../components/dom.js";
import type {Edge} from "./analysis.js";
import type {App} from "./app.js";
import {sourceOf} from "./cell-view.js";
import {openDialog} from "./dialog.js";

const ROW = 26;
const LANE = 10;

interface Node {
  readonly key: string;
  readonly number: number;
  readonly label: string;
  readonly defines: readonly string[];
}

/** Shows which cell reads what from which: rows in the page's order, an arc for each name. */
export function openGraph(app: App): void {
  const nodes = nodesOf(app);
  const rows = new Map(nodes.map(({key}, i) => [key, i]));
  const edges = app.analysis.edges.filter(({from, to}) => rows.has(from) && rows.has(to));
  const width = LANE * (2 + Math.max(1, ...edges.map((edge) => laneOf(edge, rows))));
  const picture = svg(
    "svg",
    {width, height: ROW * nodes.length, "aria-hidden": "true"},
    edges.map((edge) => arc(edge, {rows, width}))
  );
  const dialog = openDialog(
    "Graph of cells",
    el("p", {}, "A line leads from the cell that defines a name to the cells that read it."),
    el(
      "div",
      {class: "fork-graph"},
      picture,
      el(
        "ol",
        {},
        nodes.map((node) => row(node))
      )
    )
  );

  function row({key, number, label, defines}: Node): HTMLElement {
    const reads = edges.filter(({to}) => to === key).map(({name}) => name);
    const go = () => {
      dialog.close();
      app.view.cell(key)?.focus();
      app.view.cell(key)?.element.scrollIntoView({block: "center"});
    };
    const light = (isOn: boolean) => () => highlight(picture, key, isOn);
    return el(
      "li",
      {style: `height: ${ROW}px`, onmouseenter: light(true), onmouseleave: light(false)},
      el(
        "button",
        {
          type: "button",
          class: "lab-quiet",
          onclick: go,
          onfocus: light(true),
          onblur: light(false)
        },
        `${number} `,
        el("b", {}, defines.length > 0 ? defines.join(", ") : label)
      ),
      el(
        "span",
        {class: "lab-hidden"},
        reads.length > 0 ? ` reads ${[...new Set(reads)].join(", ")}` : ""
      )
    );
  }
}

function nodesOf(app: App): Node[] {
  return app.session.notebook.cells.flatMap(({key, text}, i) => {
    const compiled = app.program.cells.find((cell) => cell.key === key)?.compiled;
    if (!compiled || compiled.code.length === 0) return [];
    const defines = [...new Set(compiled.code.flatMap(({outputs}) => outputs))];
    const first = sourceOf(text).text.split("\n")[0] ?? "";
    return [{key, number: i + 1, label: first.slice(0, 60), defines}];
  });
}

function laneOf({from, to}: Edge, rows: ReadonlyMap<string, number>): number {
  return Math.min(12, Math.ceil(Math.abs((rows.get(from) ?? 0) - (rows.get(to) ?? 0)) / 2));
}

function arc(
  edge: Edge,
  {rows, width}: {readonly rows: ReadonlyMap<string, number>; readonly width: number}
): SVGElement {
  const [y1, y2] = [edge.from, edge.to].map((key) => ((rows.get(key) ?? 0) + 0.5) * ROW);
  const x = width - LANE * (1 + laneOf(edge, rows));
  const path = `M${width} ${y1}C${x} ${y1} ${x} ${y2} ${width - 4} ${y2}`;
  return svg("path", {d: path, "data-from": edge.from, "data-to": edge.to, fill: "none"});
}

function highlight(picture: SVGElement, key: string, isOn: boolean): void {
  for (const path of picture.querySelectorAll<SVGElement>("path"))
    if (path.dataset["from"] === key || path.dataset["to"] === key)
      path.toggleAttribute("data-lit", isOn);
}
