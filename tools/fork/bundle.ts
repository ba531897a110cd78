/** The fork engine's parts, each as one file: the page asks for them when a reader presses Fork. */
import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {build, type Plugin} from "esbuild";
import {packageFolder} from "../vendor.js";
import {stubs} from "./bundle/stubs.js";

const client = join(packageFolder("@observablehq/framework"), "dist", "client");

/** Framework's client modules where it names them by itself; other modules are loaded at run time. */
const builtins: Plugin = {
  name: "builtins",
  setup({onResolve}) {
    onResolve({filter: /^observablehq:(runtime|stdlib)$/}, ({path}) => ({
      path: join(client, `${path.slice("observablehq:".length)}.js`)
    }));
    onResolve({filter: /^(npm|observablehq):/}, ({path}) => ({path, external: true}));
  }
};

/** Packages whose code a bundle has taken in since this process started. */
const packages = new Set<string>();

function notePackages(inputs: readonly string[]): void {
  for (const file of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (name !== undefined) packages.add(name);
  }
}

/** Names of the packages that the fork engine carries. */
export async function forkPackages(): Promise<string[]> {
  await Promise.all([shellBundle(), editorBundle(), sandboxBundle(), typescriptBundle()]);
  return [...packages].sort();
}

/** One module with all that it imports, for the browser. */
async function bundle(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
  const result = await build({
    metafile: true,
    entryPoints: [resolve(entry)],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    define: {"process.env": "{}"},
    loader: {".css": "text"},
    plugins: [...plugins]
  });
  notePackages(Object.keys(result.metafile.inputs));
  return result.outputFiles[0]?.text ?? "";
}

/** Framework's own parser and transpiler, with what a fork adds to them. */
export function compilerBundle(): Promise<string> {
  return bundle("src/fork/compiler/compile.ts", [stubs]);
}

/** Takes types off ts cells. */
export function typescriptBundle(): Promise<string> {
  return bundle("src/fork/compiler/sucrase.ts");
}

/** CodeMirror, as one cell needs it. */
export function editorBundle(): Promise<string> {
  return bundle("src/fork/editor/main.ts");
}

/** The notebook on the page, with the compiler. */
export function shellBundle(): Promise<string> {
  return bundle("src/fork/shell/main.ts", [stubs]);
}

/** What runs in the sandbox: Framework's own client, and what stands between it and the shell. */
export function sandboxBundle(): Promise<string> {
  return clientBundle("src/fork/sandbox/frame.ts");
}

/** What runs in a notebook that is one file. */
export function documentBundle(): Promise<string> {
  return clientBundle("src/fork/sandbox/document.ts");
}

async function clientBundle(entry: string): Promise<string> {
  const code = await bundle(entry, [builtins]);
  return code.replace(/\bimport\((?=["'`](?:npm|observablehq):)/g, "__lab.load(");
}

/** Style of Framework's inputs, which a page has only when it uses them. */
export function inputsStyle(): string {
  const css = readFileSync(join(client, "stdlib", "inputs.css"), "utf8");
  return css.replaceAll("__ns__", "inputs-3a86ea");
}
