import {expect, it} from "vitest";
import {bookRows} from "../../../src/lib/checks/scaling-book.js";
import {gpuById} from "../../catalog-data.js";

it("bookRows(v5e) passes with our row of the TPU v5e", () => {
  for (const {name, pass} of bookRows(gpuById("tpu-v5e"))) expect(pass, name).toBe(true);
});

it("bookRows(v5e) fails with another card", () => {
  expect(bookRows(gpuById("h100-sxm")).some(({pass}) => pass)).toBe(false);
});
