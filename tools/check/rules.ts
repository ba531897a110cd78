/** The house rules of a page of the lab; forks are free of them. */
import {simple} from "acorn-walk";
import type {Expression, Literal, Program, SpreadElement} from "acorn";
import {cellLine, lineOf, type Fault, type Page, type PageCell} from "./page.js";

const maxWords = 2000;
const maxCellLines = 20;

/** Sections that close every page, in this order. */
export const closingSections = [
  "Checks",
  "Try this",
  "How is this computed?",
  "Limits and sources"
] as const;

type Place = {line: number; cell: number | null; message: string};

function wordCount(page: Page): number {
  const prose = page.source
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1\s*$/gm, " ")
    .replace(/\$\{[^}]*\}/g, " x ")
    .replace(/<[^>]*>/g, " ");
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
}

function length(page: Page): Place[] {
  const words = wordCount(page);
  const message = `page too long: ${words} words, at most ${maxWords}`;
  return words > maxWords ? [{line: 1, cell: null, message}] : [];
}

/** Headings and folded summaries, with the line each stands on. */
function sections(page: Page): {text: string; line: number}[] {
  const summaries = page.source.matchAll(/<summary>([^<]*)<\/summary>/g);
  const folded = Array.from(summaries, ({1: text = "", index}) => ({
    text: text.trim(),
    line: lineOf(page.source, index)
  }));
  return [...page.headings, ...folded].sort((a, b) => a.line - b.line);
}

function order(page: Page): Place[] {
  const all = sections(page);
  const places: Place[] = [];
  let previous = page.source.search(/takeaway/i) < 0 ? 0 : takeawayLine(page);
  if (previous === 0) places.push({line: 1, cell: null, message: "section missing: takeaway"});
  for (const name of closingSections) {
    const found = all.find(({text}) => text === name);
    if (!found) places.push({line: 1, cell: null, message: `section missing: ${name}`});
    else if (found.line < previous) {
      places.push({line: found.line, cell: null, message: `section out of order: ${name}`});
    }
    previous = Math.max(previous, found?.line ?? 0);
  }
  return places;
}

/** Line of the boxed sentence: an element of that class, or a cell that calls the component. */
function takeawayLine(page: Page): number {
  const offset = page.source.search(/class="[^"]*\btakeaway\b|\btakeaway\w*\(/);
  return offset < 0 ? 0 : lineOf(page.source, offset);
}

function question(page: Page): Place[] {
  const titles = page.headings.filter(({level}) => level === 1);
  const [title] = titles;
  if (!title) return [{line: 1, cell: null, message: "title missing"}];
  const second = titles[1];
  return [
    ...(title.text.endsWith("?")
      ? []
      : [{...at(title), message: `title is no question: ${title.text}`}]),
    ...(second ? [{...at(second), message: `second title: ${second.text}`}] : [])
  ];
}

const at = ({line}: {line: number}) => ({line, cell: null});

function cellLength(cell: PageCell): Place[] {
  const lines = cell.text.trimEnd().split("\n").length;
  const message = `cell too long: ${lines} lines, at most ${maxCellLines}`;
  return lines > maxCellLines ? [{line: cell.line, cell: cell.number, message}] : [];
}

function language(cell: PageCell): Place[] {
  const message = `${cell.tag} cell: write js, a ${cell.tag} cell shows nothing by itself`;
  return cell.tag === "ts" || cell.tag === "tsx" || cell.tag === "jsx"
    ? [{line: cell.line, cell: cell.number, message}]
    : [];
}

/** Whether an expression is written for what it does: an assignment, `display(…)`, `void f()`. */
function isEffect(expression: Expression): boolean {
  if (expression.type === "AwaitExpression") return isEffect(expression.argument);
  if (expression.type === "UnaryExpression") return expression.operator === "void";
  if (expression.type !== "CallExpression") return /Assignment|Update/.test(expression.type);
  const {callee} = expression;
  return callee.type === "Identifier" && ["display", "view"].includes(callee.name);
}

/** A semicolon at the end of an expression cell hides its value. */
function hiddenValue(cell: PageCell): Place[] {
  if (cell.code === null || cell.code.expression) return [];
  const {body} = cell.code.body as Program;
  const [only] = body;
  if (body.length !== 1 || only?.type !== "ExpressionStatement") return [];
  const message = "semicolon hides the value of this cell; for an effect write void";
  return isEffect(only.expression)
    ? []
    : [{line: cellLine(cell, only.end - 1), cell: cell.number, message}];
}

/** Cells that may hold numbers: the defaults, and those that make an input. */
function isInputCell(cell: PageCell): boolean {
  const names = cell.code?.declarations?.map(({name}) => name) ?? [];
  const reads = cell.code?.references.map(({name}) => name) ?? [];
  return names.includes("defaults") || reads.includes("view") || reads.includes("Inputs");
}

/** Numbers other than 0 and 1 belong to the defaults, an input or the library. */
function numbers(cell: PageCell): Place[] {
  if (cell.code === null || isInputCell(cell) || !["js", "inline"].includes(cell.tag)) return [];
  const places: Place[] = [];
  simple(cell.code.body, {
    Literal(node: Literal) {
      if (typeof node.value !== "number" || node.value === 0 || node.value === 1) return;
      const message = `number outside inputs and defaults: ${node.raw}`;
      places.push({line: cellLine(cell, node.start), cell: cell.number, message});
    }
  });
  return places;
}

/** Text, number, truth or list, as a link, a scenario and `fork` can write it. */
function isPlain(value: Expression | SpreadElement | null): boolean {
  if (value?.type === "Literal") return true;
  if (value?.type === "ArrayExpression") return value.elements.every(isPlain);
  return value?.type === "UnaryExpression" && value.operator === "-" && isPlain(value.argument);
}

/** `defaults` is one object literal of plain values. */
function plainDefaults(cell: PageCell): Place[] {
  if (cell.code === null || cell.code.expression) return [];
  const declarations = (cell.code.body as Program).body.flatMap((node) =>
    node.type === "VariableDeclaration" ? node.declarations : []
  );
  const found = declarations.find(({id}) => id.type === "Identifier" && id.name === "defaults");
  if (!found) return [];
  const at = (start: number) => ({line: cellLine(cell, start), cell: cell.number});
  if (found.init?.type !== "ObjectExpression") {
    return [{...at(found.start), message: "defaults is no object literal"}];
  }
  return found.init.properties
    .filter((property) => property.type !== "Property" || !isPlain(property.value))
    .map(({start, end}) => ({
      ...at(start),
      message: `defaults are plain values: ${cell.text.slice(start, end)}`
    }));
}

export function brokenRules(page: Page): Fault[] {
  const onPage = [question, length, order].flatMap((rule) => rule(page));
  const inCells = page.cells.flatMap((cell) =>
    [cellLength, language, hiddenValue, numbers, plainDefaults].flatMap((rule) => rule(cell))
  );
  return [...onPage, ...inCells].map((place) => ({file: page.file, ...place}));
}
