import {el, uid, type Child} from "../../components/dom.js";

/** Opens a dialog with a heading and a way to close it; returns it. */
export function openDialog(title: string, ...body: readonly Child[]): HTMLDialogElement {
  const heading = el("h2", {id: uid("fork-dialog")}, title);
  const dialog = el("dialog", {class: "fork-dialog", "aria-labelledby": heading.id});
  const close = el("button", {type: "button", onclick: () => dialog.close()}, "Close");
  dialog.append(el("div", {class: "fork-dialog-head"}, heading, close), el("div", {}, body));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
