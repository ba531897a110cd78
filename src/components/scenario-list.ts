import {el, fill} from "./dom.js";
import {
  comparisonUrl,
  plainName,
  readScenarios,
  writeScenarios,
  type Scenario
} from "./scenario-store.js";

export interface ScenarioListOptions {
  /** Path of the page they belong to */
  readonly page: string;
  /** Address of the site; null where no comparison can be opened */
  readonly root: string | null;
  /** What a name is: a link to the page with these inputs, or a button that puts them in use */
  readonly opener: (scenario: Scenario) => HTMLElement;
  /** The inputs as they are now, which a single scenario is compared with */
  readonly now?: () => Scenario;
  /** Called when there are other scenarios than before */
  readonly onChange?: () => void;
}

export interface ScenarioList {
  readonly element: HTMLElement;
  /** Shows what is kept now */
  show(): void;
  /** Keeps these scenarios and says what happened */
  keep(scenarios: readonly Scenario[], text: string): void;
  /** Marks one for the next comparison */
  tick(name: string): void;
  tell(...content: readonly (string | HTMLElement)[]): void;
}

interface Context extends ScenarioListOptions {
  readonly list: HTMLElement;
  readonly chosen: Set<string>;
  readonly shown: ScenarioList;
}

/** Scenarios of a page: open, rename, delete with a way back, and compare two to four of them. */
export function scenarioList(options: ScenarioListOptions): ScenarioList {
  const {page, onChange = () => {}} = options;
  const told = el("p", {class: "lab-told", role: "status"});
  const list = el("div");
  const chosen = new Set<string>();
  const shown: ScenarioList = {
    element: el("div", {class: "lab-scenario-list"}, list, told),
    show: () => show(context),
    keep(scenarios, text) {
      const isKept = writeScenarios(page, scenarios);
      fill(told, isKept ? text : `${text}, until you leave: this browser keeps nothing`);
      onChange();
    },
    tick: (name) => void chosen.add(name),
    tell: (...content) => fill(told, content)
  };
  const context: Context = {...options, list, chosen, shown};
  show(context);
  followOtherTabs(context);
  return shown;
}

/** What another tab saves or deletes shows here, as long as the list is on the page. */
function followOtherTabs(context: Context): void {
  const {element} = context.shown;
  let wasThere = false;
  const follow = () => {
    if (wasThere && !element.isConnected) return window.removeEventListener("storage", follow);
    wasThere ||= element.isConnected;
    if (!element.contains(document.activeElement)) show(context);
  };
  window.addEventListener("storage", follow);
}

function show(context: Context): void {
  const scenarios = readScenarios(context.page);
  const rows = scenarios.map((scenario) => el("li", {}, row(scenario, context)));
  fill(context.list, rows.length > 0 ? [el("ul", {}, rows), compareLine(context, scenarios)] : []);
}

/** A small button whose accessible name says what it acts on. */
export function quiet(text: string, label: string, onclick: () => void): HTMLButtonElement {
  return el("button", {type: "button", class: "lab-quiet", "aria-label": label, onclick}, text);
}

function row(scenario: Scenario, context: Context): HTMLElement[] {
  const {name} = scenario;
  const {chosen, opener} = context;
  const box = el("input", {type: "checkbox", "aria-label": `Compare ${name}`});
  box.checked = chosen.has(name);
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(name);
    else chosen.delete(name);
    fill(context.list.lastElementChild ?? context.list, compareContent(context));
  });
  const place = el("span", {class: "lab-scenario-name"}, opener(scenario));
  return [
    box,
    place,
    quiet("Rename", `Rename ${name}`, () => rename(scenario, place, context)),
    quiet("Delete", `Delete ${name}`, () => remove(scenario, context))
  ];
}

/** The name becomes a box; Enter keeps what stands in it, Escape the old one. */
function rename(scenario: Scenario, place: HTMLElement, {page, chosen, shown}: Context): void {
  const old = scenario.name;
  const label = `New name of ${old}`;
  const input = el("input", {type: "text", maxlength: 60, value: old, "aria-label": label});
  fill(place, input);
  input.select();
  input.addEventListener("change", () => {
    const name = plainName(input.value);
    const all = readScenarios(page);
    if (name === null || name === old) return;
    if (all.some((other) => other.name === name)) shown.tell(`There is a “${name}” already`);
    else {
      const renamed = all.map((other) => (other.name === old ? {...other, name} : other));
      if (chosen.delete(old)) chosen.add(name);
      shown.keep(renamed, `Now “${name}”`);
    }
  });
  input.addEventListener("blur", () => shown.show());
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Escape") input.value = old;
    input.blur();
  });
}

function remove(scenario: Scenario, {page, shown}: Context): void {
  const {name} = scenario;
  const all = readScenarios(page);
  const index = all.findIndex((other) => other.name === name);
  if (index < 0) {
    shown.show();
    return shown.tell(`“${name}” was deleted in another tab`);
  }
  shown.keep(all.toSpliced(index, 1), "");
  shown.show();
  const undo = quiet("Undo", `Undo: bring ${name} back`, () => {
    const others = readScenarios(page);
    if (others.some((other) => other.name === name)) {
      return shown.tell(`There is a “${name}” already`);
    }
    shown.keep(others.toSpliced(index, 0, scenario), `“${name}” is back`);
    shown.show();
  });
  shown.tell(`Deleted “${name}” `, undo);
}

function compareLine(context: Context, scenarios: readonly Scenario[]): HTMLElement {
  return el("p", {class: "lab-scenario-compare"}, compareContent(context, scenarios));
}

/** A link to the comparison once two to four are ticked; alone, a scenario is compared with the inputs now. */
function compareContent(
  {page, root, now, chosen}: Context,
  scenarios = readScenarios(page)
): HTMLElement | string {
  if (root === null) return "A fork’s scenarios are compared once it is saved as a page.";
  const ticked = scenarios.filter(({name}) => chosen.has(name));
  const compared = ticked.length === 1 && now ? [now(), ...ticked] : ticked;
  if (compared.length > 4) return "Four at most can be compared.";
  if (compared.length < 2)
    return now
      ? "Tick one to compare it with the inputs now, or two to four."
      : "Tick two to four to compare them.";
  const words = `Compare ${compared.map(({name}) => name).join(", ")}`;
  return el("a", {href: comparisonUrl(root, page, compared), class: "lab-primary"}, words);
}
