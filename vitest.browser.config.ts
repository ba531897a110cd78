import {defineConfig} from "vitest/config";
import {alias} from "./vitest.config.js";

/** The built site in a real browser: build first, see tools/test.ts. */
export default defineConfig({
  resolve: {alias},
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    // Here a test that fails now and then is to be seen; a shared machine gets a second chance.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
    fileParallelism: false
  }
});
