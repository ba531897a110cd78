import {expect, it} from "vitest";
import {slotPictures} from "../../../src/lib/sim/slot-picture.js";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {standardInputs} from "./batching-fixture.js";

const run = batchingRun(standardInputs);

it("slotPictures(run) shows every request once in a place, never two at a time", () => {
  for (const {spans, nSlots, endSeconds} of slotPictures(run)) {
    const written = spans.filter(({phase}) => phase === "decode").map(({request}) => request);
    expect(new Set(written).size).toBe(40);
    expect(Math.max(...spans.map(({toSeconds}) => toSeconds))).toBe(endSeconds);
    for (let slot = 0; slot < nSlots; slot++) {
      const own = spans.filter((span) => span.slot === slot && span.toSeconds > span.fromSeconds);
      own.sort((a, b) => a.fromSeconds - b.fromSeconds);
      own.forEach((span, i) => {
        expect(span.fromSeconds).toBeGreaterThanOrEqual(own[i - 1]?.toSeconds ?? 0);
      });
    }
  }
});

it("slotPictures(run) keeps places for nobody in static batches only", () => {
  const [still, going] = slotPictures(run);
  expect(still!.spans.some(({phase}) => phase === "held")).toBe(true);
  expect(going!.spans.some(({phase}) => phase === "held")).toBe(false);
  expect(still!.idleFraction).toBeGreaterThan(going!.idleFraction);
});
