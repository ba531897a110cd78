/** The fork engine's parts, each as one file: the page asks for them when a reader presses Fork. */
import {resolve} from "node:path";
import {build, type Plugin} from "esbuild";
import {stubs} from "./bundle/stubs.js";

/** One module with all that it imports, for the browser. */
export async function bundle(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
  const result = await build({
    entryPoints: [resolve(entry)],
    bundle: true,
    write: false,
    minify: true,
    keepNames: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    define: {"process.env": "{}"},
    external: ["npm:*", "observablehq:stdlib/*"],
    plugins: [...plugins]
  });
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
