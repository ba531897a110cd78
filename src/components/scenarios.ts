import {decodeRecord, encodeRecord} from "./address.js";
import {el, uid} from "./dom.js";
import {host} from "./host.js";
import {scenarioList, type ScenarioList} from "./scenario-list.js";
import {
  freeName,
  MAX_SCENARIOS,
  pagePath,
  plainName,
  readScenarios,
  siteRoot,
  withScenario,
  type Scenario
} from "./scenario-store.js";
import type {PageState} from "./state.js";

/**
 * A button that opens the scenarios of this page: its inputs under a name, put in use, renamed,
 * deleted and compared. The button in the page's head, which stands there on every page, opens them too.
 */
export function scenarioButton(state: PageState): HTMLButtonElement {
  const open = () => openScenarios(state);
  const head = document.querySelector<HTMLButtonElement>("#lab-scenarios");
  if (head) {
    head.hidden = false;
    head.onclick = open;
  }
  return el("button", {type: "button", class: "lab-quiet", onclick: open}, "Save scenario…");
}

function openScenarios(state: PageState): void {
  const heading = el("h2", {id: uid("lab-dialog")}, "Scenarios of this page");
  const dialog = el("dialog", {
    class: "lab-dialog lab-scenarios",
    "aria-labelledby": heading.id
  });
  const {href} = host.address;
  const page = pagePath(href());
  const list = scenarioList({
    page,
    root: globalThis.origin === "null" ? null : siteRoot(href()),
    opener: (scenario) => useButton(scenario, {state, dialog}),
    now: () => ({name: "Now", search: encodeRecord(state.values, state.schema)})
  });
  const close = el("button", {type: "button", onclick: () => dialog.close()}, "Close");
  const hint = "The inputs as they are now, under a name. They stay in this browser.";
  dialog.append(
    heading,
    el("p", {class: "lab-hint"}, hint),
    saveForm({state, page, list}),
    list.element,
    el("p", {class: "lab-buttons"}, close)
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

interface SaveOptions {
  readonly state: PageState;
  readonly page: string;
  readonly list: ScenarioList;
}

function saveForm({state, page, list}: SaveOptions): HTMLElement {
  const name = el("input", {
    type: "text",
    maxlength: 60,
    id: uid("lab-scenario"),
    value: freeName(readScenarios(page), "Scenario")
  });
  const form = el(
    "form",
    {class: "lab-scenario-new"},
    el("label", {for: name.id}, "Save the inputs as"),
    name,
    el("button", {type: "submit", class: "lab-primary"}, "Save scenario")
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const saved = {
      name: plainName(name.value) ?? "Scenario",
      search: encodeRecord(state.values, state.schema)
    };
    const all = withScenario(readScenarios(page), saved);
    if (all.length > MAX_SCENARIOS) {
      list.tell(`This page keeps ${MAX_SCENARIOS} scenarios: delete one first.`);
      return;
    }
    list.keep(all, `Saved “${saved.name}”`);
    list.tick(saved.name);
    list.show();
    name.value = freeName(readScenarios(page), "Scenario");
  });
  return form;
}

/** Puts the inputs of a scenario in use and closes the dialog, unless there is something to say. */
function useButton(
  {name, search}: Scenario,
  {state, dialog}: {readonly state: PageState; readonly dialog: HTMLDialogElement}
): HTMLButtonElement {
  const told = el("span", {role: "alert"});
  const use = () => {
    const {values, problems} = decodeRecord(search, state.schema);
    state.set(values);
    if (problems.length === 0) dialog.close();
    else told.textContent = ` In use, but ${problems.join("; ")}`;
  };
  const label = `Use the inputs of ${name}`;
  return el(
    "button",
    {type: "button", class: "lab-quiet", "aria-label": label, onclick: use},
    name,
    told
  );
}
