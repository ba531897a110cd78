/** The `defaults` literal of a page, and other values put into it. */
import type {Node, ObjectExpression, Program, Property, VariableDeclarator} from "acorn";
import {parseProgram} from "@observablehq/framework/dist/javascript/parse.js";
import {fenceOf, withCode} from "../../src/fork/notebook/fence.js";
import {joinPage, splitPage} from "../../src/fork/notebook/split.js";
import {checkChoice} from "./choices.js";

/** One default as it stands in the literal. */
interface Default {
  readonly value: DefaultValue;
  readonly start: number;
  readonly end: number;
}

export type DefaultValue = string | number | boolean | readonly string[];

/** The page with defaults replaced by what `--set key=value` asks. @throws naming the key */
export function withDefaults(source: string, settings: readonly string[]): string {
  if (settings.length === 0) return source;
  const {frontMatter, cells} = splitPage(source);
  const index = cells.findIndex((cell) => findDefaults(cell) !== null);
  const cell = cells[index];
  if (cell === undefined) throw new Error("this page has no defaults to set");
  const edited = cells.with(index, settings.reduce(withDefault, cell));
  return joinPage({frontMatter, cells: edited});
}

function withDefault(cell: string, setting: string): string {
  const [, key, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
  if (key === undefined || text === undefined)
    throw new Error(`not of the form key=value: ${setting}`);
  const known = findDefaults(cell) ?? new Map<string, Default>();
  const old = known.get(key);
  if (!old)
    throw new Error(`unknown input: ${key} (this page has ${[...known.keys()].join(", ")})`);
  const value = parsed(text, {key, like: old.value});
  checkChoice(key, {from: old.value, to: value});
  const code = fenceOf(cell)?.code ?? "";
  return withCode(cell, code.slice(0, old.start) + JSON.stringify(value) + code.slice(old.end));
}

/** The defaults of the first cell that declares them, by key; null for any other cell. */
export function findDefaults(cell: string): Map<string, Default> | null {
  const fence = fenceOf(cell);
  if (fence?.tag !== "js" || fence.isOff || !/\bdefaults\s*=/.test(fence.code)) return null;
  let program: Program;
  try {
    program = parseProgram(fence.code);
  } catch {
    return null;
  }
  const literal = program.body
    .flatMap((node) => (node.type === "VariableDeclaration" ? node.declarations : []))
    .map(defaultsLiteral)
    .find((node) => node !== null);
  return literal ? new Map(literal.properties.flatMap(entryOf)) : null;
}

function defaultsLiteral({id, init}: VariableDeclarator): ObjectExpression | null {
  if (id.type !== "Identifier" || id.name !== "defaults") return null;
  return init?.type === "ObjectExpression" ? init : null;
}

function entryOf(property: ObjectExpression["properties"][number]): [string, Default][] {
  if (property.type !== "Property") return [];
  const key = keyOf(property);
  const value = valueOf(property.value);
  return key === null || value === null
    ? []
    : [[key, {value, start: property.value.start, end: property.value.end}]];
}

function keyOf({key, computed}: Property): string | null {
  if (computed) return null;
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : null;
}

/** The value of a literal, or of arithmetic on literals. */
function valueOf(node: Node): DefaultValue | null {
  const {type, value, elements, operator, left, right, argument} = node as Node & {
    value?: unknown;
    elements?: Node[];
    operator?: string;
    left?: Node;
    right?: Node;
    argument?: Node;
  };
  if (type === "Literal" && /^(string|number|boolean)$/.test(typeof value))
    return value as DefaultValue;
  if (type === "ArrayExpression") return (elements ?? []).map((item) => String(valueOf(item)));
  if (type === "UnaryExpression" && operator === "-") return -Number(argument && valueOf(argument));
  if (type !== "BinaryExpression" || !left || !right) return null;
  const [a, b] = [Number(valueOf(left)), Number(valueOf(right))];
  const results: Record<string, number> = {"*": a * b, "/": a / b, "+": a + b, "**": a ** b};
  return results[operator ?? ""] ?? null;
}

function parsed(
  text: string,
  {key, like}: {readonly key: string; readonly like: DefaultValue}
): DefaultValue {
  if (typeof like === "string") return text;
  if (Array.isArray(like)) return text === "" ? [] : text.split(",");
  if (typeof like === "boolean") {
    if (!/^(true|false|1|0)$/.test(text)) throw new TypeError(`${key} is true or false: ${text}`);
    return text === "true" || text === "1";
  }
  const value = text.trim() === "" ? NaN : Number(text.replaceAll("_", ""));
  if (!Number.isFinite(value)) throw new TypeError(`${key} is a number: ${text}`);
  return value;
}
