/** House rules that neither the compiler nor the linter knows: sizes, names, errors, test files. */
import {existsSync} from "node:fs";
import ts from "typescript";
import {describe, expect, it} from "vitest";
import {readModule, sourceFiles, type LibModule} from "./lib-source.js";

const lib = sourceFiles("src/lib").map(readModule);
const src = sourceFiles("src")
  .filter((file) => !file.includes(".observablehq"))
  .map(readModule);

const maxModuleLines = 200;
const maxExports = 8;
const maxBodyLines = (file: string) => (file.startsWith("src/lib/sim/") ? 60 : 25);

/** Whether a node gives something a name; keys of raw rows keep the unit in which they are published. */
function declares(node: ts.Node): node is ts.Node & {name: ts.Identifier} {
  const named =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node);
  const rawRow = ts.isInterfaceDeclaration(node.parent) && /Row$/.test(node.parent.name.text);
  return named && !rawRow && node.name !== undefined && ts.isIdentifier(node.name);
}

/** Names that a module declares, with the line of each. */
function identifiers({tree}: LibModule): {name: string; line: number}[] {
  const found: {name: string; line: number}[] = [];
  const visit = (node: ts.Node) => {
    if (declares(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      found.push({name: node.name.text, line});
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return found;
}

/** Messages of the errors that a module throws, with the text of a template's parts. */
function errorMessages({tree}: LibModule): {text: string; line: number}[] {
  const found: {text: string; line: number}[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText(tree))) {
      const [argument] = node.arguments ?? [];
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      if (argument && (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))) {
        found.push({text: argument.getText(tree).slice(1, -1), line});
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const breaches = (modules: readonly LibModule[], find: (module: LibModule) => string[]) =>
  modules.flatMap((module) => find(module).map((breach) => `${module.file}: ${breach}`));

describe("src/lib", () => {
  it(`has modules of at most ${maxModuleLines} lines`, () => {
    const long = breaches(lib, ({source}) => {
      const n = source.trimEnd().split("\n").length;
      return n > maxModuleLines ? [`${n} lines`] : [];
    });
    expect(long).toEqual([]);
  });

  it(`exports at most ${maxExports} functions and values a module`, () => {
    const many = breaches(lib, ({exports}) =>
      exports.length > maxExports ? [`${exports.length} exports`] : []
    );
    expect(many).toEqual([]);
  });

  it("has function bodies of at most 25 lines, 60 in simulators", () => {
    const long = breaches(lib, ({file, functions}) =>
      functions
        .filter(({bodyLines}) => bodyLines > maxBodyLines(file))
        .map(({name, line, bodyLines}) => `${line} ${name}: ${bodyLines} lines`)
    );
    expect(long).toEqual([]);
  });

  it("has a test file for each module that computes", () => {
    const untested = lib
      .filter(({functions}) => functions.length > 0)
      .map(({file}) => file.replace(/^src/, "test").replace(/\.ts$/, ".test.ts"))
      .filter((file) => !existsSync(file));
    expect(untested).toEqual([]);
  });

  it("uses base units, which names say: no ms, GB, GiB, TFLOPS", () => {
    const unit = /(?<![A-Z])(Ms|GB|Gb|GiB|Gib|MB|MiB|TFLOPS|Tflops)(?![A-Za-z])|^(ms|gb|gib)$/;
    const display = /^(src\/lib\/format(\.ts|\/)|src\/lib\/.*raw)/;
    const found = breaches(lib, (module) =>
      display.test(module.file)
        ? []
        : identifiers(module)
            .filter(({name}) => unit.test(name) && !/^format/.test(name))
            .map(({name, line}) => `${line} ${name}`)
    );
    expect(found).toEqual([]);
  });
});

describe("src", () => {
  it("has no calc, get, compute, util, helper or manager in its names", () => {
    // no verbs: computeDtype, the type a card computes in, and computeBound
    const empty =
      /^(?!compute(?:Dtype|Bound))(calc|calculate|get|compute)([A-Z]|$)|([uU]til|[hH]elper|[mM]anager)s?([A-Z]|$)/;
    const found = breaches(src, (module) =>
      module.functions.filter(({name}) => empty.test(name)).map(({name, line}) => `${line} ${name}`)
    );
    const files = src.map(({file}) => file).filter((file) => /util|helper|manager/i.test(file));
    expect([...found, ...files]).toEqual([]);
  });

  it("has error messages that start lower-case and end without a period", () => {
    const wrong = /^[A-Z][a-z]|[.!]$/;
    const found = breaches(src, (module) =>
      errorMessages(module)
        .filter(({text}) => wrong.test(text))
        .map(({text, line}) => `${line} ${text}`)
    );
    expect(found).toEqual([]);
  });

  it("has neither any nor silenced checks", () => {
    const silenced = /: any\b|<any>|as any\b|@ts-ignore|@ts-expect-error|eslint-disable/;
    const found = breaches(src, ({source}) =>
      source
        .split("\n")
        .flatMap((line, i) => (silenced.test(line) ? [`${i + 1} ${line.trim()}`] : []))
    );
    expect(found).toEqual([]);
  });

  it("has lower-case file names of one word or words joined by hyphens", () => {
    const wrong = src.map(({file}) => file).filter((file) => !/^[a-z0-9/.-]+\.ts$/.test(file));
    expect(wrong).toEqual([]);
  });
});
