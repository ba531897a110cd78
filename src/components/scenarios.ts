import {decodeRecord, encodeRecord} from "./address.js";
import {el, fill, uid} from "./dom.js";
import {host} from "./host.js";
import {
  comparisonUrl,
  freeName,
  pagePath,
  readScenarios,
  withScenario,
  writeScenarios,
  type Scenario
} from "./scenario-store.js";
import type {PageState} from "./state.js";

interface Context {
  readonly state: PageState;
  readonly page: string;
  readonly told: HTMLElement;
  readonly list: HTMLElement;
  /** Names that are ticked for a comparison */
  readonly chosen: Set<string>;
}

/** Inputs under a name: kept, put back, renamed, deleted, and two to four of them compared. */
export function scenarioControls(state: PageState): HTMLElement {
  const told = el("span", {class: "lab-told", role: "status"});
  const list = el("div");
  const page = pagePath(host.address.href());
  const context = {state, page, told, list, chosen: new Set<string>()};
  const details = el(
    "details",
    {class: "lab-scenarios"},
    el("summary", {}, "Scenarios"),
    saveForm(context),
    list,
    told
  );
  details.addEventListener("toggle", () => show(context));
  return details;
}

function show(context: Context): void {
  const scenarios = readScenarios(context.page);
  const rows = scenarios.map((scenario) => el("li", {}, row(scenario, context)));
  fill(context.list, rows.length > 0 ? [el("ul", {}, rows), compareLine(context, scenarios)] : []);
}

function quiet(text: string, label: string, onclick: () => void): HTMLElement {
  return el("button", {type: "button", class: "lab-quiet", "aria-label": label, onclick}, text);
}

function saveForm(context: Context): HTMLElement {
  const {state, page} = context;
  const name = el("input", {
    type: "text",
    maxlength: 60,
    id: uid("lab-scenario"),
    value: freeName(readScenarios(page), "Scenario")
  });
  const form = el(
    "form",
    {class: "lab-scenario-new"},
    el("label", {for: name.id}, "Save the inputs as "),
    name,
    el("button", {type: "submit", class: "lab-quiet"}, "Save scenario")
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const scenario = {
      name: plainName(name.value) || "Scenario",
      search: encodeRecord(state.values, state.schema)
    };
    keep(context, withScenario(readScenarios(page), scenario), `Saved “${scenario.name}”`);
    context.chosen.add(scenario.name);
    name.value = freeName(readScenarios(page), "Scenario");
    show(context);
  });
  return form;
}

/** A name without the sign that ends one in an address. */
function plainName(text: string): string {
  return text.replaceAll("~", " ").trim();
}

function keep({page, told}: Context, scenarios: readonly Scenario[], text: string): void {
  const isKept = writeScenarios(page, scenarios);
  fill(told, isKept ? text : `${text}, until you leave: this browser keeps nothing`);
}

function row(scenario: Scenario, context: Context): HTMLElement {
  const {name} = scenario;
  const {chosen} = context;
  const box = el("input", {type: "checkbox", "aria-label": `Compare ${name}`});
  box.checked = chosen.has(name);
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(name);
    else chosen.delete(name);
    show(context);
  });
  return el(
    "span",
    {},
    box,
    quiet(name, `Use the inputs of ${name}`, () => use(scenario, context)),
    quiet("Rename", `Rename ${name}`, () => rename(scenario, context)),
    quiet("Delete", `Delete ${name}`, () => remove(scenario, context))
  );
}

function use({name, search}: Scenario, {state, told}: Context): void {
  const {values, problems} = decodeRecord(search, state.schema);
  state.set(values);
  fill(
    told,
    problems.length === 0 ? `In use: ${name}` : `In use: ${name}, but ${problems.join("; ")}`
  );
}

/** The name becomes a box; Enter keeps what stands in it, Escape the old one. */
function rename(scenario: Scenario, context: Context): void {
  const {list, page} = context;
  const old = scenario.name;
  const input = el("input", {
    type: "text",
    maxlength: 60,
    value: old,
    "aria-label": `New name of ${old}`
  });
  const button = list.querySelector<HTMLElement>(
    `[aria-label="${CSS.escape(`Use the inputs of ${old}`)}"]`
  );
  button?.replaceWith(input);
  input.select();
  const end = () => {
    const name = plainName(input.value);
    const all = readScenarios(page);
    const isFree = name !== "" && !all.some((other) => other.name === name);
    if (isFree)
      keep(
        context,
        all.map((s) => (s.name === old ? {...s, name} : s)),
        `Now “${name}”`
      );
    show(context);
  };
  input.addEventListener("change", end);
  input.addEventListener("blur", () => show(context));
  input.addEventListener("keydown", ({key}) => key === "Escape" && show(context));
}

function remove(scenario: Scenario, context: Context): void {
  const all = readScenarios(context.page);
  const index = all.findIndex(({name}) => name === scenario.name);
  keep(
    context,
    all.filter(({name}) => name !== scenario.name),
    ""
  );
  show(context);
  const undo = quiet("Undo", `Bring ${scenario.name} back`, () => {
    keep(
      context,
      readScenarios(context.page).toSpliced(index, 0, scenario),
      `“${scenario.name}” is back`
    );
    show(context);
  });
  fill(context.told, `Deleted “${scenario.name}” `, undo);
}

/** A link to the comparison once two to four are ticked; alone, a scenario is compared with the inputs now. */
function compareLine({chosen, state}: Context, scenarios: readonly Scenario[]): HTMLElement {
  if (globalThis.origin === "null")
    return el(
      "p",
      {class: "lab-hint"},
      "A fork’s scenarios are compared once it is saved as a page."
    );
  const ticked = scenarios.filter(({name}) => chosen.has(name));
  const now = {name: "Now", search: encodeRecord(state.values, state.schema)};
  const compared = ticked.length === 1 ? [now, ...ticked] : ticked;
  if (compared.length < 2 || compared.length > 4)
    return el(
      "p",
      {class: "lab-hint"},
      "Tick one to compare it with the inputs now, or two to four."
    );
  const words = `Compare ${compared.map(({name}) => name).join(", ")}`;
  return el("p", {}, el("a", {href: comparisonUrl(host.address.href(), compared)}, words));
}
