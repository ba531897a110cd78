import {el} from "../../components/dom.js";
import type {App} from "./app.js";
import {reasons} from "../drafts/reasons.js";
import {openDialog} from "./dialog.js";
import {diffCells} from "../notebook/diff.js";
import {splitPage} from "../notebook/split.js";

/** Earlier texts of the notebook, each with a way back to it. */
export async function openVersions(app: App): Promise<void> {
  await app.session.save();
  const read = await app.store.versions(app.session.draft.id).catch(() => null);
  const versions = read ?? [];
  const now = splitPage(app.session.source).cells;
  const dialog = openDialog(
    "History",
    read === null
      ? el("p", {}, `There is no history: ${reasons.off}.`)
      : versions.length === 0
        ? el("p", {}, "Nothing has been saved yet.")
        : el("p", {}, "Texts of the last edits. Going back can be undone."),
    el(
      "ol",
      {class: "fork-versions"},
      versions.map(({time, source}) => {
        const cells = splitPage(source).cells;
        const n = diffCells(cells, now).filter(({kind}) => kind !== "same").length;
        const back = () => {
          app.session.replaceSource(source);
          dialog.close();
        };
        return el(
          "li",
          {},
          `${timeText(time)}, ${cells.length} cells, ${n === 0 ? "as now" : `${n} differ from now`} `,
          n === 0
            ? null
            : el("button", {type: "button", class: "lab-quiet", onclick: back}, "Go back to it")
        );
      })
    )
  );
}

function timeText(time: number): string {
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
