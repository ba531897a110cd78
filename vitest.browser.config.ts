import {defineConfig} from "vitest/config";
import {alias} from "./vitest.config.js";

/** The built site in a real browser: build first, see tools/test.ts. */
export default defineConfig({
  resolve: {alias},
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    // A browser beside other work on two cores now and then misses a moment; what is broken fails thrice.
    retry: 2,
    hookTimeout: 120_000,
    fileParallelism: false
  }
});
