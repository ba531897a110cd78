import type {Link} from "./link.js";

/** Tells the shell how high cells are, and puts them where it has left room. */
export function layout(link: Link) {
  const changed = new Map<string, number>();
  const observer = new ResizeObserver((entries) => {
    if (changed.size === 0) queueMicrotask(report);
    for (const {target} of entries) note(target as HTMLElement);
  });

  function note(element: HTMLElement): void {
    const key = element.dataset["key"];
    if (key !== undefined) changed.set(key, Math.ceil(element.getBoundingClientRect().height));
  }

  function report(): void {
    if (changed.size === 0) return;
    link.send({type: "heights", heights: [...changed]});
    changed.clear();
  }

  return {
    watch: (element: HTMLElement) => observer.observe(element),
    unwatch: (element: HTMLElement) => observer.unobserve(element)
  };
}

/** Follows the shell's orders about places. */
export function obeyLayout(link: Link, elementOf: (key: string) => HTMLElement | undefined): void {
  link.listen("layout", ({tops}) => {
    for (const [key, top] of tops) elementOf(key)?.style.setProperty("top", `${top}px`);
  });
  link.listen("view", ({top, height}) => {
    document.documentElement.style.setProperty("--view-top", `${top}px`);
    document.documentElement.style.setProperty("--view-height", `${height}px`);
  });
  link.listen("focus", ({key}) => {
    const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
    const element = elementOf(key);
    const target = element?.querySelector<HTMLElement>(focusable) ?? element;
    if (target === element) element?.setAttribute("tabindex", "-1");
    target?.focus({preventScroll: true});
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const cell = event.target instanceof Element ? event.target.closest(".lab-cell") : null;
    const key = (cell as HTMLElement | null)?.dataset["key"];
    if (key !== undefined) link.send({type: "leave", key});
  });
}
