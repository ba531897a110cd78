import {host} from "../../components/host.js";
import type {FromSandbox, ToSandbox} from "../protocol.js";
import type {ClosureReader} from "./closure.js";
import type {Site} from "./site.js";

const MAX_KEYS = 200;
const MAX_STORED_CHARS = 1_000_000;
/** Milliseconds between two files or links handed to the reader: more often is no reader's wish. */
const GAP_MS = 500;

/** What cells have asked the outside for, by way of messages. */
export interface RequestOptions {
  readonly site: Site;
  readonly closure: ClosureReader;
  readonly send: (message: ToSandbox) => void;
  /** Says something to the reader */
  readonly tell: (text: string) => void;
  /** Asks the reader whether to leave for an address */
  readonly leave: (href: string) => void;
  readonly storage: Readonly<Record<string, string>>;
  readonly onStorage: (storage: Readonly<Record<string, string>>) => void;
  readonly onSearch: (search: string) => void;
}

/** Answers what a sandbox may ask for; returns whether a message was such a request. */
export function requestHandler(options: RequestOptions): (message: FromSandbox) => boolean {
  const {site, closure, send, tell, leave, onStorage, onSearch} = options;
  let storage = options.storage;
  const downloads = spaced(GAP_MS);
  const links = spaced(GAP_MS);

  const answer = (n: number, value: Promise<unknown>) => {
    value.then(
      (value) => send({type: "answer", n, value}),
      (error: unknown) => send({type: "refusal", n, message: messageOf(error)})
    );
  };

  const readFile = async (url: string) => {
    if (!site.isFile(url)) throw new Error("not a file of this site");
    return site.blob(url);
  };

  const copy = async (text: string) => {
    const isCopied = isActive() && (await host.copy(text));
    tell(isCopied ? `Copied ${text.length} characters` : "A cell wanted to copy text: refused");
    return isCopied;
  };

  return (message) => {
    switch (message.type) {
      case "load":
        answer(message.n, closure.read([message.specifier]));
        return true;
      case "file":
        answer(message.n, readFile(message.url));
        return true;
      case "copy":
        answer(message.n, copy(message.text));
        return true;
      case "download":
        if (isActive())
          downloads(() => {
            host.download(message);
            tell(`Downloaded ${message.name}`);
          });
        return true;
      case "link":
        if (isActive()) links(() => leave(message.href));
        return true;
      case "store":
        storage = stored(storage, message);
        onStorage(storage);
        return true;
      case "address":
        onSearch(message.search);
        return true;
      default:
        return false;
    }
  };
}

/**
 * Does one thing at a time, with a gap after its end, and drops what comes in between: a question may
 * stand for long, and what was asked meanwhile is heard as soon as it is answered.
 */
function spaced(gapMs: number): (act: () => void) => void {
  let end = -Infinity;
  return (act) => {
    if (performance.now() - end < gapMs) return;
    act();
    end = performance.now();
  };
}

/** Whether the reader has just clicked or typed, in the sandbox or here. */
function isActive(): boolean {
  return !("userActivation" in navigator) || navigator.userActivation.isActive;
}

function stored(
  storage: Readonly<Record<string, string>>,
  {key, text}: {readonly key: string; readonly text: string | null}
): Readonly<Record<string, string>> {
  const others = Object.entries(storage).filter(([name]) => name !== key);
  const next = text === null ? others : [...others, [key, text] as const];
  const chars = next.reduce((n, [name, value]) => n + name.length + value.length, 0);
  return next.length > MAX_KEYS || chars > MAX_STORED_CHARS ? storage : Object.fromEntries(next);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
