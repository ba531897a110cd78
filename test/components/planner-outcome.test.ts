// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {
  followRent,
  planned,
  plannerAnswer,
  rentWords
} from "../../src/components/planner-outcome.js";
import type {PageState} from "../../src/components/state.js";
import {outcomeOf} from "../../src/lib/planner/plan.js";
import {standardPlan} from "../lib/planner/plan-fixture.js";

const rentals = [
  {gpu: "h100-sxm", usdPerHour: 1.97, asOf: null},
  {gpu: "l4", usdPerHour: 0.44, asOf: null}
];

describe("followRent", () => {
  it("the price is the card's lowest rent until the reader sets one", () => {
    const values: Record<string, string | number> = {gpu: "l4", usdh: 1.97};
    let changed = () => {};
    const state = {
      values,
      schema: {defaults: {usdh: 1.97}},
      set: (patch: object) => void Object.assign(values, patch),
      subscribe: (_: readonly string[], callback: () => void) => {
        changed = callback;
        return () => {};
      }
    } as unknown as PageState;
    followRent(state, rentals);
    expect(values.usdh).toBe(0.44);
    values.gpu = "h100-sxm";
    changed();
    expect(values.usdh).toBe(1.97);
    Object.assign(values, {usdh: 3, gpu: "l4"});
    changed();
    expect(values.usdh).toBe(3);
  });

  it("rentWords(rentals, chosen) says whose price it is", () => {
    expect(rentWords(rentals, {gpu: "l4", usdh: 0.44})).toContain("the lowest listed");
    expect(rentWords(rentals, {gpu: "l4", usdh: 2})).toContain("The price is yours");
    expect(rentWords(rentals, {gpu: "m4-max", usdh: 2})).toContain("No list has a rent");
  });
});

describe("plannerAnswer", () => {
  it("a refusal stands in the place of the verdict, with its repair", () => {
    const setUp = vi.fn(() => document.createElement("button"));
    const outcome = outcomeOf({...standardPlan, tp: 4});
    const answer = plannerAnswer(outcome, {setUp} as unknown as PageState);
    expect(String(answer.text)).toContain("More cards share a layer than there are: 4 of 2.");
    expect(setUp).toHaveBeenCalledWith("Take 4 cards", {n: 4});
    expect(planned(outcome)).toBeInstanceOf(Promise);
  });

  it("what does not fit has no speed and no price", () => {
    const state = {} as PageState;
    const crowd = plannerAnswer(outcomeOf({...standardPlan, nReaders: 999}), state);
    expect([crowd.value, crowd.more]).toEqual(["60", []]);
    expect(plannerAnswer(outcomeOf(standardPlan), state).value).toBe("$2,836.80");
  });
});
