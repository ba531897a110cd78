import type {Closure, StartMessage} from "../protocol.js";
import type {Carried} from "../sandbox/document.js";
import type {App} from "./app.js";
import {readStyles} from "./site.js";
import {firstScript, policy} from "./srcdoc.js";

const documentStyle = `
main#observablehq-main {margin: 0 auto; padding: 2rem; max-width: 72rem;}
.lab-cell {display: flow-root;}
`;

/** Runs the runtime, which the document has as a text: its policy lets none be a script. */
const startScript = `{
  const {textContent} = document.querySelector("#lab-runtime");
  void import(URL.createObjectURL(new Blob([textContent], {type: "text/javascript"})));
}`;

/** The notebook as one file that runs from disk, with its modules and data, and without any network. */
export async function htmlText(app: App): Promise<string> {
  const {site, closure: reader, session, program, analysis} = app;
  app.flush();
  const {title, path, search, storage} = session.draft;
  const closure = await reader.readAll(analysis.modules);
  const start: StartMessage = {
    type: "start",
    closure,
    aliases: reader.aliases,
    files: site.fileInfos,
    site: site.root,
    address: site.pageUrl(path),
    search,
    storage
  };
  const carried: Carried = {
    start,
    cells: program.sandboxCells,
    contents: await contentsOf(app, closure)
  };
  const [runtime, styles] = await Promise.all([site.text(site.parts.document), readStyles(site)]);
  return page({title, styles, runtime, carried});
}

/** Files that cells or modules name, as data: addresses. */
async function contentsOf(app: App, {modules}: Closure): Promise<Readonly<Record<string, string>>> {
  const {site, program} = app;
  const named = new Set(
    program.cells.flatMap(({compiled}) => compiled.code.flatMap(({files}) => files))
  );
  const text = modules
    .flatMap(({parts}) => parts.filter((part) => typeof part === "string"))
    .join("");
  const wanted = site.fileInfos.filter(
    ({name, url}) =>
      named.has(`/${name}`) || text.includes(new URL(url).pathname.split("/").at(-1) ?? url)
  );
  const entries = wanted.map(async ({url}) => [url, await dataUrl(await site.blob(url))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("file not read"));
    reader.readAsDataURL(blob);
  });
}

interface PageParts {
  readonly title: string;
  readonly styles: readonly string[];
  readonly runtime: string;
  readonly carried: Carried;
}

function page({title, styles, runtime, carried}: PageParts): string {
  const sheets = [...styles, documentStyle].map(
    (css) => `<style>${css.replaceAll("</", "<\\/")}</style>`
  );
  const json = JSON.stringify(carried).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${sheets.join("\n")}
<body>
<main id="observablehq-main" class="observablehq"></main>
<script type="application/json" id="lab-notebook">${json}</script>
<script type="text/plain" id="lab-runtime">${runtime.replaceAll("</script", "<\\/script")}</script>
<script>${firstScript(startScript)}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
