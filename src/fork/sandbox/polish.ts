/** What Framework does to a page's HTML after its parser, on a cell that is not shown yet. */
export function polish(cell: DocumentFragment, fileUrl: (name: string) => Promise<string>): void {
  for (const link of cell.querySelectorAll("a[href]")) polishLink(link);
  for (const heading of cell.querySelectorAll("h1[id], h2[id], h3[id], h4[id]")) addAnchor(heading);
  for (const code of cell.querySelectorAll("pre > code[class*='language-']")) nameLanguage(code);
  for (const node of [...cell.childNodes]) if (isRoot(node)) wrap(node);
  for (const loading of cell.querySelectorAll("observablehq-loading"))
    if (!loading.nextSibling || !isRoot(loading.nextSibling)) loading.remove();
  for (const source of cell.querySelectorAll("[src]")) void showFile(source, fileUrl);
}

function polishLink(link: Element): void {
  if (!/^\w+:/.test(link.getAttribute("href") ?? "")) return;
  if (!link.hasAttribute("target")) link.setAttribute("target", "_blank");
  if (!link.hasAttribute("rel")) link.setAttribute("rel", "noopener noreferrer");
}

function addAnchor(heading: Element): void {
  const anchor = document.createElement("a");
  anchor.className = "observablehq-header-anchor";
  anchor.href = `#${heading.id}`;
  anchor.append(...heading.childNodes);
  heading.append(anchor);
}

function nameLanguage(code: Element): void {
  const name = [...code.classList].find((word) => word.startsWith("language-"));
  if (name) code.parentElement?.setAttribute("data-language", name.slice("language-".length));
}

function isRoot(node: Node): node is Comment {
  return node.nodeType === 8 && /^:[0-9a-f]{8}(?:-\d+)?:$/.test((node as Comment).data);
}

/** A place for code at the top of a cell gets an element of its own, with its sign of loading. */
function wrap(root: Comment): void {
  const span = document.createElement("span");
  const before = root.previousSibling;
  root.replaceWith(span);
  if (before?.nodeName === "OBSERVABLEHQ-LOADING") span.append(before);
  span.append(root);
}

/** A picture of the site comes as a file; one from elsewhere the policy refuses. */
async function showFile(element: Element, fileUrl: (name: string) => Promise<string>) {
  const name = element.getAttribute("src") ?? "";
  if (/^(\w+:|#|$)/.test(name)) return;
  element.removeAttribute("src");
  try {
    element.setAttribute("src", await fileUrl(name));
  } catch {
    element.setAttribute("alt", `${element.getAttribute("alt") ?? ""} (file not found: ${name})`);
  }
}
