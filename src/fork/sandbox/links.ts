import type {Link} from "./link.js";

/** Nothing in this document may navigate: links are told to the shell, anchors are scrolled to. */
export function interceptLinks(link: Link, address: string): void {
  document.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!anchor) return;
    event.preventDefault();
    follow(anchor, {link, address});
  });
  // Those that are not the browser's own go nowhere by themselves.
  document.addEventListener("submit", (event) => event.isTrusted && event.preventDefault());
}

function follow(anchor: Element, {link, address}: {link: Link; address: string}): void {
  const href = anchor.getAttribute("href") ?? "";
  if (href.startsWith("#")) return scrollTo(decodeURIComponent(href.slice(1)), link);
  if (anchor.hasAttribute("download") && /^(blob|data):/.test(href))
    return void save(href, {link, name: anchor.getAttribute("download") ?? "file"});
  link.send({type: "link", href: new URL(href, address).href});
}

function scrollTo(id: string, link: Link): void {
  const target = document.getElementById(id);
  if (!target) return;
  target.focus({preventScroll: true});
  link.send({type: "scroll", y: target.getBoundingClientRect().top + window.scrollY});
}

async function save(href: string, {link, name}: {link: Link; name: string}): Promise<void> {
  const blob = await (await fetch(href)).blob();
  link.send({type: "download", name, blob});
}
