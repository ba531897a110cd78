import {expect} from "vitest";

/** Passes when two numbers are equal up to a relative difference. */
export function expectWithin(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}
