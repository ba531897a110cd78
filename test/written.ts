import {afterAll} from "vitest";

/** Longer than a page's record waits before it writes the address (state.ts). */
const MOMENT_MS = 300;

/** Keeps the window of a test file open until the last change has reached the address. */
export function waitForAddress(): void {
  afterAll(() => new Promise((resolve) => setTimeout(resolve, MOMENT_MS)));
}
