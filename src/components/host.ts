/**
 * The single door from the lab to what lies outside a page: the address, storage, downloads, the
 * clipboard and workers. A page that runs in another place (a fork in its sandbox) gets this
 * module with another implementation and stays unchanged itself.
 */
export interface Host {
  readonly address: Address;
  readonly storage: Store;
  /** Hands a file to the reader */
  download(file: {readonly name: string; readonly blob: Blob}): void;
  /** Puts text on the clipboard; false when that is refused */
  copy(text: string): Promise<boolean>;
  /** Text of a file of this site */
  read(url: string): Promise<string>;
  /** A module worker from the address that import.meta.resolve gives */
  worker(url: string): Worker;
  /** Cores that the browser lets a page use */
  cores(): number;
}

export interface Address {
  /** The query, without "?" */
  search(): string;
  /** The whole address, to be shared */
  href(): string;
  /** Rewrites the query in place */
  replace(search: string): void;
  /** Writes the query as a new step of the history */
  push(search: string): void;
  /** Calls back when the reader goes back or forward; returns the way to stop */
  listen(callback: () => void): () => void;
}

/** Text under keys, in this browser only. Storage can be refused (private mode) or full. */
export interface Store {
  get(key: string): string | null;
  /** False when the text could not be kept */
  set(key: string, text: string): boolean;
  remove(key: string): void;
  /** Keys that start like this */
  keys(start: string): readonly string[];
}

const prefix = "inference-lab:";

function browserAddress(): Address {
  const write = (method: "pushState" | "replaceState", search: string) => {
    const {pathname, hash} = window.location;
    window.history[method](null, "", `${pathname}${search ? `?${search}` : ""}${hash}`);
  };
  return {
    search: () => window.location.search.slice(1),
    href: () => window.location.href,
    replace: (search) => write("replaceState", search),
    push: (search) => write("pushState", search),
    listen(callback) {
      window.addEventListener("popstate", callback);
      return () => window.removeEventListener("popstate", callback);
    }
  };
}

/** Storage of the browser; what it refuses is held in memory until the page is left. */
function browserStore(): Store {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return memory.get(key) ?? window.localStorage.getItem(prefix + key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, text) {
      try {
        window.localStorage.setItem(prefix + key, text);
        memory.delete(key);
        return true;
      } catch {
        memory.set(key, text);
        return false;
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        window.localStorage.removeItem(prefix + key);
      } catch {
        return;
      }
    },
    keys(start) {
      const all = [...memory.keys(), ...storedKeys()];
      return [...new Set(all)].filter((key) => key.startsWith(start)).sort();
    }
  };
}

function storedKeys(): string[] {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

function browserDownload({name, blob}: {readonly name: string; readonly blob: Blob}): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function browserCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The way of old, for pages served without https, where there is no navigator.clipboard. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.style.cssText = "position:fixed;opacity:0";
  document.body.append(area);
  area.select();
  const copied = typeof document.execCommand === "function" && document.execCommand("copy");
  area.remove();
  return copied;
}

async function browserRead(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot read ${url}: ${response.status}`);
  return response.text();
}

/** The browser's own. */
export const host: Host = {
  address: browserAddress(),
  storage: browserStore(),
  download: browserDownload,
  copy: browserCopy,
  read: browserRead,
  worker: (url) => new Worker(url, {type: "module"}),
  cores: () => navigator.hardwareConcurrency || 2
};
