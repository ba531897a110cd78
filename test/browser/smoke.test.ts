import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {builtPages, openSite, type OpenSite} from "./site.js";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite("/any/path/");
});

afterAll(() => site.close());

describe("each page of the built site", () => {
  it.each(builtPages())(
    "%s opens without error, console message or foreign request",
    async (path) => {
      const {page, complaints, close} = await site.open(path);
      const errors = await page.locator(".observablehq--error").allTextContents();
      expect(errors).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await page.title()).not.toBe("");
      expect(await page.locator("html").getAttribute("lang")).toBe("en");
      await close();
    }
  );
});
