import {nearestStop} from "./inputs.js";
import {announce, el, fill, keep, uid} from "./dom.js";
import {host} from "./host.js";

interface Question {
  /** The experiment's id in lib/chapter.ts */
  readonly id: string;
  readonly question: string;
  /** What the guess is held against, in words; under the two figures */
  readonly text?: string;
}

/** A guess by slider. */
export interface NumberQuestion extends Question {
  /** Where the slider stops, ascending */
  readonly stops: readonly number[];
  readonly format: (value: number) => string;
  readonly result: number;
}

/** A guess by choice. */
export interface ChoiceQuestion extends Question {
  readonly choices: readonly string[];
  /** One of the choices */
  readonly result: string;
}

/** What became of a question; the value of the element. */
export interface Prediction {
  readonly isRevealed: boolean;
  /** null when it was skipped */
  readonly guess: number | string | null;
}

export type PredictElement = HTMLElement & {readonly value: Prediction};

const KEY = "predict:";

/** Ids of the experiments that this reader has done. */
export function doneExperiments(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => host.storage.get(KEY + id) !== null));
}

/**
 * Asks for a guess before the result shows, then sets both side by side. Skippable, remembered, and
 * never a gate. Whatever stands in a .reveal of the same .experiment is hidden until then.
 */
export function predict(options: NumberQuestion | ChoiceQuestion): PredictElement {
  const {element, show} = keep(`predict:${options.id}`, () => makeQuestion(options.id));
  show(options);
  return element;
}

function makeQuestion(id: string) {
  const element = el("div", {class: "lab-predict"});
  let options: NumberQuestion | ChoiceQuestion | undefined;
  let prediction = remembered(id);
  let draft: number | undefined;
  Object.defineProperty(element, "value", {get: () => prediction});

  function settle(guess: number | string | null): void {
    prediction = {isRevealed: true, guess};
    host.storage.set(KEY + id, JSON.stringify({guess}));
    update();
    element.dispatchEvent(new Event("input"));
    const result = element.querySelector<HTMLElement>(".lab-predict-result");
    result?.focus();
    announce(result?.querySelector("dl")?.textContent ?? "");
  }

  function again(): void {
    prediction = {isRevealed: false, guess: prediction.guess};
    host.storage.remove(KEY + id);
    update();
    element.dispatchEvent(new Event("input"));
  }

  function update(): void {
    if (!options) return;
    const {isRevealed, guess} = prediction;
    reveal(element, isRevealed);
    fill(
      element,
      el("p", {class: "lab-predict-question"}, el("strong", {}, "Predict. "), options.question),
      isRevealed
        ? resultRow({options, guess, again})
        : guessForm({options, guess: draft ?? guess, settle, onDraft: (value) => (draft = value)})
    );
  }

  return {
    element: element as unknown as PredictElement,
    show(next: NumberQuestion | ChoiceQuestion) {
      const isAsked = options !== undefined && askedOf(options) === askedOf(next);
      options = next;
      if (!isAsked || prediction.isRevealed) update();
      else reveal(element, prediction.isRevealed);
    }
  };
}

/** What of a question stands in its form. */
function askedOf(options: NumberQuestion | ChoiceQuestion): string {
  const ways = "choices" in options ? options.choices : options.stops;
  return [options.question, ...ways].join("\n");
}

function remembered(id: string): Prediction {
  try {
    const kept: unknown = JSON.parse(host.storage.get(KEY + id) ?? "null");
    if (typeof kept !== "object" || kept === null || !("guess" in kept)) return NOT_YET;
    const {guess} = kept;
    const isGuess = typeof guess === "number" || typeof guess === "string";
    return {isRevealed: true, guess: isGuess ? guess : null};
  } catch {
    return NOT_YET;
  }
}

const NOT_YET: Prediction = {isRevealed: false, guess: null};

/** The section is known only once the cell has put the element there. */
function reveal(element: HTMLElement, isRevealed: boolean): void {
  const mark = () => element.closest(".experiment")?.toggleAttribute("data-revealed", isRevealed);
  if (element.isConnected) mark();
  else setTimeout(mark);
}

interface GuessForm {
  readonly options: NumberQuestion | ChoiceQuestion;
  readonly guess: number | string | null;
  readonly settle: (guess: number | string | null) => void;
  /** Hears where the slider stands, so that a question asked anew keeps it */
  readonly onDraft: (guess: number) => void;
}

function guessForm({options, guess, settle, onDraft}: GuessForm): HTMLElement {
  const skip = el(
    "button",
    {type: "button", class: "lab-quiet", onclick: () => settle(null)},
    "Skip, show me"
  );
  if ("choices" in options) {
    const buttons = options.choices.map((choice) =>
      el("button", {type: "button", class: "lab-guess", onclick: () => settle(choice)}, choice)
    );
    return el(
      "div",
      {class: "lab-predict-form", role: "group", "aria-label": "Your guess"},
      buttons,
      skip
    );
  }
  const {stops, format} = options;
  const start =
    typeof guess === "number" ? nearestStop(stops, guess) : Math.floor(stops.length / 2);
  const id = uid("lab-guess");
  const output = el("output", {for: id});
  const slider = el("input", {
    type: "range",
    id,
    min: 0,
    max: stops.length - 1,
    "aria-label": "Your guess"
  });
  slider.value = String(start);
  const chosen = () => stops[slider.valueAsNumber] ?? 0;
  const update = () => {
    output.textContent = format(chosen());
    slider.setAttribute("aria-valuetext", format(chosen()));
  };
  slider.addEventListener("input", update);
  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    onDraft(chosen());
  });
  update();
  const commit = el(
    "button",
    {type: "button", class: "lab-primary", onclick: () => settle(chosen())},
    "That is my guess"
  );
  return el("div", {class: "lab-predict-form"}, slider, output, commit, skip);
}

interface ResultRow {
  readonly options: NumberQuestion | ChoiceQuestion;
  readonly guess: number | string | null;
  readonly again: () => void;
}

function resultRow({options, guess, again}: ResultRow): HTMLElement {
  const show = (value: number | string) =>
    "format" in options && typeof value === "number" ? options.format(value) : String(value);
  const result = show(options.result);
  const told = guess === null ? null : show(guess);
  return el(
    "div",
    {class: "lab-predict-result", tabindex: -1},
    el(
      "dl",
      {},
      told === null
        ? null
        : el("div", {class: "lab-said"}, el("dt", {}, "You said"), el("dd", {}, told)),
      el("div", {class: "lab-is"}, el("dt", {}, "It is"), el("dd", {}, result))
    ),
    options.text ? el("p", {}, options.text) : null,
    el("button", {type: "button", class: "lab-quiet", onclick: again}, "Guess again")
  );
}
