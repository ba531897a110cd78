import {afterAll, beforeAll, expect, it} from "vitest";
import {builtPages, openSite, type OpenSite} from "../site.js";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

const published = builtPages().filter((path) => path !== "fork.html");

it.each(published)("%s loads nothing of the fork engine before Fork is pressed", async (path) => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(site.url + path);
  await page.waitForLoadState("networkidle");
  const parts = /\/_file\/fork\/|\/_import\/fork\/(?!my-forks|drafts)/;
  expect(requests.filter((url) => parts.test(url))).toEqual([]);
  await context.close();
});
