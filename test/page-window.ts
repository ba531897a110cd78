/** A browser's globals for cells that run in node: jsdom's, and what it lacks. */
import {JSDOM} from "jsdom";

/** Globals that node has too, in a form that a jsdom document does not accept. */
const replaced = [
  "AbortController",
  "AbortSignal",
  "CustomEvent",
  "Event",
  "EventTarget",
  "navigator"
];

/** Reports to its callback once, as soon as something is observed. */
function observer(entry: (target: Element) => object) {
  return class {
    readonly notify: (entries: object[]) => void;
    constructor(notify: (entries: object[]) => void) {
      this.notify = notify;
    }
    observe(target: Element): void {
      this.notify([{target, ...entry(target)}]);
    }
    unobserve(): void {}
    disconnect(): void {}
  };
}

function matchMedia(media: string) {
  const legacy = {addListener() {}, removeListener() {}};
  return Object.assign(new EventTarget(), {media, matches: false, ...legacy});
}

const frames = {
  requestAnimationFrame: (frame: (time: number) => void) =>
    setTimeout(() => frame(performance.now()), 0),
  cancelAnimationFrame: clearTimeout
};

/** Opens an address in a new document of the given width and makes its globals node's. */
export function openWindow(url: string, width: number): Document {
  const {window} = new JSDOM("<!doctype html>", {url});
  const missing = {
    ResizeObserver: observer(() => ({contentRect: {width, height: 0}})),
    IntersectionObserver: observer(() => ({isIntersecting: true, intersectionRatio: 1})),
    matchMedia,
    ...frames
  };
  Object.assign(window, missing);
  const values = window as unknown as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(window)) {
    const native = name in globalThis && !replaced.includes(name) && !opened.has(name);
    if (native || /^(window|self|top|parent|globalThis)$/.test(name)) continue;
    opened.add(name);
    Object.defineProperty(globalThis, name, {
      value: values[name],
      configurable: true,
      writable: true
    });
  }
  Object.defineProperty(globalThis, "window", {value: window, configurable: true, writable: true});
  return window.document;
}

const opened = new Set<string>();
