/** The record that a page starts from, read from the page's own text. */

export type DefaultValue = string | number | boolean | readonly string[];
export type PageDefaults = Readonly<Record<string, DefaultValue>>;

const CELL = /^const defaults = (\{[\s\S]*?\});?[ \t]*\r?\n(?:`{3,}|~{3,})/m;
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|true\b|false\b|[A-Za-z_$][\w$]*|[{}[\]:,]|\s+|\/\/[^\n]*|[\s\S]/g;

/**
 * The defaults cell of a page as values: an object literal of texts, numbers, truths and lists.
 *
 * @throws Error when the page has no such cell or the cell holds anything but literals
 * @example pageDefaults("```js\nconst defaults = {ctx: 131_072, list: [\"a\"], on: true}\n```").ctx // 131072
 */
export function pageDefaults(markdown: string): PageDefaults {
  const literal = CELL.exec(markdown)?.[1];
  if (literal === undefined) throw new Error("missing cell: const defaults = {…}");
  const tokens = (literal.match(TOKEN) ?? []).map(jsonToken).filter((token) => token !== "");
  const isTrailing = (token: string, i: number) =>
    token === "," && /^[}\]]$/.test(tokens[i + 1] ?? "");
  const json = tokens.filter((token, i) => !isTrailing(token, i)).join("");
  try {
    return JSON.parse(json) as PageDefaults;
  } catch {
    throw new Error(`defaults are not all literals: ${literal.slice(0, 60)}`);
  }
}

/** White space and comments go, keys get quotes, digit groups close up; the rest stays. */
function jsonToken(token: string): string {
  if (/^(\s|\/\/)/.test(token)) return "";
  if (/^-?\d/.test(token)) return token.replace(/_/g, "");
  const isName = /^[A-Za-z_$]/.test(token) && token !== "true" && token !== "false";
  return isName ? JSON.stringify(token) : token;
}
