/** Languages of the cells that Framework runs. */
export const liveTags = "js ts jsx tsx tex html svg sql dot mermaid".split(" ");

/** A cell that is one fence: its lines and what stands between them. */
export interface Fence {
  /** First word of the info string, lower case */
  readonly tag: string;
  /** The opening line, with its end */
  readonly open: string;
  readonly code: string;
  /** The closing line and the blank lines after it */
  readonly close: string;
  readonly isOff: boolean;
}

const line = String.raw`[^\r\n]*(?:\r\n?|\n|$)`;
const opening = new RegExp(`^ {0,3}(\`{3,}|~{3,})[ \\t]*([^\\s\`]*)(${line})`);
const offAttribute = /\s+run\s*=\s*(?:"false"|'false'|false)(?=\s|$)/i;

/** The fence that a cell's text consists of; null when it is anything else. */
export function fenceOf(text: string): Fence | null {
  const match = opening.exec(text);
  if (!match) return null;
  const [open, marker = "", tag = "", rest = ""] = match;
  if (marker.startsWith("`") && rest.includes("`")) return null;
  const end = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*(?:\\r\\n?|\\n|$)`, "m");
  const body = text.slice(open.length);
  const close = end.exec(body);
  if (!close || body.slice(close.index + close[0].length).trim() !== "") return null;
  return {
    tag: tag.toLowerCase(),
    open,
    code: body.slice(0, close.index),
    close: body.slice(close.index),
    isOff: offAttribute.test(` ${rest.trim()}`)
  };
}

/** Text of a cell whose fence holds other code; the fence grows when the code holds a longer one. */
export function withCode(text: string, code: string): string {
  const fence = fenceOf(text);
  if (!fence) throw new Error(`not a code cell: ${text.slice(0, 40)}`);
  const body = code === "" || /[\r\n]$/.test(code) ? code : `${code}\n`;
  const marker = markerFor(body, /`+|~+/.exec(fence.open)?.[0] ?? "```");
  return fence.open.replace(/`+|~+/, marker) + body + fence.close.replace(/`+|~+/, marker);
}

/** A fence of a language round a text, long enough to hold it. */
export function fenced(tag: string, code: string): string {
  const body = code === "" || code.endsWith("\n") ? code : `${code}\n`;
  const marker = markerFor(body, "```");
  return `${marker}${tag}\n${body}${marker}\n`;
}

function markerFor(code: string, least: string): string {
  const sign = least.slice(0, 1);
  const runs = code.match(new RegExp(`^ {0,3}${sign}{3,}`, "gm")) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.trim().length));
  return sign.repeat(Math.max(least.length, longest + 1));
}

/** Whether a cell is switched off: Framework shows its source and does not run it. */
export function isOff(text: string): boolean {
  return fenceOf(text)?.isOff ?? false;
}

/** Text of the cell switched off; markdown is put into a fence that does not run. */
export function switchedOff(text: string): string {
  const fence = fenceOf(text);
  if (fence?.isOff) return text;
  if (fence && liveTags.includes(fence.tag))
    return fence.open.replace(/[ \t]*(\r\n?|\n|$)/, " run=false$1") + fence.code + fence.close;
  const [, body = "", blank = ""] = /^([^]*?)(\s*)$/.exec(text) ?? [];
  return fenced("md run=false", body).slice(0, -1) + blank;
}

/** Text of the cell switched on again. */
export function switchedOn(text: string): string {
  const fence = fenceOf(text);
  if (!fence?.isOff) return text;
  if (fence.tag === "md") return fence.code.replace(/(\r\n?|\n)$/, "") + afterClose(fence.close);
  return fence.open.replace(offAttribute, "") + fence.code + fence.close;
}

/** What follows the closing marker: the end of its line and the blank lines. */
function afterClose(close: string): string {
  return close.replace(/^ {0,3}(`+|~+)/, "");
}
