// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from "vitest";
import {taskProgress} from "../../src/components/task-progress.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("taskProgress() shows a bar for work that lasts, moves it, and takes it away", () => {
  const progress = taskProgress();
  const shown = () => document.querySelector<HTMLElement>(".lab-busy:not([hidden])");
  progress.show(0, 1);
  progress.show(0, 0);
  vi.advanceTimersByTime(1000);
  expect(shown()).toBeNull();
  progress.show(0, 9);
  progress.show(2, 9);
  vi.advanceTimersByTime(600);
  expect(shown()!.querySelector("progress")).toMatchObject({max: 9, value: 2});
  progress.show(5, 9);
  vi.advanceTimersByTime(250);
  expect(shown()!.textContent).toBe("5 of 9 simulations");
  progress.show(0, 0);
  expect(shown()).toBeNull();
});
