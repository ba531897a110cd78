import {svg} from "./dom.js";

/**
 * The lab's one colour scale: the same thing has the same colour on every page, light and dark (the
 * values are CSS variables of style.css). The hues are Okabe and Ito's, chosen for colour-blind
 * readers; where two areas touch, a pattern or a label tells them apart as well.
 */
export const colors = {
  weights: "var(--c-weights)",
  kv: "var(--c-kv)",
  overhead: "var(--c-overhead)",
  free: "var(--c-free)",
  short: "var(--c-short)",
  prefill: "var(--c-prefill)",
  decode: "var(--c-decode)",
  compute: "var(--c-compute)",
  interconnect: "var(--c-interconnect)",
  draft: "var(--c-draft)",
  target: "var(--c-target)",
  flagship: "var(--c-flagship)",
  mid: "var(--c-mid)",
  small: "var(--c-small)",
  selfHosted: "var(--c-self-hosted)",
  uncached: "var(--c-uncached)",
  cached: "var(--c-cached)",
  written: "var(--c-written)",
  output: "var(--c-output)",
  idle: "var(--c-idle)",
  good: "var(--c-good)",
  bad: "var(--c-bad)",
  ink: "var(--theme-foreground)",
  muted: "var(--theme-foreground-muted)",
  faint: "var(--theme-foreground-faintest)",
  paper: "var(--theme-background)"
} as const;

export type ColorName = keyof typeof colors;

/** A fixed order for lines that mean nothing but "another model". Label the lines themselves. */
export const series = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `var(--c-series-${i})`);

/** Dash patterns to go with the series, so that lines differ without colour too. */
export const dashes = ["none", "6 3", "2 3", "8 3 2 3", "none", "6 3", "2 3", "8 3 2 3"];

/** How a surface is filled beside its colour. */
export type Pattern = "hatch" | "cross" | "dots";

const made = new Set<string>();

/** A fill in the colour, hatched, for areas that a colour alone does not tell apart. */
export function patterned(color: ColorName, pattern: Pattern = "hatch"): string {
  const id = `lab-${pattern}-${color}`;
  if (!made.has(id) && typeof document !== "undefined") {
    made.add(id);
    patternSheet().append(patternElement({id, color: colors[color], pattern}));
  }
  return `url(#${id})`;
}

/** One sheet for the whole page: a pattern inside a chart vanishes when that chart is hidden. */
function patternSheet(): Element {
  const found = document.querySelector("#lab-patterns defs");
  if (found) return found;
  const defs = svg("defs");
  const style = "position:absolute;width:0;height:0";
  document.body.append(svg("svg", {id: "lab-patterns", "aria-hidden": "true", style}, defs));
  return defs;
}

interface PatternOptions {
  readonly id: string;
  readonly color: string;
  readonly pattern: Pattern;
}

function patternElement({id, color, pattern}: PatternOptions): SVGElement {
  const paint = `stroke:${color};fill:none;stroke-width:2`;
  const ground = svg("rect", {width: 8, height: 8, style: `fill:${color};fill-opacity:0.18`});
  const lines = {
    hatch: [svg("path", {d: "M0 0V8", style: paint})],
    cross: [svg("path", {d: "M0 0V8M0 0H8", style: paint})],
    dots: [svg("circle", {cx: 4, cy: 4, r: 1.5, style: `fill:${color}`})]
  }[pattern];
  const turn = {id, width: 8, height: 8, patternUnits: "userSpaceOnUse"};
  return svg("pattern", {...turn, patternTransform: "rotate(45)"}, ground, lines);
}
