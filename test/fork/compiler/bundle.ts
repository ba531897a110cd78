import {mkdtempSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {JSDOM} from "jsdom";
import type * as compile from "../../../src/fork/compiler/compile.js";
import {compilerBundle, typescriptBundle} from "../../../tools/fork/bundle.js";

export type Compiler = typeof compile;

async function load<T>(source: string): Promise<T> {
  const file = join(mkdtempSync(join(tmpdir(), "bundle-")), "bundle.mjs");
  writeFileSync(file, source);
  return (await import(/* @vite-ignore */ file)) as T;
}

/** The compiler as a browser gets it, with TypeScript. It wants a document for &copy; and the like. */
export async function loadCompiler(): Promise<Compiler> {
  Object.assign(globalThis, {document: new JSDOM().window.document});
  const compiler = await load<Compiler>(await compilerBundle());
  const {strip} = await load<{strip: (code: string) => string}>(await typescriptBundle());
  compiler.useTypeScript(strip);
  return compiler;
}
