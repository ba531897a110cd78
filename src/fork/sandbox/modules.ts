import type {Aliases, Closure, ModuleText} from "../protocol.js";
import type {Link} from "./link.js";

/** Loads modules that the shell sends as text: nothing here can be fetched. */
export interface Loader {
  /** Takes modules in, without running them */
  add(closure: Closure): void;
  /** A module's exports by specifier or address; what is not here yet is asked for */
  load(specifier: string, base?: string): Promise<unknown>;
  /** Address of a module that this document may import or run as a worker */
  blobUrl(url: string): Promise<string>;
}

interface Options {
  readonly link: Link;
  readonly aliases: Aliases;
  /** Exports of the modules that the sandbox has itself, by alias */
  readonly own: Readonly<Record<string, object>>;
}

export function moduleLoader({link, aliases, own}: Options): Loader {
  const texts = new Map<string, ModuleText>();
  const urls = new Map<string, string>();
  const blobs = new Map<string, string>();

  function add(closure: Closure): void {
    for (const module of closure.modules) texts.set(module.url, module);
    for (const [specifier, url] of Object.entries(closure.urls)) urls.set(specifier, url);
  }

  /** Bottom-up: a module's text names the blobs of what it imports. */
  function blobOf(url: string): string {
    const known = blobs.get(url);
    if (known !== undefined) return known;
    const blob = asBlob(aliases[url] === undefined ? textOf(url) : ownText(aliases[url]));
    blobs.set(url, blob);
    return blob;
  }

  function textOf(url: string): string {
    const module = texts.get(url);
    if (!module) throw new Error(`module not sent: ${url}`);
    return module.parts
      .map((part) => (typeof part === "string" ? part : blobOf(part.url)))
      .join("");
  }

  async function urlOf(specifier: string, base?: string): Promise<string> {
    const isRelative = base !== undefined && /^\.{0,2}\//.test(specifier);
    const name = isRelative ? new URL(specifier, base).href : specifier;
    const known = urls.get(name) ?? (isHere(name) ? name : undefined);
    if (known !== undefined) return known;
    add(await link.ask<Closure>((n) => ({type: "load", n, specifier: name})));
    const url = urls.get(name);
    if (url === undefined) throw new Error(`no such module: ${specifier}`);
    return url;
  }

  const isHere = (url: string) => texts.has(url) || aliases[url] !== undefined;
  const blobUrl = async (url: string) => blobOf(await urlOf(url));

  function ownText(alias: string): string {
    const names = Object.keys(own[alias] ?? {}).filter((name) => name !== "default");
    return `export const {${names.join(", ")}} = __lab.own[${JSON.stringify(alias)}];`;
  }

  return {
    add,
    blobUrl,
    load: async (specifier, base) => import(blobOf(await urlOf(specifier, base)))
  };
}

function asBlob(text: string): string {
  return URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
}
