import {guardInsertion} from "./insertion.js";
import {lockdown} from "./lockdown.js";

/**
 * What code in the sandbox may do: run, draw and start workers from text it has. It may not fetch,
 * embed, send a form or load a picture from anywhere.
 */
export const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "media-src data: blob:",
  "connect-src data: blob:",
  "worker-src blob:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default"
].join("; ");

/**
 * Added once the document's own script runs: no text of a document is a script from then on, here or in
 * a document made from here, since those inherit it. Modules and workers still load from text that
 * running code has.
 */
const laterPolicy = "script-src 'strict-dynamic' 'unsafe-eval' blob:; worker-src blob:";

/**
 * Frames stop in a document that is not seen, and the runtime waits for one: it is handed a frame
 * that comes at the latest after 100 ms.
 */
const patientFrames = `const nativeFrame = globalThis.requestAnimationFrame;
globalThis.requestAnimationFrame = (callback) => {
  let isDone = false;
  const once = (time) => {
    if (isDone) return;
    isDone = true;
    callback(time);
  };
  setTimeout(() => once(performance.now()), 100);
  return nativeFrame.call(globalThis, once);
};`;

/**
 * What runs first in a sandboxed document: the lockdown, then a script that starts all the rest, then the
 * later policy. That script is added by a script, since what a parser has found may then import nothing.
 * The elements that have set policies go, which stay in force: one that is left could be turned into one
 * that navigates.
 */
export function firstScript(start: string): string {
  return `{
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = ${JSON.stringify(laterPolicy)};
  (${lockdown.toString()})();
  const script = document.createElement("script");
  script.textContent = ${inScript(JSON.stringify(start))};
  document.head.append(script, meta);
  script.remove();
  document.querySelectorAll("meta:not([name=viewport])").forEach((meta) => meta.remove());
  (${guardInsertion.toString()})();
}`;
}

const bootScript = firstScript(`addEventListener("message", async ({data, ports, source}) => {
  if (source !== parent || data?.type !== "boot") return;
  globalThis.__port = ports[0];
  ${patientFrames}
  await import(URL.createObjectURL(new Blob([data.runtime], {type: "text/javascript"})));
  globalThis.requestAnimationFrame = nativeFrame;
}, {once: true});`);

/** Style of the sandbox's own parts: cells stand where the shell has left room for them. */
const frameStyle = `
html, body {margin: 0; padding: 0; background: var(--theme-background); height: 100%; max-width: none;}
html {overflow: hidden;}
main#observablehq-main {position: relative; margin: 0; padding: 0; height: 100%; max-width: none;}
.lab-cell {position: absolute; left: 0; right: 0; display: flow-root;}
dialog[open] {position: absolute; inset-block-start: calc(var(--view-top, 0px) + 0.1 * var(--view-height, 100vh)); max-height: calc(0.8 * var(--view-height, 100vh)); margin-block-start: 0;}
`;

/** The document of the sandbox. The policy is its first element, before anything that could load or run. */
export function srcdoc(styles: readonly string[]): string {
  const sheets = [...styles, frameStyle].map((css) => `<style>${inStyle(css)}</style>`).join("");
  return (
    `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off">` +
    `<meta name="referrer" content="no-referrer"><title>Results of the cells</title>${sheets}</head>` +
    `<body><main id="observablehq-main" class="observablehq"></main>` +
    `<script>${bootScript}</script></body></html>`
  );
}

function inScript(code: string): string {
  return code.replaceAll("</", "<\\/");
}

function inStyle(css: string): string {
  return css.replaceAll("</", "<\\/");
}
