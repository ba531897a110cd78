import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  fullLoadGenerations,
  generationsPerReplica,
  hostingBill,
  replicasFor,
  replicaUsd
} from "../../../src/lib/cost/hosting.js";
import {expectWithin} from "./fixtures.js";

const options = {replicaRequestsPerSecond: 0.5};

describe("hostingBill", () => {
  it("replicaUsd(options) is $2.40 · 720 h = $1,728", () => {
    expectWithin(replicaUsd(options), 1_728);
    expectWithin(replicaUsd({...options, nGpus: 8, usdPerGpuHour: 2}), 11_520);
  });

  it("replicaUsd(DeepSeek's day 6) is $87,072 a day for 226.75 nodes of 8 at $2 an hour", () => {
    const month = replicaUsd({replicaRequestsPerSecond: 1, nGpus: 226.75 * 8, usdPerGpuHour: 2});
    expectWithin(month / 30, 87_072);
  });

  // 0.5 · 0.8 / 3 · 2,592,000 s = 345,600
  it("generationsPerReplica(options) leaves room for the peak", () => {
    expectWithin(generationsPerReplica(options), 345_600);
    expectWithin(generationsPerReplica({...options, peakFactor: 1, loadLimit: 1}), 1_296_000);
    expectWithin(fullLoadGenerations(options), 1_296_000);
  });

  it("hostingBill(generations, options) rents one replica even for nothing", () => {
    expect(hostingBill(0, options)).toEqual({
      replicas: 1,
      totalUsd: 1_728,
      usedUsd: 0,
      idleUsd: 1_728,
      usedFraction: 0
    });
  });

  // a replica is planned for 345,600, as above
  it("hostingBill(generations, options) steps up behind each full replica", () => {
    const replicas = (generations: number) => hostingBill(generations, options).replicas;
    expect([345_599, 345_600, 345_601, 691_200].map(replicas)).toEqual([1, 1, 2, 2]);
  });

  it("hostingBill(a full replica, options) is used 0.8 / 3 of the time", () => {
    const bill = hostingBill(345_600, options);
    expectWithin(bill.usedFraction, 0.8 / 3);
    expectWithin(bill.usedUsd + bill.idleUsd, bill.totalUsd);
  });

  it("hostingBill(generations, nothing fits) is endless", () => {
    expect(hostingBill(1, {replicaRequestsPerSecond: 0}).totalUsd).toBe(Infinity);
  });

  it("hostingBill(generations, options) is monotone in volume, price, peak and cards", () => {
    const factor = fc.double({min: 1, max: 5, noNaN: true});
    fc.assert(
      fc.property(fc.integer({min: 1, max: 1e8}), factor, (generations, k) => {
        const {totalUsd} = hostingBill(generations, options);
        const more = [
          hostingBill(k * generations, options),
          hostingBill(generations, {...options, usdPerGpuHour: 2.4 * k}),
          hostingBill(generations, {...options, peakFactor: 3 * k}),
          hostingBill(generations, {...options, loadLimit: 0.8 / k}),
          hostingBill(generations, {replicaRequestsPerSecond: 0.5 / k})
        ];
        for (const bill of more)
          expect(bill.totalUsd).toBeGreaterThanOrEqual(totalUsd * (1 - 1e-12));
      })
    );
  });
});

describe("replicasFor", () => {
  it("replicasFor(n replicas' load, load) is n, for every n: no replica for rounding noise", () => {
    for (let n = 1; n < 500; n++) expect(replicasFor(n * 0.1, 0.1)).toBe(n);
  });
});
