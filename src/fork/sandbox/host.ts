import type {Address, Host, Store} from "../../components/host.js";
import type {Link} from "./link.js";
import type {Loader} from "./modules.js";
import {lateWorker} from "./worker.js";

interface Options {
  readonly link: Link;
  readonly loader: Loader;
  /** Address of the page that was forked, without its query */
  readonly address: string;
  readonly search: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** What pages reach the outside through, made of messages to the shell. */
export function sandboxHost(options: Options): Host {
  const {link, loader} = options;
  return {
    address: sandboxAddress(options),
    storage: sandboxStore(options),
    download: ({name, blob}) => link.send({type: "download", name, blob}),
    copy: (text) => link.ask<boolean>((n) => ({type: "copy", n, text})).catch(() => false),
    read: (url) => link.ask<Blob>((n) => ({type: "file", n, url})).then((blob) => blob.text()),
    cores: () => navigator.hardwareConcurrency || 2,
    worker: (url) => lateWorker(loader.blobUrl(url))
  };
}

function sandboxAddress({link, address, search}: Options): Address {
  let current = search;
  const listeners = new Set<() => void>();
  link.listen("search", (message) => {
    current = message.search;
    for (const callback of listeners) callback();
  });
  const write = (next: string) => {
    current = next;
    link.send({type: "address", search: next});
  };
  return {
    search: () => current,
    href: () => `${address}${current === "" ? "" : `?${current}`}`,
    replace: write,
    push: write,
    listen(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    }
  };
}

function sandboxStore({link, storage}: Options): Store {
  const texts = new Map(Object.entries(storage));
  return {
    get: (key) => texts.get(key) ?? null,
    set(key, text) {
      texts.set(key, text);
      link.send({type: "store", key, text});
      return true;
    },
    remove(key) {
      texts.delete(key);
      link.send({type: "store", key, text: null});
    },
    keys: (start) => [...texts.keys()].filter((key) => key.startsWith(start)).sort()
  };
}
