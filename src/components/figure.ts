import {el, fill, keep, uid} from "./dom.js";
import {csvOf, pngOf, svgOf, type Column} from "./export.js";
import {host} from "./host.js";
import {publishChart, type PublishedChart} from "./published.js";

/** Draws a chart as wide as the figure is now. */
export type Render = (size: {readonly width: number}) => Element;

export interface FigureOptions<Row extends object> {
  readonly title: string;
  /** What the chart shows just now, in one computed sentence: the caption and the text alternative */
  readonly description: string;
  /** The data behind the chart, for the table and the download */
  readonly rows: readonly Row[] | (() => readonly Row[]);
  readonly columns: readonly Column<Row>[];
  /** Name of the downloads, without ending; unique on its page */
  readonly filename: string;
  /** Height in pixels that is held free until the chart is drawn */
  readonly height?: number;
  /** The column that goes up when scenarios are compared, if none has that role; null: not compared */
  readonly measure?: (keyof Row & string) | null;
}

interface Frame {
  readonly element: HTMLElement;
  show(render: Render, options: FigureOptions<object>): void;
}

/**
 * A chart in its frame: title, caption, the table behind a switch, downloads. It is drawn when it
 * is in view and again when its width changes; just out of view, once the inputs rest. A cell that runs again gets the same figure back,
 * so an open table stays open.
 */
export function figure<Row extends object>(
  render: Render,
  options: FigureOptions<Row>
): HTMLElement {
  const frame = keep(`figure:${options.filename}`, makeFrame);
  const plain = options as unknown as FigureOptions<object>;
  frame.show(render, plain);
  if (options.measure !== null) publishChart(options.filename, published(frame.element, plain));
  return frame.element;
}

function published(element: HTMLElement, options: FigureOptions<object>): PublishedChart {
  const {title, columns, measure} = options;
  return {
    element,
    title,
    columns: columns.map(({key, label, unit = "", role, format}) => ({
      key,
      label,
      unit,
      role: key === measure ? "y" : role,
      format: format as ((value: number) => string) | undefined
    })),
    rows: () => rowsOf(options) as readonly Readonly<Record<string, unknown>>[]
  };
}

function makeFrame(): Frame {
  const {element, heading, chart, table, caption, tools} = frameParts();
  let current: {render: Render; options: FigureOptions<object>} | undefined;
  let width = 0;
  let place: Place = typeof IntersectionObserver === "undefined" ? "seen" : "far";
  let isStale = true;

  function draw(isForced = false): void {
    if (!current || !isStale || !(place === "seen" || isForced)) return;
    if (!table.hidden) fill(table, tableOf(rowsOf(current.options), current.options));
    else if (width > 0 || isForced) drawChart();
    else return;
    isStale = false;
  }
  function drawChart(): void {
    if (current) fill(chart, silenced(current.render({width: width || DEFAULT_WIDTH})));
    chart.style.minHeight = "";
  }
  const drawNear = atRest(() => draw(place === "near" && width > 0));
  function redraw(): void {
    isStale = true;
    draw();
    drawNear();
  }
  const onSwitch = (isTable: boolean) => {
    chart.hidden = isTable;
    table.hidden = !isTable;
    redraw();
  };
  watchSize(chart, (next) => {
    if (next === width || next === 0) return;
    width = next;
    redraw();
  });
  watchPlace(element, (next) => {
    place = next;
    draw();
    drawNear();
  });
  window.addEventListener("beforeprint", () => draw(true));
  const downloads = {chart, current: () => current?.options, drawChart};
  fill(tools, switchButton(onSwitch), downloadButtons(downloads));
  return {
    element,
    show(render, options) {
      current = {render, options};
      setText([heading, options.title], [caption, options.description]);
      if (!chart.hasChildNodes() && options.height) chart.style.minHeight = `${options.height}px`;
      redraw();
    }
  };
}

function frameParts() {
  const heading = el("p", {class: "lab-figure-title", id: uid("lab-figure")});
  const caption = el("figcaption", {id: uid("lab-caption")});
  const names = {"aria-labelledby": heading.id, "aria-describedby": caption.id};
  const chart = el("div", {class: "lab-chart", role: "img", ...names});
  const region = {tabindex: 0, role: "region", "aria-labelledby": heading.id, hidden: true};
  const table = el("div", {class: "lab-table", ...region});
  const tools = el("div", {class: "lab-tools"});
  const labelled = {class: "lab-figure", "aria-labelledby": heading.id};
  const element = el("figure", labelled, heading, chart, table, caption, tools);
  return {element, heading, chart, table, caption, tools};
}

