import {fenceOf} from "./fence.js";

/**
 * A page as a Jupyter notebook, for the Deno kernel: js and ts cells as code, all else as markdown.
 * Framework's own words (`view`, `display`, `FileAttachment`) mean nothing there.
 *
 * @see https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function toIpynb(cells: readonly string[], title: string): string {
  const notebook = {
    cells: cells.map(cellOf),
    metadata: {
      title,
      kernelspec: {name: "deno", display_name: "Deno", language: "typescript"},
      language_info: {name: "typescript", file_extension: ".ts", mimetype: "text/x.typescript"}
    },
    nbformat: 4,
    nbformat_minor: 5
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function cellOf(text: string, index: number): object {
  const fence = fenceOf(text);
  const id = `cell-${index + 1}`;
  if (fence && !fence.isOff && /^(js|ts)$/.test(fence.tag))
    return {
      cell_type: "code",
      id,
      metadata: {},
      execution_count: null,
      outputs: [],
      source: linesOf(fence.code.trimEnd())
    };
  return {cell_type: "markdown", id, metadata: {}, source: linesOf(markdownOf(text))};
}

/** TeX as display mathematics, which Jupyter draws; other fences stay as they are. */
function markdownOf(text: string): string {
  const fence = fenceOf(text);
  if (fence?.tag === "tex" && !fence.isOff) return `$$\n${fence.code.trimEnd()}\n$$`;
  return text.trimEnd();
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
