import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {builtPages, openSite, type OpenSite} from "../site.js";
import {expectSame, seeAll, settledFrame, shownIn, viewport} from "./forks.js";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite("/any/path/");
});

afterAll(() => site.close());

describe("the fork of each page", () => {
  it.each(builtPages().filter((path) => path.startsWith("pages/")))(
    "%s shows the text and the charts of the built page",
    async (path) => {
      const {page, complaints, close} = await site.open(path, {viewport});
      await seeAll(page);
      const built = await shownIn(page);
      const known = new Set(complaints);
      await page.click("#lab-fork");
      await page.waitForURL(/fork\.html#/);
      const frame = await settledFrame(page);
      await seeAll(page);
      await expectSame(frame, built);
      expect(complaints.filter((complaint) => !known.has(complaint))).toEqual([]);
      await close();
    }
  );
});
