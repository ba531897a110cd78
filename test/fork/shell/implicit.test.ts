import {readdirSync, readFileSync} from "node:fs";
import * as datasets from "@observablehq/framework/dist/client/stdlib/sampleDatasets.js";
import * as recommended from "@observablehq/framework/dist/client/stdlib/recommendedLibraries.js";
import {expect, it} from "vitest";
import {foreignNames, implicitModules} from "../../../src/fork/shell/implicit.js";
import {manifestText} from "../../../tools/fork/manifest.js";
import {libraries} from "../../../tools/vendor.js";

it("every implicit name of Framework is one the site carries, or one it is known not to", () => {
  const names = [...Object.keys(recommended), ...Object.keys(datasets)].filter(
    (name) => name !== "default" && name !== "module.exports"
  );
  const known = [...Object.keys(implicitModules), ...foreignNames];
  expect(known.sort()).toEqual(names.sort());
});

it("the manifest names every module of lib, components and workers, every library and every file", () => {
  const text = manifestText();
  for (const folder of ["lib", "components", "workers"])
    for (const file of readdirSync(`src/${folder}`, {recursive: true, encoding: "utf8"}))
      if (file.endsWith(".ts"))
        expect(text).toContain(
          `"/${folder}/${file.replace(/\.ts$/, ".js")}": import.meta.resolve("../${folder}/${file.replace(/\.ts$/, ".js")}")`
        );
  for (const name of [...Object.keys(libraries), "@observablehq/inputs", "@observablehq/tex"])
    expect(text).toContain(`"npm:${name}": import.meta.resolve("npm:${name}")`);
  for (const name of Object.values(implicitModules)) expect(text).toContain(`"${name}":`);
  expect(text).toContain('["/data/models.json", FileAttachment("../data/models.json")]');
});

it("no local modules import each other in a circle: a blob names those that it imports", () => {
  const imports = (file: string) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(
        /^(?:import|export)(?! type)[^"']*?from "(\.[^"]+)\.js"/gms
      ),
      (match) => new URL(`${match[1] ?? ""}.ts`, `file:///${file}`).pathname.slice(1)
    );
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    expect(path).not.toContain(file);
    if (done.has(file)) return;
    done.add(file);
    for (const next of imports(file)) visit(next, [...path, file]);
  };
  for (const folder of ["src/lib", "src/components"])
    for (const file of readdirSync(folder, {recursive: true, encoding: "utf8"}))
      if (file.endsWith(".ts")) visit(`${folder}/${file}`, []);
});
