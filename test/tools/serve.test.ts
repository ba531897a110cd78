import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {fileOf, serve, type Site} from "../../tools/serve.js";

const root = mkdtempSync(join(tmpdir(), "serve-"));
let site: Site;

beforeAll(async () => {
  mkdirSync(join(root, "pages"));
  writeFileSync(join(root, "index.html"), "home");
  writeFileSync(join(root, "pages/a b.js"), "export {};");
  site = await serve(root, "/any/path/");
});

afterAll(async () => {
  await site.close();
  rmSync(root, {recursive: true});
});

describe("serve(root, base)", () => {
  it("serves files below the path, with their type", async () => {
    const page = await fetch(site.url);
    expect(await page.text()).toBe("home");
    expect(page.headers.get("content-type")).toContain("text/html");
    const script = await fetch(`${site.url}pages/a%20b.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript");
  });

  it("answers 404 outside the path and for files that are not there", async () => {
    expect((await fetch(new URL("/", site.url))).status).toBe(404);
    expect((await fetch(`${site.url}none.html`)).status).toBe(404);
  });
});

describe("fileOf(root, base, pathname)", () => {
  it("stays inside its root", () => {
    expect(fileOf(root, "/", "/../../etc/passwd")).toBe(null);
    expect(fileOf(root, "/", "/%2e%2e/%2e%2e/etc/passwd")).toBe(null);
    expect(fileOf(root, "/", "/pages")).toBe(null);
    expect(fileOf(root, "/", "/")).toBe(join(root, "index.html"));
  });
});
