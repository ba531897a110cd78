import {host} from "./host.js";

/** Inputs of a page under a name. */
export interface Scenario {
  readonly name: string;
  /** The query that gives these inputs */
  readonly search: string;
}

/** Scenarios that one page keeps. */
export const MAX_SCENARIOS = 50;

const prefix = "scenarios:";

function keyOf(page: string): string {
  return `${prefix}${page}`;
}

/** Paths of the pages that this browser keeps scenarios of. */
export function scenarioPages(): readonly string[] {
  const pages = host.storage.keys(prefix).map((key) => key.slice(prefix.length));
  return pages.filter((page) => isPage(page) && readScenarios(page).length > 0);
}

function isPage(path: string): boolean {
  return /^\/pages(\/[\w-]+)+$/.test(path);
}

/** Address of the site that a page of it, or its home page, is part of. */
export function siteRoot(href: string): string {
  const {origin, pathname} = new URL(href);
  const end = pathname.lastIndexOf("/pages/");
  return end < 0 ? new URL(".", href).href : `${origin}${pathname.slice(0, end + 1)}`;
}

/** Address of a page of the site with the inputs of a scenario. */
export function scenarioUrl(root: string, page: string, {search}: Scenario): string {
  return `${new URL(`.${page}.html`, root).href}${search === "" ? "" : `?${search}`}`;
}

/** Path of the page at an address: /pages/kv-cache, wherever the site lies. */
export function pagePath(href: string): string {
  const {pathname} = new URL(href);
  const path = pathname.replace(/\.html$/, "");
  const start = path.lastIndexOf("/pages/");
  return start < 0 ? path : path.slice(start);
}

/** Scenarios of a page that this browser keeps; what cannot be read is left out. */
export function readScenarios(page: string): readonly Scenario[] {
  try {
    const kept: unknown = JSON.parse(host.storage.get(keyOf(page)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isScenario) : [];
  } catch {
    return [];
  }
}

function isScenario(value: unknown): value is Scenario {
  const {name, search} = (typeof value === "object" && value !== null ? value : {}) as {
    name?: unknown;
    search?: unknown;
  };
  return typeof name === "string" && typeof search === "string";
}

/** Keeps the scenarios of a page; false when the browser refuses. */
export function writeScenarios(page: string, scenarios: readonly Scenario[]): boolean {
  return host.storage.set(keyOf(page), JSON.stringify(scenarios));
}

/** The list with a scenario put in under its name, in the place of one of that name. */
export function withScenario(list: readonly Scenario[], scenario: Scenario): readonly Scenario[] {
  const index = list.findIndex(({name}) => name === scenario.name);
  return index < 0 ? [...list, scenario] : list.map((old, i) => (i === index ? scenario : old));
}

/** A name without the sign that ends one in an address; null when nothing is left. */
export function plainName(text: string): string | null {
  const name = text.replaceAll("~", " ").trim();
  return name === "" ? null : name;
}

/** A name that the list does not have yet. */
export function freeName(list: readonly Scenario[], wanted: string): string {
  const names = new Set(list.map(({name}) => name));
  if (!names.has(wanted)) return wanted;
  for (let n = 2; ; ++n) if (!names.has(`${wanted} ${n}`)) return `${wanted} ${n}`;
}

/** Address of the page that compares scenarios of a page; its query holds them whole. */
export function comparisonUrl(root: string, page: string, scenarios: readonly Scenario[]): string {
  const query = new URLSearchParams({page});
  for (const {name, search} of scenarios) query.append("s", `${name}~${search}`);
  return `${root}compare.html?${query}`;
}

export interface ComparisonQuery {
  readonly page: string;
  readonly scenarios: readonly Scenario[];
}

/** What the query of a comparison asks for. @throws one sentence when it is not readable */
export function readComparison(search: string): ComparisonQuery {
  const query = new URLSearchParams(search);
  const page = query.get("page") ?? "";
  if (!isPage(page)) throw new Error(`no page to compare: “${page.slice(0, 60)}”`);
  const scenarios = query.getAll("s").map((text, i) => {
    const [name = "", ...rest] = text.split("~");
    return {name: name.slice(0, 80) || `Scenario ${i + 1}`, search: rest.join("~")};
  });
  if (scenarios.length < 2 || scenarios.length > 4)
    throw new Error(
      `a comparison takes two to four scenarios, this address has ${scenarios.length}`
    );
  return {page, scenarios};
}
