import {describe, expect, it} from "vitest";
import {
  cardPoints,
  cheapestOf,
  cheapestRents,
  pointName,
  rentedCards,
  rivalCards
} from "../../../src/lib/planner/cards.js";
import {gpus} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const rentals = [
  {gpu: "h100-sxm", usdPerHour: 2.4},
  {gpu: "h100-sxm", usdPerHour: 1.97},
  {gpu: "l4", usdPerHour: 0.44},
  {gpu: "h200", usdPerHour: 2},
  {gpu: "none-such", usdPerHour: 1}
];
const points = cardPoints(standardPlan, rentedCards(gpus, rentals));

describe("cardPoints", () => {
  it("takes the lowest rent of each card that the catalog knows", () => {
    expect(cheapestRents(rentals).get("h100-sxm")).toBe(1.97);
    expect(points.map(({gpuId}) => gpuId).sort()).toEqual(["h100-sxm", "h200", "l4"]);
  });

  it("a card is unbeaten when no other is cheaper and as fast", () => {
    for (const point of points) {
      const beaten = points.some(
        (other) => other.usdPerMonth < point.usdPerMonth && other.tpotSeconds <= point.tpotSeconds
      );
      expect(point.isBest).toBe(!beaten);
    }
    expect(points.map(({usdPerMonth}) => usdPerMonth)).toEqual(
      points.map(({usdPerMonth}) => usdPerMonth).sort((a, b) => a - b)
    );
  });

  it("each card comes in the cheapest count that meets the limits", () => {
    // one L4 has 22.5 GiB: four hold 32 readers of 32K in FP8
    expect(points.find(({gpuId}) => gpuId === "l4")).toMatchObject({nGpus: 4, isGood: true});
  });

  it("the question's answer is among its choices", () => {
    const rivals = rivalCards(points);
    expect(rivals).toContain(cheapestOf(points, rivals));
    expect(rivalCards([])).toEqual(["none of them"]);
    expect(cheapestOf([], ["none of them"])).toBe("none of them");
    expect(pointName({gpuName: "NVIDIA L4 24GB", nGpus: 1})).toBe("L4");
  });
});
