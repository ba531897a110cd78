import type {CellState, FromSandbox, SandboxCell, ToSandbox} from "../protocol.js";
import type {ClosureReader} from "./closure.js";
import {openFrame, type Frame} from "./frame.js";
import {changesBetween} from "./program.js";
import {requestHandler} from "./requests.js";
import type {Site} from "./site.js";

const PING_MS = 1000;
/** Milliseconds without a sign after which the reader is told. */
const SILENCE_MS = 4000;

/** What a running notebook reports. */
export interface RunnerEvents {
  status(report: {id: string; state: CellState; message?: string; line?: number}): void;
  heights(heights: readonly (readonly [string, number])[]): void;
  settled(run: number): void;
  /** The sandbox has not answered for some seconds, or answers again */
  silent(isSilent: boolean): void;
  /** The sandbox is gone: it went to another document or died */
  lost(): void;
  scroll(y: number): void;
  leave(key: string): void;
  tell(text: string): void;
  follow(href: string): void;
  storage(storage: Readonly<Record<string, string>>): void;
  search(search: string): void;
}

export interface RunnerOptions {
  readonly site: Site;
  readonly closure: ClosureReader;
  readonly container: Element;
  /** Text of the sandbox's bundle, and of the page's style sheets */
  readonly runtime: Promise<string>;
  readonly styles: Promise<readonly string[]>;
  readonly events: RunnerEvents;
}

export interface StartOptions {
  /** Modules to have at hand before the first cell runs */
  readonly modules: readonly string[];
  readonly path: string;
  readonly search: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** Runs a notebook in a sandbox; stopped, it can be started again. */
export class Runner {
  readonly #options: RunnerOptions;
  #frame: Frame | null = null;
  #shown: readonly SandboxCell[] = [];
  #run = 0;
  #start = 0;
  #lastSign = 0;
  #isSilent = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#frame !== null;
  }

  /** Opens a sandbox; cells given to `show` before it is ready wait in its port. */
  async start({modules, path, search, storage}: StartOptions): Promise<void> {
    this.stop();
    const start = this.#start;
    const {site, closure, container, events} = this.#options;
    const [runtime, styles, found] = await Promise.all([
      this.#options.runtime,
      this.#options.styles,
      closure.read(modules)
    ]);
    if (start !== this.#start) return;
    const handle = requestHandler({
      site,
      closure,
      storage,
      send: (message) => this.send(message),
      tell: events.tell,
      leave: events.follow,
      onStorage: events.storage,
      onSearch: events.search
    });
    this.#frame = openFrame(container, {
      runtime,
      styles,
      onMessage: (message) => this.#hear(message, handle),
      onLost: () => this.#lose()
    });
    this.send({
      type: "start",
      closure: found,
      aliases: closure.aliases,
      files: site.fileInfos,
      site: site.root,
      address: site.pageUrl(path),
      search,
      storage
    });
    this.#watch();
  }

  /** Shows these cells; returns the number of the run, or null when nothing differs. */
  show(cells: readonly SandboxCell[]): number | null {
    if (!this.#frame) return null;
    const changes = changesBetween(this.#shown, cells);
    const isSame = changes.changed.length === 0 && changes.removed.length === 0;
    if (isSame && changes.order.join() === this.#shown.map(({key}) => key).join()) return null;
    this.#shown = cells;
    this.send({type: "cells", run: ++this.#run, ...changes});
    return this.#run;
  }

  send(message: ToSandbox): void {
    this.#frame?.send(message);
  }

  /** Puts the keyboard's focus into the sandbox. */
  focus(): void {
    this.#frame?.element.focus();
  }

  stop(): void {
    ++this.#start;
    clearInterval(this.#timer);
    this.#frame?.stop();
    this.#frame = null;
    this.#shown = [];
    this.#setSilent(false);
  }

  #hear(message: FromSandbox, handle: (message: FromSandbox) => boolean): void {
    this.#lastSign = performance.now();
    this.#setSilent(false);
    if (handle(message)) return;
    const {events} = this.#options;
    if (message.type === "status") events.status(message);
    else if (message.type === "heights") events.heights(message.heights);
    else if (message.type === "settled") events.settled(message.run);
    else if (message.type === "scroll") events.scroll(message.y);
    else if (message.type === "leave") events.leave(message.key);
  }

  #watch(): void {
    let n = 0;
    this.#lastSign = performance.now() + 2 * SILENCE_MS;
    this.#timer = setInterval(() => {
      if (document.hidden) this.#lastSign = performance.now();
      this.send({type: "ping", n: ++n});
      this.#setSilent(performance.now() - this.#lastSign > SILENCE_MS);
    }, PING_MS);
  }

  #setSilent(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#options.events.silent(isSilent);
  }

  #lose(): void {
    this.stop();
    this.#options.events.lost();
  }
}
