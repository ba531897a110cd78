import {mkdtempSync, readFileSync, rmSync, existsSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {getImplicitDownloads} from "@observablehq/framework/dist/libraries.js";
import {afterAll, describe, expect, it} from "vitest";
import {libraries, packageVersion, vendor} from "../../tools/vendor.js";

const root = mkdtempSync(join(tmpdir(), "vendor-"));
const npm = join(root, ".observablehq/cache/_npm");
const source = (name: string) =>
  readFileSync(join(npm, `${name}@${packageVersion(name)}/_esm.js`), "utf8");

afterAll(() => rmSync(root, {recursive: true}));

describe("vendor(root)", () => {
  it("fills a cache once, and again only when something has changed", async () => {
    expect(await vendor(root)).toBe(true);
    expect(await vendor(root)).toBe(false);
    rmSync(npm, {recursive: true});
    expect(await vendor(root)).toBe(true);
  });

  it("bundles each library without the others and without node", () => {
    for (const name of Object.keys(libraries)) {
      const imports = source(name).match(/\bfrom"([^"]+\/_esm\.js|node:[^"]+|[\w@][^"]*)"/g) ?? [];
      for (const specifier of imports)
        expect(specifier).toMatch(/^from"(\.\.\/)+[^"]+\/_esm\.js"$/);
    }
    expect(source("@observablehq/plot")).toContain(`../../d3@${packageVersion("d3")}/_esm.js`);
  });

  it("asks KaTeX for MathML, whatever its caller asks for", async () => {
    const file = join(npm, `katex@${packageVersion("katex")}/_esm.js`);
    const {default: katex} = (await import(file)) as {
      default: {renderToString(tex: string, options?: object): string};
    };
    expect(katex.renderToString("x^2", {output: "html"})).toMatch(/^<span class="katex"><math/);
  });

  it("has a file for each of KaTeX's fonts, so that Framework fetches none", () => {
    for (const name of getImplicitDownloads(["npm:katex"])) {
      const path = name.replace("npm:katex", `katex@${packageVersion("katex")}`);
      expect(existsSync(join(npm, path)), name).toBe(true);
    }
  });
});
