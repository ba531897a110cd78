import {describe, expect, it} from "vitest";
import {closureReader, parseModule} from "../../../src/fork/shell/closure.js";
import {init} from "es-module-lexer";

const root = "https://x.example/site/";
const at = (path: string) => root + path;

function reader(texts: Readonly<Record<string, string>>, names: Readonly<Record<string, string>>) {
  const fetched: string[] = [];
  const modules = Object.fromEntries(Object.entries(names).map(([name, path]) => [name, at(path)]));
  const closure = closureReader(modules, (url) => {
    fetched.push(url.slice(root.length));
    const text = texts[url.slice(root.length)];
    return text === undefined ? Promise.reject(new Error("not found")) : Promise.resolve(text);
  });
  return {closure, fetched};
}

describe("parseModule(url, source)", () => {
  it("cuts at imports, and sends late ones and the module's own address through the sandbox", async () => {
    await init;
    const source =
      'import {a} from "./a.js";\nexport * from "../b.js";\nconst c = import("./c.js");\nconst u = import.meta.url;\nconst s = "import x from \'y\'";\n';
    const {text, imports} = parseModule(at("lib/m.js"), source);
    expect(imports).toEqual([at("lib/a.js"), at("b.js")]);
    expect(text.parts).toEqual([
      'import {a} from "',
      {url: at("lib/a.js")},
      '";\nexport * from "',
      {url: at("b.js")},
      '";\nconst c = ',
      `__lab.loadFrom("${at("lib/m.js")}",`,
      '"./c.js");\nconst u = ',
      `__lab.metaOf("${at("lib/m.js")}")`,
      ".url;\nconst s = \"import x from 'y'\";\n"
    ]);
  });
});

describe("closureReader(modules, fetchText)", () => {
  it("reads modules with all that they import, each once", async () => {
    const {closure, fetched} = reader(
      {
        "lib/a.js": 'import "./b.js"; import "./c.js";',
        "lib/b.js": 'import "./c.js";',
        "lib/c.js": ""
      },
      {"/lib/a.js": "lib/a.js"}
    );
    const {modules, urls} = await closure.read(["/lib/a.js"]);
    expect(modules.map(({url}) => url).sort()).toEqual([
      at("lib/a.js"),
      at("lib/b.js"),
      at("lib/c.js")
    ]);
    expect(urls).toEqual({"/lib/a.js": at("lib/a.js")});
    await closure.read(["/lib/a.js"]);
    expect(fetched.sort()).toEqual(["lib/a.js", "lib/b.js", "lib/c.js"]);
  });

  it("leaves to the sandbox what it brings itself", async () => {
    const {closure, fetched} = reader(
      {"c/x.js": 'import "./host.js"; import "../stdlib.js";'},
      {
        "/c/x.js": "c/x.js",
        "/components/host.js": "c/host.js",
        "npm:@observablehq/stdlib": "stdlib.js"
      }
    );
    expect((await closure.read(["/c/x.js"])).modules).toHaveLength(1);
    expect(fetched).toEqual(["c/x.js"]);
    expect(closure.aliases).toEqual({[at("c/host.js")]: "host", [at("stdlib.js")]: "stdlib"});
  });

  it("refuses what the site does not have, and addresses that no module names", async () => {
    const {closure} = reader(
      {"a.js": 'const later = "./late.js";', "late.js": ""},
      {"/a.js": "a.js"}
    );
    await expect(closure.read(["npm:left-pad"])).rejects.toThrow("no such module: npm:left-pad");
    await expect(closure.read([at("late.js")])).rejects.toThrow("no such module");
    await expect(closure.read(["https://evil.example/x.js"])).rejects.toThrow("no such module");
    await closure.read(["/a.js"]);
    expect((await closure.read([at("late.js")])).modules).toHaveLength(1);
    expect((await closure.readAll(["/a.js"])).modules).toHaveLength(2);
  });

  it("names modules that import each other", async () => {
    const {closure} = reader(
      {"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'},
      {"/a.js": "a.js"}
    );
    await expect(closure.read(["/a.js"])).rejects.toThrow("modules import each other");
  });

  it("tries again after a module was not found", async () => {
    const texts: Record<string, string> = {};
    const {closure} = reader(texts, {"/a.js": "a.js"});
    await expect(closure.read(["/a.js"])).rejects.toThrow("not found");
    texts["a.js"] = "";
    expect((await closure.read(["/a.js"])).modules).toHaveLength(1);
  });
});
