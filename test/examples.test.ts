import {resolve} from "node:path";
import ts from "typescript";
import {describe, expect, it} from "vitest";
import {readModule, sourceFiles, type Example} from "./lib-source.js";

const modules = sourceFiles("src/lib").map(readModule);

/** Half a unit in the last digit that a literal prints, or a millionth of it: whole numbers are exact. */
function tolerance(literal: string): number {
  const text = literal.replaceAll("_", "").toLowerCase();
  if (!/[.e]/.test(text) || text.startsWith("0x")) return 0;
  const [mantissa = "", exponent = "0"] = text.split("e");
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(Math.abs(Number(text)) * 1e-6, 0.5 * 10 ** (Number(exponent) - decimals));
}

function compareNumber(actual: unknown, literal: string, sign: number): void {
  const expected = sign * Number(literal.replaceAll("_", ""));
  const within = tolerance(literal);
  if (within === 0 || actual === expected) expect(actual).toBe(expected);
  else
    expect(
      Math.abs((actual as number) - expected),
      `${actual} is not ${literal}`
    ).toBeLessThanOrEqual(within);
}

/** Compares a value with a literal, numbers to the precision that the literal prints. */
function compare(actual: unknown, literal: ts.Expression): void {
  if (ts.isNumericLiteral(literal)) return compareNumber(actual, literal.getText(), 1);
  if (ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand)) {
    return compareNumber(actual, literal.operand.getText(), -1);
  }
  if (ts.isArrayLiteralExpression(literal)) {
    expect(actual).toHaveLength(literal.elements.length);
    return literal.elements.forEach((element, i) => compare((actual as unknown[])[i], element));
  }
  if (ts.isObjectLiteralExpression(literal)) return compareObject(actual, literal);
  expect(actual).toEqual(new Function(`return (${literal.getText()})`)());
}

function compareObject(actual: unknown, literal: ts.ObjectLiteralExpression): void {
  const entries = literal.properties.filter(ts.isPropertyAssignment);
  const keys = entries.map(({name}) => (ts.isStringLiteral(name) ? name.text : name.getText()));
  expect(Object.keys(actual as object).sort()).toEqual([...keys].sort());
  entries.forEach(({initializer}, i) => {
    compare((actual as Record<string, unknown>)[keys[i] ?? ""], initializer);
  });
}

function parseLiteral(text: string): ts.Expression {
  const tree = ts.createSourceFile("value.ts", `(${text})`, ts.ScriptTarget.Latest, true);
  const [statement] = tree.statements;
  if (statement && ts.isExpressionStatement(statement)) {
    const {expression} = statement;
    if (ts.isParenthesizedExpression(expression)) return expression.expression;
  }
  throw new SyntaxError(`not a literal: ${text}`);
}

async function runExample(file: string, {call, value}: Example): Promise<void> {
  const scope = (await import(/* @vite-ignore */ resolve(file))) as Record<string, unknown>;
  const actual: unknown = new Function(...Object.keys(scope), `return (${call});`)(
    ...Object.values(scope)
  );
  compare(actual, parseLiteral(value));
}

describe.each(modules.filter(({functions}) => functions.some((f) => f.isExported)))(
  "examples of $file",
  ({file, functions}) => {
    it.each(functions.filter((f) => f.isExported))("$name has a docstring and an example", (f) => {
      expect(f.doc, `${file}:${f.line} ${f.name} has no docstring`).not.toBe("");
      expect(f.examples, `${file}:${f.line} ${f.name} has no @example`).not.toEqual([]);
      for (const {call, value, line} of f.examples) {
        expect(value, `${file}:${line} @example ${call} states no value`).not.toBe("");
      }
    });
    const examples = functions.flatMap((f) => f.examples).filter(({value}) => value !== "");
    it.each(examples)("$call // $value", (example) => runExample(file, example));
  }
);
