import {expect, it} from "vitest";
import {Forks} from "../../../src/lib/sim/forks.js";

it("Forks: all who share a tail copy it but the last; who leaves needs no copy", () => {
  const forks = new Forks();
  forks.add(0, 1, 5);
  forks.add(0, 2, 5);
  expect([forks.size, forks.copiesDue, forks.has(2), forks.has(3)]).toEqual([3, 2, true, false]);
  forks.remove(0, 3);
  forks.remove(7, 1);
  expect([forks.size, forks.copiesDue]).toEqual([2, 1]);
  expect(forks.takeAll()).toEqual([
    [1, 5],
    [2, 5]
  ]);
  expect([forks.size, forks.copiesDue]).toEqual([0, 0]);
});
