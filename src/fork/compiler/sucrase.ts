import {transform} from "sucrase";
import type {StripTypes} from "./typescript.js";

/**
 * The code without types. Framework's transpiler (esbuild) ends every statement with a semicolon, so
 * that an expression in a ts cell is not shown; hence the one added here.
 */
export const strip: StripTypes = (code) => {
  const named = /(^|\n)\s*(?:export\s+|declare\s+)?(?:namespace|module)\s+[\w.]+\s*\{/.exec(code);
  if (named) throw new SyntaxError("namespaces do not run in a fork");
  const {code: stripped} = transform(code, {
    transforms: ["typescript"],
    disableESTransforms: true,
    keepUnusedImports: true
  });
  return /;\s*$/.test(stripped) ? stripped : `${stripped.trimEnd()}\n;\n`;
};
