import {init, parse, type ImportSpecifier} from "es-module-lexer";
import type {Aliases, Closure, ModuleText} from "../protocol.js";

/** Addresses by specifier, as the manifest has them. */
export type Modules = Readonly<Record<string, string>>;

/** Fetches modules as text, with all that they import: a document without origin cannot. */
export interface ClosureReader {
  /** @throws naming the module when the site has none of that name, or when modules import in a circle */
  read(specifiers: readonly string[]): Promise<Closure>;
  /** The same with what modules may ask for while they run: workers, late imports */
  readAll(specifiers: readonly string[]): Promise<Closure>;
  /** Modules that the sandbox brings itself, by address */
  readonly aliases: Aliases;
}

interface Parsed {
  readonly text: ModuleText;
  readonly imports: readonly string[];
}

/** Names under which Framework's own code asks for what the manifest lists otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  "observablehq:stdlib/inputs": "npm:@observablehq/inputs",
  "observablehq:stdlib/tex": "npm:@observablehq/tex",
  "observablehq:stdlib": "npm:@observablehq/stdlib",
  "observablehq:runtime": "npm:@observablehq/runtime"
};

const brought: Readonly<Record<string, string>> = {
  "npm:@observablehq/stdlib": "stdlib",
  "npm:@observablehq/runtime": "runtime",
  "/components/host.js": "host"
};

export function closureReader(
  modules: Modules,
  fetchText: (url: string) => Promise<string>
): ClosureReader {
  const parsed = new Map<string, Promise<Parsed>>();
  const aliases = Object.fromEntries(
    Object.entries(brought).flatMap(([name, alias]) => {
      const url = modules[name];
      return url === undefined ? [] : [[url, alias]];
    })
  );
  /** What may be asked for by address: modules of the manifest, and what these import. */
  const known = new Set(Object.values(modules));

  function urlOf(specifier: string): string {
    const url =
      modules[otherNames[specifier] ?? specifier] ?? (known.has(specifier) ? specifier : null);
    if (url === null) throw new Error(`no such module: ${specifier.slice(0, 200)}`);
    return url;
  }

  function parsedAt(url: string): Promise<Parsed> {
    const promise = parsed.get(url) ?? fetchText(url).then((text) => parseModule(url, text));
    parsed.set(url, promise);
    promise.catch(() => parsed.delete(url));
    return promise;
  }

  async function visit(url: string, seen: Map<string, Parsed>): Promise<void> {
    if (seen.has(url) || aliases[url] !== undefined) return;
    const module = await parsedAt(url);
    if (seen.has(url)) return;
    seen.set(url, module);
    for (const name of namesIn(module)) known.add(name);
    await Promise.all(module.imports.map((dependency) => visit(dependency, seen)));
  }

  async function readInto(seen: Map<string, Parsed>, specifiers: readonly string[]) {
    await init;
    const urls = withOtherNames(Object.fromEntries(specifiers.map((name) => [name, urlOf(name)])));
    await Promise.all(Object.values(urls).map((url) => visit(url, seen)));
    refuseCircles(seen);
    return urls;
  }

  /** Names that are no modules after all are passed over. */
  async function visitLater(seen: Map<string, Parsed>): Promise<void> {
    for (const module of seen.values())
      for (const url of namesIn(module)) await visit(url, seen).catch(() => {});
  }

  const closure = (urls: Closure["urls"], seen: ReadonlyMap<string, Parsed>) => ({
    urls,
    modules: Array.from(seen.values(), ({text}) => text)
  });

  return {
    aliases,
    async read(specifiers) {
      const seen = new Map<string, Parsed>();
      return closure(await readInto(seen, specifiers), seen);
    },
    async readAll(specifiers) {
      const seen = new Map<string, Parsed>();
      const urls = await readInto(seen, specifiers);
      await visitLater(seen);
      return closure(urls, seen);
    }
  };
}

function withOtherNames(urls: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(otherNames).flatMap(([other, name]) => {
    const url = urls[name];
    return url === undefined ? [] : [[other, url]];
  });
  return {...urls, ...(Object.fromEntries(others) as Record<string, string>)};
}

/** Addresses that a module's text may ask for later. */
function namesIn({text, imports}: Parsed): string[] {
  const later = text.parts.flatMap((part) =>
    typeof part === "string"
      ? Array.from(
          part.matchAll(/["'](\.{1,2}\/[^"'\s]+\.js[^"'\s]*)["']/g),
          (match) => match[1] ?? ""
        )
      : []
  );
  return [...imports, ...later.map((name) => new URL(name, text.url).href)];
}

/** A module cut at what it imports; imports at run time and its own address go through the sandbox. */
export function parseModule(url: string, source: string): Parsed {
  const parts: (string | {url: string})[] = [];
  const imports: string[] = [];
  let at = 0;
  const [found] = parse(source, url);
  for (const item of found) {
    const {start, end, part} = replacement(item, url, source);
    parts.push(source.slice(at, start), part);
    if (typeof part !== "string") imports.push(part.url);
    at = end;
  }
  parts.push(source.slice(at));
  return {text: {url, parts}, imports: [...new Set(imports)]};
}

function replacement({d, n, s, e, ss}: ImportSpecifier, url: string, source: string) {
  const base = JSON.stringify(url);
  if (d === -2) return {start: s, end: e, part: `__lab.metaOf(${base})`};
  if (d === -1) return {start: s, end: e, part: {url: new URL(n ?? "", url).href}};
  const open = source.indexOf("(", ss);
  return {start: ss, end: open + 1, part: `__lab.loadFrom(${base},`};
}

function refuseCircles(modules: ReadonlyMap<string, Parsed>): void {
  const done = new Set<string>();
  const visit = (url: string, path: readonly string[]): void => {
    if (path.includes(url)) throw new Error(`modules import each other: ${path.join(", ")}`);
    if (done.has(url)) return;
    for (const next of modules.get(url)?.imports ?? []) visit(next, [...path, url]);
    done.add(url);
  };
  for (const url of modules.keys()) visit(url, []);
}