/** The frame speaks for the chart: title and caption instead of each mark by itself. */
function silenced(drawing: Element): Element {
  const pictures = [drawing, ...drawing.querySelectorAll("svg")];
  for (const node of pictures)
    if (node instanceof SVGSVGElement) node.setAttribute("aria-hidden", "true");
  return drawing;
}

function setText(...pairs: readonly (readonly [HTMLElement, string])[]): void {
  for (const [element, text] of pairs) if (element.textContent !== text) element.textContent = text;
}

const DEFAULT_WIDTH = 640;
/** A chart just out of view is drawn when the inputs have been still so long, milliseconds. */
const REST = 100;

/** Calls back when it has not been called for a while. */
function atRest(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(callback, REST);
  };
}

function watchSize(element: Element, callback: (width: number) => void): void {
  if (typeof ResizeObserver === "undefined") return callback(DEFAULT_WIDTH);
  new ResizeObserver(([entry]) => callback(Math.floor(entry?.contentRect.width ?? 0))).observe(
    element
  );
}

/** Where a chart is: in view, less than `NEAR` pixels above or below it, or farther. */
type Place = "seen" | "near" | "far";

const NEAR = 200;

function watchPlace(element: Element, callback: (place: Place) => void): void {
  if (typeof IntersectionObserver === "undefined") return;
  const inside = {seen: false, near: false};
  const watch = (key: keyof typeof inside, rootMargin: string) => {
    const onChange = (entries: readonly IntersectionObserverEntry[]) => {
      inside[key] = entries.at(-1)?.isIntersecting ?? true;
      callback(inside.seen ? "seen" : inside.near ? "near" : "far");
    };
    new IntersectionObserver(onChange, {rootMargin}).observe(element);
  };
  watch("seen", "0px");
  watch("near", `${NEAR}px 0px`);
}

function switchButton(onSwitch: (isTable: boolean) => void): HTMLButtonElement {
  const button = el(
    "button",
    {type: "button", class: "lab-quiet", "aria-pressed": "false"},
    "Table"
  );
  button.addEventListener("click", () => {
    const isTable = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isTable));
    onSwitch(isTable);
  });
  return button;
}

interface Downloads {
  readonly chart: HTMLElement;
  readonly current: () => FigureOptions<object> | undefined;
  /** Pictures need a drawn chart, also while the table stands in its place */
  readonly drawChart: () => void;
}

function downloadButtons({chart, current, drawChart}: Downloads): readonly HTMLButtonElement[] {
  const save =
    (ending: string, blobOf: (options: FigureOptions<object>) => Blob | Promise<Blob>) =>
    async () => {
      const options = current();
      if (!options) return;
      host.download({name: `${options.filename}.${ending}`, blob: await blobOf(options)});
    };
  const picture = (options: FigureOptions<object>) => {
    const wasHidden = chart.hidden;
    chart.hidden = false;
    drawChart();
    const text = svgOf(chart, options.title);
    chart.hidden = wasHidden;
    return text;
  };
  const blob = (text: string, type: string) => new Blob([text], {type});
  const csv = (options: FigureOptions<object>) =>
    blob(csvOf(rowsOf(options), options.columns), "text/csv;charset=utf-8");
  return [
    downloadButton("CSV", save("csv", csv)),
    downloadButton(
      "SVG",
      save("svg", (options) => blob(picture(options), "image/svg+xml"))
    ),
    downloadButton(
      "PNG",
      save("png", (options) => pngOf(picture(options)))
    )
  ];
}

function downloadButton(label: string, save: () => Promise<void>): HTMLButtonElement {
  const onclick = () => void save();
  return el(
    "button",
    {type: "button", class: "lab-quiet", "aria-label": `Download ${label}`, onclick},
    label
  );
}

function rowsOf({rows}: FigureOptions<object>): readonly object[] {
  return typeof rows === "function" ? rows() : rows;
}

/** The data of a figure as a table, units in the head. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  {title, columns}: {readonly title: string; readonly columns: readonly Column<Row>[]}
): HTMLTableElement {
  const isRight = ({key, align}: Column<Row>) =>
    align ? align === "right" : typeof rows[0]?.[key] === "number";
  const head = columns.map((column) =>
    el(
      "th",
      {scope: "col", class: isRight(column) ? "lab-right" : null},
      column.label,
      column.unit ? el("small", {}, ` ${column.unit}`) : null
    )
  );
  const body = rows.map((row) =>
    el(
      "tr",
      {},
      columns.map((column) =>
        el("td", {class: isRight(column) ? "lab-right" : null}, cellText(row, column))
      )
    )
  );
  return el(
    "table",
    {},
    el("caption", {}, title),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, body)
  );
}

function cellText<Row extends object>(row: Row, {key, format}: Column<Row>): string {
  const value = row[key];
  if (format) return format(value as never, row);
  return value === null || value === undefined ? "" : String(value);
}
