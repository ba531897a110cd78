import {isPagePath} from "../drafts/draft.js";
import type {FileInfo} from "../protocol.js";

/** What the page that shows the shell hands it. */
export interface SiteOptions {
  /** Addresses of modules by specifier */
  readonly modules: Readonly<Record<string, string>>;
  readonly files: readonly (readonly [string, FileHandle])[];
  /** Addresses of the engine's other parts */
  readonly parts: {
    readonly sandbox: string;
    readonly document: string;
    readonly editor: string;
    readonly typescript: string;
    readonly inputsStyle: string;
  };
}

interface FileHandle {
  readonly name: string;
  readonly href: string;
  readonly mimeType?: string;
  readonly lastModified?: number;
  readonly size?: number;
}

/** The site that the shell is part of. */
export interface Site extends SiteOptions {
  /** Address of the site's root, with a slash at its end */
  readonly root: string;
  readonly fileInfos: readonly FileInfo[];
  text(url: string): Promise<string>;
  /** Text of a module: a built site has those of its own in one file */
  moduleText(url: string): Promise<string>;
  blob(url: string): Promise<Blob>;
  /** Whether an address is that of a file of this site, which cells may read */
  isFile(url: string): boolean;
  /** Address of a page: /pages/kv-cache */
  pageUrl(path: string): string;
}

export function siteOf(options: SiteOptions, root: string): Site {
  const answer = async (url: string) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`not found: ${new URL(url).pathname}`);
    return response;
  };
  const text = async (url: string) => (await answer(url)).text();
  const packed = packedModules(text);
  return {
    ...options,
    root,
    fileInfos: options.files.map(([path, file]) => ({
      name: path.slice(1),
      url: file.href,
      ...defined({mimeType: file.mimeType, lastModified: file.lastModified, size: file.size})
    })),
    text,
    moduleText: async (url) =>
      (await packed)[url.startsWith(root) ? url.slice(root.length) : ""] ?? text(url),
    blob: async (url) => (await answer(url)).blob(),
    isFile: (url) => URL.canParse(url) && new URL(url).href.startsWith(`${root}_file/`),
    pageUrl: (path) => new URL(`.${path}.html`, root).href
  };
}

/** Texts of the site's local modules by their path; none in a preview. */
async function packedModules(
  text: (url: string) => Promise<string>
): Promise<Readonly<Record<string, string>>> {
  const link = document.querySelector<HTMLLinkElement>("link#lab-modules");
  if (!link) return {};
  try {
    return JSON.parse(await text(link.href)) as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}

function defined<T extends object>(fields: T): Partial<{[K in keyof T]: NonNullable<T[K]>}> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<{[K in keyof T]: NonNullable<T[K]>}>;
}

/** A page's source, where the page says that it is; only below the site's own files. */
export async function readOriginal(
  site: Pick<Site, "pageUrl" | "text" | "isFile">,
  path: string
): Promise<string> {
  if (!isPagePath(path)) throw new Error(`not a page of this site: ${path}`);
  const url = site.pageUrl(path);
  const page = new DOMParser().parseFromString(await site.text(url), "text/html");
  const link = page.querySelector('link[rel="alternate"][type="text/markdown"]');
  if (!path.startsWith("/pages/")) throw new Error(`this page has no fork: ${path}`);
  const source = new URL(link?.getAttribute("href") ?? "", url).href;
  if (!link || !site.isFile(source))
    throw new Error(`this page does not offer its source: ${path}`);
  return site.text(source);
}

/** Texts of the style sheets that this page has, which the sandbox cannot fetch. */
export async function readStyles(site: Site): Promise<string[]> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const urls = [...new Set([...links].map(({href}) => href)), site.parts.inputsStyle];
  return Promise.all(urls.map((url) => site.text(url)));
}
