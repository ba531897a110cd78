/** Stand-ins for what Framework's compiler imports and a browser does not have or need. */
import {join, resolve} from "node:path";
import type {Plugin} from "esbuild";

const unused = `() => { throw new Error("not in the browser"); }`;

/** Modules of Framework, by their end, and what takes their place. */
const framework: Readonly<Record<string, string>> = {
  "dist/config.js": `
    export const mergeStyle = () => null;
    export const stringOrNull = (value) => (value == null || value === false ? null : String(value));
    export const normalizeTheme = (theme) => theme;`,
  "dist/html.js": `
    export const html = ${unused};
    export const rewriteHtmlPaths = (html) => html;`,
  "dist/theme.js": `export class InvalidThemeError extends Error {}`,
  "dist/tty.js": `export const red = String; export const yellow = String;`,
  "dist/resolvers.js": `export const getModuleResolver = ${unused};`,
  "dist/sql.js": `
    export function transpileSql() { throw new SyntaxError("sql cells do not run in a fork"); }`,
  "dist/javascript/module.js": `
    export {transformJavaScriptSync} from ${JSON.stringify(resolve("src/fork/compiler/typescript.ts"))};`
};

const hash = `
  import {sha256} from ${JSON.stringify(resolve("src/fork/notebook/sha256.ts"))};
  export function createHash() {
    let text = "";
    const hash = {update: (part) => ((text += part), hash), digest: () => sha256(text)};
    return hash;
  }`;

const paths = `
  export function normalize(path) {
    const parts = [];
    for (const part of path.split("/")) {
      if (part === "" || part === ".") continue;
      if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
      else if (part !== ".." || !path.startsWith("/")) parts.push(part);
    }
    const end = parts.length > 0 && path.endsWith("/") ? "/" : "";
    return (path.startsWith("/") ? "/" : "") + parts.join("/") + end || ".";
  }
  export const join = (...parts) => normalize(parts.filter((part) => part !== "").join("/"));
  export const dirname = (path) => {
    const end = path.replace(/\\/+$/, "").lastIndexOf("/");
    return end < 0 ? "." : path.slice(0, end) || "/";
  };
  export const extname = (path) => /[^/](\\.[^./]*)$/.exec(path)?.[1] ?? "";
  export default {normalize, join, dirname, extname};`;

/** Character references, by the browser's own parser: only what looks like one is handed to it. */
const entities = `
  const area = typeof document === "undefined" ? null : document.createElement("textarea");
  const reference = /&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});?/gi;
  export function decodeHTML(text) {
    return text.replace(reference, (match) => {
      area.innerHTML = match;
      return area.value;
    });
  }
  export const decodeHTMLStrict = decodeHTML;`;

const he = `
  import {decodeHTML} from "entities";
  const names = {'"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;", "\`": "&#x60;"};
  const escape = (text) => text.replace(/["&'<>\`]/g, (sign) => names[sign]);
  export default {decode: decodeHTML, escape, encode: escape};`;

const packages: Readonly<Record<string, string>> = {
  "node:crypto": hash,
  "node:path": paths,
  "node:path/posix": paths,
  "node:fs/promises": `export const readFile = ${unused};`,
  mime: `export default {getType: () => null};`,
  entities,
  he,
  "gray-matter": `export default ${unused};`
};

/** An esbuild plugin that puts the stand-ins in place. */
export const stubs: Plugin = {
  name: "stubs",
  setup({onResolve, onLoad}) {
    const names = Object.keys(packages).map((name) => name.replace("/", "\\/"));
    onResolve({filter: new RegExp(`^(${names.join("|")})$`)}, ({path}) => ({
      path,
      namespace: "stub"
    }));
    onResolve({filter: /^\.{1,2}\/.*\.js$/}, ({path, resolveDir}) => {
      if (!resolveDir.includes(join("framework", "dist"))) return undefined;
      const file = join(resolveDir, path).replaceAll("\\", "/");
      const name = Object.keys(framework).find((end) => file.endsWith(`framework/${end}`));
      return name === undefined ? undefined : {path: name, namespace: "stub"};
    });
    onLoad({filter: /.*/, namespace: "stub"}, ({path}) => ({
      contents: framework[path] ?? packages[path] ?? "",
      resolveDir: resolve(".")
    }));
  }
};
