/** A slider through the moments of a run, with a button that plays them. */

import {el, keep, uid} from "./dom.js";

export interface ScrubberOptions {
  readonly id: string;
  readonly nMoments: number;
  readonly label: string;
  /** What stands beside the slider at a moment */
  readonly format: (moment: number) => string;
  /** Moment at first */
  readonly start?: number;
}

export type ScrubberElement = HTMLElement & {value: number};

/** Milliseconds between two moments while it plays. */
const FRAME_MS = 120;

/**
 * The number of a moment as an input of the page; `view` it. It keeps its place when its cell runs
 * again, and does not move by itself before it is asked to.
 */
export function scrubber(options: ScrubberOptions): ScrubberElement {
  const made = keep(`scrubber:${options.id}`, () => makeScrubber(options.start ?? 0));
  made.show(options);
  return made.element;
}

function makeScrubber(start: number) {
  const id = uid("scrubber");
  const range = el("input", {type: "range", id, min: 0, step: 1, value: start});
  const output = el("output", {for: id, class: "lab-moment"});
  const label = el("label", {for: id});
  const play = el("button", {type: "button", class: "lab-quiet"}, "Play");
  const element = el("div", {class: "lab-scrubber"}, play, label, range, output);
  let options: ScrubberOptions | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const value = () => Number(range.value);
  Object.defineProperty(element, "value", {get: value, set: (to: number) => move(to)});

  function write(): void {
    output.textContent = options?.format(value()) ?? "";
    range.setAttribute("aria-valuetext", output.textContent);
  }

  function move(to: number): void {
    range.value = String(to);
    write();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  }

  play.addEventListener("click", () => {
    if (timer !== undefined) return stop();
    const last = Number(range.max);
    if (value() >= last) move(0);
    play.textContent = "Pause";
    timer = setInterval(() => {
      if (value() >= last || !element.isConnected) stop();
      else move(value() + 1);
    }, FRAME_MS);
  });
  range.addEventListener("input", write);
  return {
    element: element as unknown as ScrubberElement,
    show(next: ScrubberOptions) {
      const place = value();
      options = next;
      range.max = String(next.nMoments - 1);
      range.value = String(Math.min(place, next.nMoments - 1));
      label.textContent = next.label;
      write();
    }
  };
}
