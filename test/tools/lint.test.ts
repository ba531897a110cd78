import {ESLint} from "eslint";
import {describe, expect, it} from "vitest";

const eslint = new ESLint();

async function rules(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, {filePath: file});
  return result?.messages.map(({ruleId}) => ruleId) ?? [];
}

const use = (specifier: string) => `import {x} from "${specifier}";\nexport const y = x;`;

const imports: [file: string, specifier: string][] = [
  ["src/lib/probe.ts", "d3"],
  ["src/lib/probe.ts", "node:fs"],
  ["src/lib/probe.ts", "npm:d3"],
  ["src/lib/probe.ts", "../components/chart.js"],
  ["src/lib/probe.ts", "../data/models.json.js"],
  ["src/lib/probe.ts", "./sim/engine.js"],
  ["src/lib/cost/probe.ts", "../sim/engine.js"],
  ["src/lib/sim/probe.ts", "../../components/chart.js"],
  ["src/workers/probe.ts", "../components/chart.js"],
  ["src/workers/probe.ts", "node:fs"],
  ["src/data/probe.json.ts", "../components/chart.js"],
  ["src/data/probe.json.ts", "d3"],
  ["src/components/probe.ts", "@observablehq/plot"],
  ["src/components/probe.ts", "node:fs"],
  ["src/components/probe.ts", "../workers/probe.js"],
  ["tools/probe.ts", "../src/components/chart.js"]
];

const allowed: [file: string, specifier: string][] = [
  ["src/lib/probe.ts", "./kv.js"],
  ["src/lib/cost/probe.ts", "../kv.js"],
  ["src/lib/sim/probe.ts", "./engine.js"],
  ["src/workers/probe.ts", "../lib/kv.js"],
  ["src/data/probe.json.ts", "node:fs"],
  ["src/data/probe.json.ts", "../lib/kv.js"],
  ["src/components/probe.ts", "npm:@observablehq/plot"],
  ["src/components/probe.ts", "../lib/kv.js"],
  ["tools/probe.ts", "../src/lib/kv.js"],
  ["test/probe.test.ts", "../src/components/chart.js"]
];

const impure = [
  "export const y = Math.random();",
  "export const y = Date.now();",
  "export const y = new Date();",
  "export const y = document.title;",
  'export const y = fetch("/");',
  "export const y = performance.now();",
  "export const y = process.env;",
  'export const y = import("./kv.js");'
];

describe("npm run lint", () => {
  it.each(imports)("forbids %s to import %s", async (file, specifier) => {
    expect(await rules(file, use(specifier))).toEqual(["no-restricted-imports"]);
  });

  it.each(allowed)("lets %s import %s", async (file, specifier) => {
    expect(await rules(file, use(specifier))).toEqual([]);
  });

  it.each(impure)("forbids in lib: %s", async (code) => {
    expect(await rules("src/lib/probe.ts", code)).toHaveLength(1);
  });

  it("forbids any, and comments that silence a rule", async () => {
    const any = "export const y: any = 1;";
    expect(await rules("src/lib/probe.ts", any)).toEqual(["@typescript-eslint/no-explicit-any"]);
    const silenced = `/* eslint-disable */\n${any}`;
    expect(await rules("src/lib/probe.ts", silenced)).toContain(
      "@typescript-eslint/no-explicit-any"
    );
  });

  it("lets only the host component reach the address and storage", async () => {
    const code = 'export const y = localStorage.getItem("x");';
    expect(await rules("src/components/probe.ts", code)).toEqual(["no-restricted-globals"]);
    expect(await rules("src/components/host.ts", code)).toEqual([]);
  });
});
