import {el} from "../../components/dom.js";
import {host} from "../../components/host.js";
import {encodeLink, linkLengths} from "../notebook/link.js";
import {textHash} from "../notebook/lineage.js";
import type {App} from "./app.js";
import {openDialog} from "./dialog.js";

/** Shows the link that carries the notebook, and what its length means. */
export async function openShare(app: App): Promise<void> {
  const {title, path, base, search} = app.session.draft;
  const hash = await encodeLink({
    title,
    path,
    source: app.session.source,
    base: base === null ? null : textHash(base),
    search
  });
  const link = `${location.href.replace(/[?#].*$/, "")}#${hash}`;
  const area = el("textarea", {readonly: true, rows: 4, "aria-label": "Link"});
  area.value = link;
  const told = el("span", {role: "status"});
  const copy = el("button", {type: "button", class: "lab-primary"}, "Copy link");
  copy.addEventListener("click", () => {
    void host.copy(link).then((isCopied) => {
      told.textContent = isCopied ? " Copied" : " Select the link and copy it by hand";
      if (!isCopied) area.select();
    });
  });
  openDialog(
    "Share",
    el("p", {}, "The link carries the whole notebook. Whoever opens it sees the code first."),
    area,
    el("p", {}, copy, told),
    el("p", {class: "fork-length"}, lengthText(link.length))
  );
}

/** What a length means for a link. */
export function lengthText(length: number): string {
  const size = `${length.toLocaleString("en-US")} characters.`;
  if (length > linkLengths.most)
    return `${size} Most chat and mail programs cut a link of this length: send the .md file instead.`;
  if (length > linkLengths.some)
    return `${size} Some chat and mail programs cut links of this length.`;
  return size;
}
