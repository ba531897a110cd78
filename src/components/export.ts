import type {ScenarioRole} from "../lib/scenario/overlay.js";
import {svg as svgElement} from "./dom.js";

/** One column of a figure's table. */
export interface Column<Row> {
  readonly key: keyof Row & string;
  readonly label: string;
  /** Stands in the head, never in the cells */
  readonly unit?: string;
  /** Text of a cell; by default the value as it is */
  readonly format?: (value: never, row: Row) => string;
  readonly align?: "left" | "right";
  /** Its place in a chart of several scenarios; without any, the first number goes right, the last up */
  readonly role?: ScenarioRole;
}

/** Comma-separated text with one head line, RFC 4180; numbers in full, with a point. */
export function csvOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[]
): string {
  const head = columns.map(({label, unit}) => quoted(defused(unit ? `${label} (${unit})` : label)));
  const lines = rows.map((row) => columns.map(({key}) => quoted(plain(row[key]))));
  return [head, ...lines].map((cells) => cells.join(",")).join("\r\n") + "\r\n";
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? defused(value) : String(value);
}

/** Text that a spreadsheet would run as a formula is kept as text; a negative number is none. */
function defused(text: string): string {
  const isFormula = /^[=+@\t\r]/.test(text) || (/^-/.test(text) && Number.isNaN(Number(text)));
  return isFormula ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant-numeric",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "visibility",
  "mix-blend-mode",
  "vector-effect"
];

const MARGIN = 16;
const TITLE_HEIGHT = 36;

/**
 * A picture of a chart that needs nothing beside it: every style written out, patterns brought
 * along, the page's background behind it and the title above it.
 */
export function svgOf(chart: Element, title: string): string {
  const sources = [...chart.querySelectorAll("svg")].filter(
    (node) => !node.parentElement?.closest("svg")
  );
  const own = chart instanceof SVGSVGElement ? [chart, ...sources] : sources;
  const boxes = own.map((source) => sizeOf(source));
  const width = Math.max(...boxes.map((box) => box.width), 200) + 2 * MARGIN;
  const height = boxes.reduce((sum, box) => sum + box.height, TITLE_HEIGHT + 2 * MARGIN);
  const root = svgElement("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`
  });
  const page = getComputedStyle(document.documentElement);
  const ink = page.color || "black";
  root.append(
    svgElement("title", {}, title),
    svgElement("rect", {width, height, fill: page.backgroundColor || "white"}),
    svgElement(
      "text",
      {x: MARGIN, y: MARGIN + 16, fill: ink, style: "font:600 15px sans-serif"},
      title
    )
  );
  let top = MARGIN + TITLE_HEIGHT;
  own.forEach((source, i) => {
    const copy = inlined(source);
    copy.setAttribute("x", String(MARGIN));
    copy.setAttribute("y", String(top));
    copy.setAttribute("overflow", "visible");
    root.append(copy);
    top += boxes[i]?.height ?? 0;
  });
  root.prepend(patternsOf(root));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}`;
}

function sizeOf(source: SVGSVGElement): {readonly width: number; readonly height: number} {
  const {width, height} = source.getBoundingClientRect();
  const attribute = (name: string) => Number(source.getAttribute(name)) || 0;
  return {width: width || attribute("width"), height: height || attribute("height")};
}

/** A copy with the styles that the page gives it written into each element. */
function inlined<E extends Element>(source: E): E {
  const copy = source.cloneNode(true) as E;
  const copies = [copy, ...copy.querySelectorAll("*")];
  [source, ...source.querySelectorAll("*")].forEach((node, i) => {
    const computed = getComputedStyle(node);
    const style = STYLES.map((name) => [name, computed.getPropertyValue(name)] as const)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}:${value.replace(/url\("?[^#"]*(#[^")]+)"?\)/g, "url($1)")}`)
      .join(";");
    const target = copies[i];
    target?.setAttribute("style", style);
    target?.removeAttribute("class");
  });
  copy.querySelectorAll("style, title, [aria-label=tip]").forEach((node) => node.remove());
  return copy;
}

/** Copies of the page's patterns that a picture refers to. */
function patternsOf(root: Element): SVGDefsElement {
  const text = root.outerHTML;
  const patterns = [...document.querySelectorAll("#lab-patterns pattern")];
  const used = patterns.filter(({id}) => text.includes(`#${id})`));
  return svgElement("defs", {}, used.map(inlined));
}

/** A picture of text that svgOf gave, in twice the pixels. */
export async function pngOf(svgText: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("no picture")));
    canvas.toBlob(take, "image/png");
  });
}
