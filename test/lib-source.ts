/** The source of `src/lib` for tests that read it: modules, their exported functions, docstrings. */
import {readFileSync, readdirSync} from "node:fs";
import {join} from "node:path";
import ts from "typescript";

export interface Example {
  call: string;
  /** The literal behind the comment mark. */
  value: string;
  line: number;
}

export interface LibFunction {
  name: string;
  line: number;
  /** Lines of its body, braces not counted. */
  bodyLines: number;
  isExported: boolean;
  /** Text of the docstring before its first tag; empty where there is none. */
  doc: string;
  examples: Example[];
}

export interface LibModule {
  file: string;
  source: string;
  tree: ts.SourceFile;
  functions: LibFunction[];
  /** Names of the functions and values that it declares and exports. */
  exports: string[];
}

/** Every TypeScript file below a folder, as a path from the project's. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: "utf8"})
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file))
    .sort();
}

function isExported(node: ts.Node): boolean {
  return ts.canHaveModifiers(node)
    ? (ts.getModifiers(node) ?? []).some(({kind}) => kind === ts.SyntaxKind.ExportKeyword)
    : false;
}

function readExamples(node: ts.Node, tree: ts.SourceFile): Example[] {
  return ts
    .getJSDocTags(node)
    .filter((tag) => tag.tagName.text === "example")
    .map((tag) => {
      const text = tag
        .getText(tree)
        .replace(/^@example\s*/, "")
        .replace(/\s*\*\s*$/, "")
        .trim();
      const mark = text.lastIndexOf(" // ");
      const line = tree.getLineAndCharacterOfPosition(tag.getStart(tree)).line + 1;
      return {
        call: mark < 0 ? text : text.slice(0, mark).trim(),
        value: mark < 0 ? "" : text.slice(mark + 4).trim(),
        line
      };
    });
}

function docText(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return docs
    .map(({comment}) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n")
    .trim();
}

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function bodyLines({body}: FunctionNode, tree: ts.SourceFile): number {
  if (!body) return 0;
  const line = (offset: number) => tree.getLineAndCharacterOfPosition(offset).line;
  const lines = line(body.getEnd()) - line(body.getStart(tree)) + 1;
  return ts.isBlock(body) ? Math.max(1, lines - 2) : lines;
}

/** The function that a statement declares, with the node that carries its docstring. */
function functionOf(node: ts.Node): {name: string; fn: FunctionNode}[] {
  if (ts.isFunctionDeclaration(node)) return [{name: node.name?.text ?? "default", fn: node}];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({name, initializer}) =>
    initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [{name: name.getText(), fn: initializer}]
      : []
  );
}

/** Names of the values that a statement declares and exports; types and re-exports aside. */
function exportNames(node: ts.Node): string[] {
  if (!isExported(node)) return [];
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({name}) => name.getText());
  }
  const isValue = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isValue ? [node.name?.text ?? "default"] : [];
}

/** Reads one module. */
export function readModule(file: string): LibModule {
  const source = readFileSync(file, "utf8");
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const functions = tree.statements.flatMap((node) =>
    functionOf(node).map(({name, fn}) => ({
      name,
      line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
      bodyLines: bodyLines(fn, tree),
      isExported: isExported(node),
      doc: docText(node),
      examples: readExamples(node, tree)
    }))
  );
  return {file, source, tree, functions, exports: tree.statements.flatMap(exportNames)};
}
