import {fileURLToPath} from "node:url";
import {defineConfig} from "vitest/config";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const client = path("./node_modules/@observablehq/framework/dist/client");

/** What Framework resolves for a page, resolved for node: `npm:` names, built-ins, the source root. */
export const alias = [
  {find: /^(npm:@observablehq\/|observablehq:)(stdlib|runtime)$/, replacement: `${client}/$2.js`},
  {find: /^observablehq:stdlib\//, replacement: `${client}/stdlib/`},
  {find: /^npm:/, replacement: ""},
  {find: /^\/(lib|components)\/(.*)\.js$/, replacement: `${path("./src")}/$1/$2.ts`}
];

export default defineConfig({
  resolve: {alias},
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    testTimeout: 60_000,
    setupFiles: ["test/setup.ts"],
    server: {deps: {inline: [/@observablehq\/framework\/dist\/client/]}}
  }
});
