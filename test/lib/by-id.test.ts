import {expect, it} from "vitest";
import {byId} from "../../src/lib/by-id.js";

it("byId(things, id) finds one, and names the id that nothing has", () => {
  expect(byId([{id: "a"}, {id: "b"}], "a")).toEqual({id: "a"});
  expect(() => byId([{id: "a"}], "c")).toThrow(new Error("unknown id: c"));
});
