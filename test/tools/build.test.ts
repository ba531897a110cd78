import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {foreignLoads} from "../../tools/build.js";

const dist = mkdtempSync(join(tmpdir(), "dist-"));
const write = (file: string, text: string) => writeFileSync(join(dist, file), text);

afterAll(() => rmSync(dist, {recursive: true}));

describe("foreignLoads(dist)", () => {
  it.each([
    ["a.html", '<script src="https://example.com/x.js"></script>'],
    ["a.html", '<link rel="stylesheet" href="//example.com/x.css">'],
    ["a.html", "<img alt='' src='http://example.com/x.png'>"],
    ["a.css", '@import "https://example.com/x.css";'],
    ["a.css", "a {background: url(https://example.com/x.png)}"],
    ["a.js", 'import x from "https://example.com/x.js";'],
    ["a.js", 'import"https://example.com/x.js"'],
    ["a.js", "const x = import(`https://example.com/x.js`);"],
    ["a.js", 'fetch("https://example.com/x.json")'],
    ["a.js", 'const host = "cdn.jsdelivr.net";']
  ])("names %s: %s", (file, text) => {
    write(file, text);
    expect(foreignLoads(dist)).toEqual([expect.stringContaining(`${file}: `)]);
    rmSync(join(dist, file));
  });

  it("lets links to sources, namespaces and the site's own files stand", () => {
    write("a.html", '<a href="https://example.com/paper">source</a><script src="./x.js"></script>');
    write(
      "a.js",
      'const svg = "http://www.w3.org/2000/svg"; const source = "https://example.com";'
    );
    write("a.css", "a {background: url('data:image/svg+xml,%3Csvg')}");
    expect(foreignLoads(dist)).toEqual([]);
  });
});
