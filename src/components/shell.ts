import {el} from "./dom.js";
import {host} from "./host.js";

/**
 * What every published page gets beside its content: the source of each cell, one click away.
 * Loaded once by the site's head; a fork has its own editors and does without.
 */

interface Fence {
  readonly language: string;
  readonly source: string;
}

/** The code fences of a page that run, in order, with their source. */
export function fencesOf(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: {marker: string; info: string; lines: string[]} | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(line);
    if (!open && fence) open = {marker: fence[1] ?? "", info: fence[2] ?? "", lines: []};
    else if (open && fence && isClosing(fence, open.marker)) {
      if (isRun(open.info)) fences.push(fenceOf(open));
      open = undefined;
    } else open?.lines.push(line);
  }
  return fences;
}

function isClosing(fence: RegExpExecArray, marker: string): boolean {
  return fence[2] === "" && (fence[1] ?? "").startsWith(marker);
}

function isRun(info: string): boolean {
  return (
    /^(js|ts|jsx|tsx|sql|html|md|tex|dot|mermaid|svg)\b/.test(info) && !/run=(false|no)/.test(info)
  );
}

function fenceOf({info, lines}: {readonly info: string; readonly lines: readonly string[]}): Fence {
  return {language: info.split(/\s/)[0] ?? "js", source: lines.join("\n")};
}

let source: Promise<readonly Fence[]> | undefined;

/** Fetched when the first reader asks, once. */
function pageFences(): Promise<readonly Fence[]> {
  const link = document.querySelector<HTMLLinkElement>(
    'link[rel="alternate"][type="text/markdown"]'
  );
  source ??= link ? host.read(link.href).then(fencesOf) : Promise.resolve([]);
  return source;
}

/** A button beside each cell, and one in the foot of the page for all of them. */
export function addCodeButtons(): void {
  const cells = [...document.querySelectorAll<HTMLElement>(".observablehq--block")].filter(
    (cell) => !cell.querySelector(":scope > .observablehq-pre-container")
  );
  if (cells.length === 0) return;
  const toggles = cells.map((cell, index) => codeToggle(cell, index));
  const all = el(
    "button",
    {type: "button", class: "lab-quiet", "aria-pressed": "false"},
    "Show all code"
  );
  all.addEventListener("click", () => {
    const isOpen = all.getAttribute("aria-pressed") !== "true";
    all.setAttribute("aria-pressed", String(isOpen));
    all.textContent = isOpen ? "Hide all code" : "Show all code";
    document.documentElement.toggleAttribute("data-all-code", isOpen);
    for (const toggle of toggles) void toggle(isOpen);
  });
  document.querySelector("#observablehq-main")?.append(el("p", {class: "lab-all-code"}, all));
}

function codeToggle(cell: HTMLElement, index: number): (isOpen: boolean) => Promise<void> {
  const button = el(
    "button",
    {type: "button", class: "lab-code-button", "aria-expanded": "false"},
    "code"
  );
  button.setAttribute("aria-label", `Code of cell ${index + 1}`);
  let panel: HTMLElement | undefined;
  const toggle = async (isOpen: boolean) => {
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && !panel) {
      const fence = (await pageFences())[index];
      panel = codePanel(fence?.source ?? "");
      cell.after(panel);
    }
    if (panel) panel.hidden = button.getAttribute("aria-expanded") !== "true";
  };
  button.addEventListener(
    "click",
    () => void toggle(button.getAttribute("aria-expanded") !== "true")
  );
  cell.prepend(button);
  return toggle;
}

function codePanel(text: string): HTMLElement {
  const copy = el("button", {type: "button", class: "lab-quiet"}, "Copy");
  copy.addEventListener("click", () => {
    void host.copy(text).then((isCopied) => {
      copy.textContent = isCopied ? "Copied" : "Select and copy by hand";
    });
  });
  const label = {role: "region", "aria-label": "Code of the cell above", tabindex: 0};
  return el("div", {class: "lab-code"}, copy, el("pre", label, el("code", {}, text)));
}

/** Names for what Framework leaves unnamed, and a way past the list of pages. */
export function mendFramework(): void {
  const main = document.querySelector("#observablehq-main");
  main?.setAttribute("tabindex", "-1");
  document.body.prepend(
    el("a", {class: "lab-skip", href: "#observablehq-main"}, "Skip to content")
  );
  const close = document.querySelector("#observablehq-sidebar-close");
  close?.replaceWith(el("li", {class: "lab-sidebar-close"}, close.cloneNode(true)));
  document.querySelector("#observablehq-search input")?.setAttribute("aria-label", "Search pages");
  document
    .querySelector("#observablehq-sidebar-toggle")
    ?.setAttribute("aria-label", "Show the list of pages");
  document.querySelector("#observablehq-sidebar")?.setAttribute("aria-label", "Pages");
  document.querySelector("#observablehq-toc nav")?.setAttribute("aria-label", "On this page");
}
