/** What an element is made with: attributes, properties that start with "on" are listeners. */
export type Attributes = Readonly<Record<string, Attribute>>;
export type Attribute = string | number | boolean | null | undefined | ((event: Event) => void);
export type Child = Node | string | number | null | undefined | false;

/** An HTML element. @example el("p", {class: "note"}, "text") */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  return furnish(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return furnish(element, attributes, children);
}

function furnish<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly (Child | readonly Child[])[]
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly (Child | readonly Child[])[]): void {
  element.replaceChildren(...children.flat().filter(isShown).map(toNode));
}

function isShown(child: Child): child is Node | string | number {
  return child !== null && child !== undefined && child !== false;
}

function toNode(child: Node | string | number): Node | string {
  return typeof child === "number" ? String(child) : child;
}

let count = 0;

/** An id that no other element of the page has. */
export function uid(prefix: string): string {
  return `${prefix}-${++count}`;
}

const kept = new Map<string, unknown>();

/**
 * The thing made under a key the first time it is asked for. A cell that runs again gets its
 * element back with the state the reader left it in (an open table, a guess), not a new one.
 */
export function keep<T>(key: string, create: () => T): T {
  if (!kept.has(key)) kept.set(key, create());
  return kept.get(key) as T;
}

/** Tells a screen reader, once the page has been quiet for a moment. */
export function announce(text: string): void {
  if (text === announced) return;
  announced = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    keep("announcer", announcer).textContent = text;
  }, 800);
}

let announced = "";
let quiet: ReturnType<typeof setTimeout> | undefined;

function announcer(): HTMLElement {
  const element = el("div", {class: "lab-hidden", role: "status", "aria-live": "polite"});
  document.body.append(element);
  return element;
}
