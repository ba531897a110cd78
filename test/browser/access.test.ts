import type {Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {findings} from "./axe.js";
import {builtPages, openSite, revealAll, type OpenSite} from "./site.js";

const widths = [1280, 390];
const schemes = ["light", "dark"] as const;

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

/** Elements that reach past the right edge of the window, outside of boxes that scroll. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const parent = element.parentElement;
      if (parent === null || parent === document.body) return false;
      return getComputedStyle(parent).overflowX !== "visible" || scrolls(parent);
    };
    return [...document.querySelectorAll("#observablehq-center *")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !(element.closest("svg") !== element && element.closest("svg"))
      )
      .filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element)
      )
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });
}

describe.each(builtPages())("%s", (path) => {
  describe.each(widths)("at %i pixels", (width) => {
    it.each(schemes)(
      "in %s: no serious axe finding, nothing past the edge",
      async (colorScheme) => {
        const viewport = {width, height: 900};
        const {page, close} = await site.open(path, {viewport, colorScheme});
        await revealAll(page);
        expect(await findings(page)).toEqual([]);
        expect(await overflowing(page)).toEqual([]);
        await close();
      }
    );
  });
});
