import * as runtime from "@observablehq/framework/dist/client/runtime.js";
import {main} from "@observablehq/framework/dist/client/main.js";
import * as stdlib from "@observablehq/framework/dist/client/stdlib.js";
import type {StartMessage} from "../protocol.js";
import {cellsIn} from "./cells.js";
import {sandboxFiles} from "./files.js";
import {obeyForms} from "./forms.js";
import {sandboxHost} from "./host.js";
import {layout, obeyLayout} from "./layout.js";
import type {Link} from "./link.js";
import {interceptLinks} from "./links.js";
import {moduleLoader} from "./modules.js";
import {polish} from "./polish.js";
import {settled} from "./settle.js";
import {loopGuard} from "./ticks.js";

/** Makes this document the sandbox of a notebook, run by the messages of a link. */
export function startSandbox(link: Link): void {
  link.listen("ping", ({n}) => link.send({type: "pong", n}));
  link.listen("start", (message) => start(link, message));
  link.send({type: "ready"});
}

function start(link: Link, message: StartMessage): void {
  const {closure, aliases, files, site, address, search, storage} = message;
  const own: Record<string, object> = {stdlib, runtime};
  const loader = moduleLoader({link, aliases, own});
  loader.add(closure);
  own["host"] = {host: sandboxHost({link, loader, address, search, storage})};
  const attachment = sandboxFiles(files, {link, site, address});
  main.builtin("FileAttachment", attachment);
  own["stdlib"] = {...stdlib, FileAttachment: attachment};
  const meta = (base: string) => ({
    url: base,
    resolve: (name: string) => (/^\.{0,2}\//.test(name) ? new URL(name, base).href : name)
  });
  Object.assign(globalThis, {
    __lab: {
      own,
      address,
      tick: loopGuard(),
      load: (specifier: string) => loader.load(specifier),
      loadFrom: (base: string, specifier: string) => loader.load(specifier, base),
      meta: meta(address),
      metaOf: meta
    }
  });
  const fileUrl = (name: string) => attachment(name).url();
  const {watch, unwatch} = layout(link);
  const column = document.querySelector("main") ?? document.body;
  const cells = cellsIn({
    column,
    link,
    watch,
    unwatch,
    polish: (cell) => polish(cell, fileUrl)
  });
  obeyLayout(link, cells.elementOf);
  interceptLinks(link, address);
  obeyForms(document);
  link.listen("cells", (changes) => {
    cells.apply(changes);
    void settled().then(() => link.send({type: "settled", run: changes.run}));
  });
}
