/** The text of a page up to its content, as Framework's reader (gray-matter) cuts it; often "". */
export function frontMatterOf(source: string): string {
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!source.startsWith("---", start) || source[start + 3] === "-") return "";
  const close = source.indexOf("\n---", start + 3);
  if (close < 0) return source;
  let end = close + "\n---".length;
  if (source[end] === "\r") ++end;
  if (source[end] === "\n") ++end;
  return source.slice(0, end);
}

/** A top-level entry of front matter: its key, and its lines with those indented under it. */
interface Entry {
  readonly key: string;
  readonly text: string;
}

function entriesOf(frontMatter: string): Entry[] {
  const entries: {key: string; text: string}[] = [];
  for (const line of bodyOf(frontMatter).split("\n")) {
    const key = /^([\w-]+)\s*:/.exec(line)?.[1];
    const last = entries.at(-1);
    if (key !== undefined || last === undefined) entries.push({key: key ?? "", text: line});
    else last.text += `\n${line}`;
  }
  return entries;
}

function bodyOf(frontMatter: string): string {
  return frontMatter
    .replace(/\r\n?/g, "\n")
    .replace(/^\ufeff?---[^\n]*\n?/, "")
    .replace(/\n?---\n?$/, "");
}

function print(entries: readonly Entry[]): string {
  const text = entries
    .map((entry) => entry.text)
    .filter((entry) => entry !== "")
    .join("\n");
  return text === "" ? "" : `---\n${text}\n---\n`;
}

/** The text of a scalar under a key or a path of two, without quotes; null when it is not there. */
export function readKey(frontMatter: string, path: string): string | null {
  const [key = "", inner] = path.split(".");
  const text = entriesOf(frontMatter).find((entry) => entry.key === key)?.text;
  if (text === undefined) return null;
  const line = inner === undefined ? text.split("\n")[0] : innerLine(text, inner);
  return line === undefined ? null : unquote(line.slice(line.indexOf(":") + 1).trim());
}

function innerLine(text: string, key: string): string | undefined {
  return text.split("\n").find((line) => new RegExp(`^\\s+${key}\\s*:`).test(line));
}

function unquote(text: string): string {
  if (/^".*"$/.test(text)) return fromJson(text) ?? text.slice(1, -1);
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return text;
}

/** YAML has escapes that JSON has not. */
function fromJson(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

/** Front matter with an entry put in the place of the one with that key, or at the end; null takes it out. */
export function withEntry(frontMatter: string, key: string, text: string | null): string {
  const entries = entriesOf(frontMatter);
  const index = entries.findIndex((entry) => entry.key === key);
  if (text === null) return print(entries.filter((_, i) => i !== index));
  if (index < 0) return print([...entries, {key, text}]);
  return print(entries.map((entry, i) => (i === index ? {key, text} : entry)));
}

/** A YAML scalar that reads back as the text. */
export function scalar(text: string): string {
  return /^[\w/][\w ./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|[\d.e-]+)$/i.test(text)
    ? text.trimEnd()
    : JSON.stringify(text);
}

/** What three-way merging makes of the front matter: a key changed on one side only takes that side. */
export interface MergedFrontMatter {
  readonly text: string;
  /** Keys that both sides changed; the fork's stands, the original's is kept as a comment */
  readonly conflicts: readonly string[];
}

export function mergeFrontMatter(
  base: string,
  {mine, theirs}: {readonly mine: string; readonly theirs: string}
): MergedFrontMatter {
  if (base === theirs || mine === theirs) return {text: mine, conflicts: []};
  if (base === mine) return {text: theirs, conflicts: []};
  const [b, m, t] = [base, mine, theirs].map(entryMap) as [Entries, Entries, Entries];
  const conflicts: string[] = [];
  const merged = new Map(m);
  for (const key of new Set([...b.keys(), ...t.keys()])) {
    if (t.get(key) === b.get(key) || t.get(key) === m.get(key)) continue;
    if (m.get(key) !== b.get(key)) {
      conflicts.push(key);
      merged.set(key, `${m.get(key) ?? ""}${asComment(t.get(key))}`.replace(/^\n/, ""));
    } else if (t.has(key)) merged.set(key, t.get(key) ?? "");
    else merged.delete(key);
  }
  if (merged.size === m.size && [...m].every(([key, text]) => merged.get(key) === text))
    return {text: mine, conflicts};
  return {text: print([...merged].map(([key, text]) => ({key, text}))), conflicts};
}

type Entries = Map<string, string>;

function entryMap(frontMatter: string): Entries {
  return new Map(
    entriesOf(frontMatter)
      .filter(({text}) => text.trim() !== "")
      .map(({key, text}) => [key, text])
  );
}

function asComment(text: string | undefined): string {
  return text === undefined
    ? "\n# the original dropped this"
    : `\n# original: ${text.replaceAll("\n", "\n# ")}`;
}
