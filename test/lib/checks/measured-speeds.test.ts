import {expect, it} from "vitest";
import {scalingRows, shareRows} from "../../../src/lib/checks/measured-speeds.js";
import {gpus, measured, models} from "../../catalog-data.js";

it("scalingRows(data) has gpt-fast's speeds on 1 to 8 cards within a tenth", () => {
  const rows = scalingRows({models, gpus, measured});
  expect(rows.map(({expected}) => expected)).toEqual([
    104.9, 168.84, 254.02, 328.43, 21.32, 38.01, 62.5
  ]);
  for (const {name, pass} of rows) expect(pass, name).toBe(true);
});

it("shareRows(data) has every measured decode speed", () => {
  const rows = shareRows({models, gpus, measured});
  expect(rows.length).toBe(measured.decode.length);
  for (const {name, pass} of rows) expect(pass, name).toBe(true);
});
