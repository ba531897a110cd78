import {
  createMarkdownIt,
  type CellCode,
  type MarkdownIt
} from "@observablehq/framework/dist/markdown.js";
import {transpileJavaScript} from "@observablehq/framework/dist/javascript/transpile.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {guarded} from "./guard.js";

export {useTypeScript} from "./typescript.js";

/** A piece of code of a cell: a fence, or one `${…}`. */
export interface CompiledCode {
  /** Framework's id: the place that the cell's HTML leaves for it */
  readonly id: string;
  /** A call of `define`, as text, made safe to run */
  readonly definition: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Modules, local ones from the source root */
  readonly imports: readonly string[];
  /** Files, from the source root */
  readonly files: readonly string[];
  /** Line of the definition on which the first line of the code stands, from 0 */
  readonly firstLine: number;
  /** Line of the cell's text on which the first line of the code stands, from 0 */
  readonly line: number;
}

export interface SyntaxFault {
  readonly message: string;
  /** Line of the cell's text, from 0 */
  readonly line: number;
}

export interface CompiledCell {
  /** For the sandbox only: it holds whatever the author wrote */
  readonly html: string;
  readonly code: readonly CompiledCode[];
  readonly faults: readonly SyntaxFault[];
}

export interface CompileOptions {
  /** The page's path from the source root: /pages/kv-cache */
  readonly path: string;
  /** Link references of the whole page */
  readonly references?: Readonly<Record<string, object>>;
}

interface Context {
  readonly code: {readonly id: string; readonly node: CellCode; readonly mode: string}[];
  readonly path: string;
  readonly references: object;
  readonly lines: Map<string, number>;
  readonly faults: SyntaxFault[];
  startLine: number;
  currentLine: number;
}

const md = createMarkdownIt();
watch(md, "fence");
watch(md, "placeholder");

/** Notes, when a rule has rendered, the line of the code it found or the error it wrote. */
function watch({renderer}: MarkdownIt, name: string): void {
  const render = renderer.rules[name];
  if (!render) throw new Error(`unknown rule: ${name}`);
  renderer.rules[name] = (tokens, i, options, env, self) => {
    const context = env as Context;
    const known = context.code.length;
    const html = render(tokens, i, options, env, self);
    const line = (tokens[i]?.map?.[0] ?? -1) + 1;
    for (const {id} of context.code.slice(known)) context.lines.set(id, line);
    const message = known === context.code.length ? errorIn(html) : null;
    if (message !== null) context.faults.push(faultOf(message, line));
    return html;
  };
}

const errorStart =
  /^(?:<div class="observablehq observablehq--block">\s*<div|<span) class="observablehq--inspect observablehq--error"[^>]*>SyntaxError: ([^]*?)<\//;

function errorIn(html: string): string | null {
  return errorStart.exec(html)?.[1] ?? null;
}

function faultOf(message: string, line: number): SyntaxFault {
  const place = Number(/\((\d+):\d+\)/.exec(message)?.[1] ?? 1);
  const names: Record<string, string> = {lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'"};
  const text = message.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => names[name] ?? "");
  return {message: text, line: line + place - 1};
}

/** A cell as the sandbox needs it, by Framework's own parser and transpiler. */
export function compileCell(text: string, {path, references = {}}: CompileOptions): CompiledCell {
  const {html, code, lines, faults} = rendered(text, {path, references});
  return {
    html,
    faults,
    code: code.map(({id, node, mode}) => {
      const definition = transpileJavaScript(node, {
        id,
        path,
        mode,
        resolveImport: (name) => fromRoot(name, path)
      });
      return {
        id,
        definition: guarded(definition),
        inputs: [...new Set(node.references.map(({name}) => name))],
        outputs: [...new Set(node.declarations?.map(({name}) => name) ?? [])],
        imports: [...new Set(node.imports.map(({name}) => fromRoot(name, path)))],
        files: [...new Set(node.files.map(({name}) => resolvePath(path, name)))],
        firstLine: firstLine(definition, node),
        line: lines.get(id) ?? 0
      };
    })
  };
}

/** HTML and code of a text as Framework renders them. */
export function rendered(
  text: string,
  {path, references = {}}: CompileOptions
): Context & {html: string} {
  const context: Context = {
    code: [],
    path,
    references,
    lines: new Map(),
    faults: [],
    startLine: 0,
    currentLine: 0
  };
  const html = md.renderer.render(md.parse(text, context), md.options, context);
  return {...context, html};
}

function fromRoot(name: string, path: string): string {
  return /^\.{0,2}\//.test(name) ? resolvePath(path, name) : name;
}

function firstLine(
  definition: string,
  {input, expression, references, declarations}: CellCode
): number {
  const isShown = expression && !references.some(({name}) => name === "display" || name === "view");
  const after = 2 + Number(isShown) + Number((declarations?.length ?? 0) > 0);
  return newlines(definition) - newlines(input.trim()) - after;
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}
