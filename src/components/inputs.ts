import {decodeNumber} from "./address.js";
import {el, fill, uid} from "./dom.js";
import type {ChoiceField, Field, NumberField, ToggleField, Value} from "./fields.js";
import {formatQuantity} from "./quantity.js";

/** A control of one field: what stands on the page, and how it follows the record. */
export interface Control {
  readonly element: HTMLElement;
  update(value: Value): void;
}

export interface ControlOptions<F extends Field> {
  readonly key: string;
  readonly field: F;
  /** Called with each value the reader chooses */
  readonly onChange: (value: Value) => void;
}

/** A slider over the stops of a field beside a box that takes any number in range. */
export function numberControl(options: ControlOptions<NumberField>): Control {
  return options.field.look === "segments" ? stopButtons(options) : sliderControl(options);
}

function sliderControl({key, field, onChange}: ControlOptions<NumberField>): Control {
  const box = numberBox({key, field, onChange});
  const slider = stopSlider({key, field, onChange});
  return {
    element: el(
      "div",
      {class: "lab-control lab-number", "data-key": key},
      el("div", {class: "lab-head"}, caption(field, box.input.id), box.element),
      slider.element,
      hint(field)
    ),
    update(value) {
      box.update(value);
      slider.update(value);
    }
  };
}

function caption({label, term}: Field, id: string): HTMLElement {
  return el("label", {for: id, title: term}, label);
}

function hint({hint: text}: Field): HTMLElement | null {
  return text ? el("p", {class: "lab-hint"}, text) : null;
}

/** A text box that takes 128K, 1/100, 70%, 1M. A number that cannot be taken stays to be mended. */
function numberBox({key, field, onChange}: ControlOptions<NumberField>) {
  const id = uid(`lab-${key}`);
  const error = el("span", {class: "lab-error", id: `${id}-error`, role: "alert"});
  const input = el("input", {
    type: "text",
    id,
    name: key,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": error.id
  });
  input.addEventListener("change", () => {
    try {
      const value = decodeNumber(input.value, field);
      complain("");
      input.value = formatQuantity(value, field.style);
      onChange(value);
    } catch (problem) {
      complain(problem instanceof Error ? problem.message : String(problem));
    }
  });
  function complain(text: string): void {
    error.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  }
  return {
    input,
    element: el("span", {class: "lab-box"}, input, field.unit ? ` ${field.unit}` : null, error),
    update(value: Value) {
      if (error.textContent !== "") complain("");
      input.value = formatQuantity(Number(value), field.style);
    }
  };
}

function stopSlider({key, field, onChange}: ControlOptions<NumberField>): Control {
  const {stops, style, unit = ""} = field;
  const slider = el("input", {
    type: "range",
    min: 0,
    max: stops.length - 1,
    step: 1,
    name: `${key}-slider`,
    "aria-label": field.label
  });
  slider.addEventListener("input", () => onChange(stops[slider.valueAsNumber] ?? field.min));
  return {
    element: el("div", {class: "lab-slider"}, slider, stopMarks(field)),
    update(value) {
      const index = nearestStop(stops, Number(value));
      if (slider.valueAsNumber !== index) slider.value = String(index);
      slider.setAttribute(
        "aria-valuetext",
        `${formatQuantity(Number(value), style)} ${unit}`.trim()
      );
    }
  };
}

function stopMarks({marks = [], stops, style}: NumberField): HTMLElement | null {
  if (marks.length === 0) return null;
  const spans = marks.map((mark) => {
    const share = nearestStop(stops, mark) / (stops.length - 1);
    return el("span", {style: `--at: ${share.toFixed(4)}`}, shortMark(mark, style));
  });
  return el("div", {class: "lab-marks", "aria-hidden": "true"}, spans);
}

function shortMark(mark: number, style: NumberField["style"]): string {
  if (style === "count" && mark >= 1e6) return `${mark / 1e6}M`;
  if (style === "count" && mark >= 1e3) return `${mark / 1e3}K`;
  return formatQuantity(mark, style)
    .replace(".00", "")
    .replace(/ (?=GiB)/, "");
}

/** The index of the stop nearest to a value. */
export function nearestStop(stops: readonly number[], value: number): number {
  const above = stops.findIndex((stop) => stop >= value);
  if (above === -1) return stops.length - 1;
  const high = stops[above] ?? value;
  const low = stops[above - 1] ?? -Infinity;
  return value - low < high - value ? above - 1 : above;
}

function stopButtons({key, field, onChange}: ControlOptions<NumberField>): Control {
  const options = field.stops.map((stop) => ({
    value: String(stop),
    label: formatQuantity(stop, field.style)
  }));
  const segments = segmented({key, field, options, onChange: (text) => onChange(Number(text))});
  return {element: segments.element, update: (value) => segments.update(String(value))};
}

/** A list to choose one from: a select box, or a row of buttons. */
export function choiceControl(options: ControlOptions<ChoiceField>): Control {
  const {key, field, onChange} = options;
  if (field.look === "segments") return segmented({key, field, options: field.options, onChange});
  const id = uid(`lab-${key}`);
  const select = el(
    "select",
    {id, name: key, onchange: () => onChange(select.value)},
    field.options.map(({value, label}) => el("option", {value}, label))
  );
  return {
    element: el(
      "div",
      {class: "lab-control lab-choice", "data-key": key},
      caption(field, id),
      select,
      hint(field)
    ),
    update: (value) => {
      select.value = String(value);
    }
  };
}

interface Segments {
  readonly key: string;
  readonly field: Field;
  readonly options: readonly {readonly value: string; readonly label: string}[];
  readonly onChange: (value: string) => void;
}

/** Radio buttons drawn as one row. */
function segmented({key, field, options, onChange}: Segments): Control {
  const name = uid(`lab-${key}`);
  const radios = options.map(({value}) =>
    el("input", {type: "radio", name, value, onchange: () => onChange(value)})
  );
  const labels = options.map(({label}, i) => el("label", {}, radios[i], el("span", {}, label)));
  return {
    element: el(
      "fieldset",
      {class: "lab-control lab-segments", "data-key": key},
      el("legend", {title: field.term}, field.label),
      el("div", {}, labels),
      hint(field)
    ),
    update(value) {
      for (const radio of radios) radio.checked = radio.value === value;
    }
  };
}

/** A check box. */
export function toggleControl({key, field, onChange}: ControlOptions<ToggleField>): Control {
  const box = el("input", {type: "checkbox", name: key, onchange: () => onChange(box.checked)});
  return {
    element: el(
      "div",
      {class: "lab-control lab-toggle", "data-key": key},
      el("label", {title: field.term}, box, el("span", {}, field.label)),
      hint(field)
    ),
    update(value) {
      box.checked = value === true;
    }
  };
}

/** A line of text of the page's own making. */
export function textControl({key, field, onChange}: ControlOptions<Field>): Control {
  const id = uid(`lab-${key}`);
  const input = el("input", {type: "text", id, name: key, onchange: () => onChange(input.value)});
  const element = el("div", {class: "lab-control lab-text", "data-key": key});
  fill(element, caption(field, id), input, hint(field));
  return {
    element,
    update(value) {
      input.value = String(value);
    }
  };
}
