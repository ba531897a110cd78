import {significant} from "../lib/format/digits.js";
import {formatBytes, formatTokens} from "../lib/format.js";
import {configLines, type ConfigLine, type KvFactor, type KvTerm} from "../lib/kv-term.js";
import {el, fill, keep} from "./dom.js";
import {scrollTable} from "./table.js";

export interface KvTermsOptions {
  /** The reader's own config.json; without it the lines are written from the model */
  readonly configText?: string;
}

/** The cache formula factor by factor; each names its line of the config, which stands below. */
export function kvTermsTable(
  terms: readonly KvTerm[],
  {configText = ""}: KvTermsOptions = {}
): HTMLElement {
  const element = keep("kv-terms", () => el("div", {class: "lab-terms"}));
  const lines = configLines(terms);
  const text = configText === "" ? written(lines) : pretty(configText);
  fill(element, terms.map(termElement), configElement(text, lines));
  return element;
}

function termElement({label, factors, bytes, per, windowTokens}: KvTerm): HTMLElement {
  const window = windowTokens === null ? "" : ` of ${formatTokens(windowTokens)}`;
  const letters = factors.map(({letter}) => letter).join(" · ");
  const values = factors.map(({value}) => significant(value, 9)).join(" · ");
  const size = `${significant(bytes, 15)} B (${formatBytes(bytes)})`;
  return el(
    "section",
    {},
    el("p", {}, el("strong", {}, label), `: ${letters} = ${values} = ${size} a ${per}${window}`),
    scrollTable([el("tbody", {}, factors.map(factorRow))], {label: `Factors: ${label}`})
  );
}

function factorRow({letter, meaning, value, config}: KvFactor): HTMLElement {
  const link = ({key}: ConfigLine) => el("a", {href: `#${anchorOf(key)}`}, el("code", {}, key));
  const place = config.flatMap((line, i) => (i === 0 ? [link(line)] : [" + ", link(line)]));
  return el(
    "tr",
    {},
    el("th", {scope: "row", class: "lab-letter"}, letter),
    el("td", {class: "lab-right"}, significant(value, 9)),
    el("td", {}, meaning),
    el("td", {}, place.length > 0 ? place : letter === "2" ? "constant" : "format of the cache")
  );
}

function configElement(text: string, lines: readonly ConfigLine[]): HTMLElement {
  const left = new Set(lines.map(({key}) => key));
  const rows = text.split("\n").map((row) => {
    const key = [...left].find((candidate) => row.includes(`"${lastPart(candidate)}"`));
    if (key === undefined) return `${row}\n`;
    left.delete(key);
    return el("mark", {id: anchorOf(key)}, `${row}\n`);
  });
  const label = {role: "region", "aria-label": "config.json", tabindex: 0};
  return el("pre", {class: "lab-config", ...label}, el("code", {}, rows));
}

function anchorOf(key: string): string {
  return `config-${key.replace(/[^\w]+/g, "-")}`;
}

/** Nested keys stand by their last name. */
function lastPart(key: string): string {
  return key.split(".").at(-1) ?? key;
}

function written(lines: readonly ConfigLine[]): string {
  const rows = lines.map(({key, value}) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${rows.join(",\n")}\n}`;
}

function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
