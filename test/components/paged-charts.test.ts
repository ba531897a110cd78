// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {memoryGridChart} from "../../src/components/memory-grid-chart.js";
import {namedShares, pagedTasks, wasteRows} from "../../src/components/paged-view.js";
import {roomChart} from "../../src/components/room-chart.js";
import {scrubber} from "../../src/components/scrubber.js";
import {sharingChart} from "../../src/components/sharing-chart.js";
import {lawOf} from "../../src/components/stream-fields.js";
import {ask} from "../../src/components/tasks.js";
import {fillChart} from "../../src/components/fill-chart.js";
import {wasteChart} from "../../src/components/waste-chart.js";
import {sharingStory} from "../../src/lib/sharing-story.js";
import {allocatorRuns} from "../../src/lib/sim/allocator-runs.js";
import {blockPoints} from "../../src/lib/sim/block-points.js";
import {requestLaws} from "../../src/lib/sim/lengths.js";
import {standardStream} from "../../src/lib/sim/stream.js";
import {gpus, models} from "../catalog-data.js";

const setup = standardStream({models, gpus});
const runs = allocatorRuns(setup);

function expectSound(chart: Element, labels: readonly string[]): void {
  expect(chart.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  for (const label of labels) expect(chart.textContent).toContain(label);
}

describe("charts of paged-attention", () => {
  for (const width of [340, 640, 900]) {
    it(`draws memory, lines, bars and trees, ${width} pixels wide`, () => {
      const now = runs.map(({moments}) => moments[70]!);
      expectSound(memoryGridChart(now, {width}), [
        "longest length",
        "pages",
        "reserved, never used"
      ]);
      expectSound(fillChart(runs, {width}), ["time (s)", "holds tokens (%)", "(96.3 %)"]);
      const bars = namedShares(runs);
      expectSound(wasteChart(bars, {width, label: "x"}), ["share of KV memory (%)", "internal"]);
      expectSound(roomChart(runs, {width, measure: "meanRunning"}), ["requests at once"]);
      expectSound(roomChart(runs, {width, measure: "outputTokensPerSecond"}), ["tokens/s"]);
      for (const step of sharingStory()) expectSound(sharingChart(step, {width}), ["system"]);
    });
  }

  it("a grid has a cell's worth of area for each cell", () => {
    const now = runs.map(({moments}) => moments[70]!);
    const paths = memoryGridChart(now, {width: 640}).querySelectorAll("path");
    const covered = [...paths].reduce((sum, path) => {
      const widths = [...(path.getAttribute("d") ?? "").matchAll(/h(\d+)v/g)];
      return sum + widths.reduce((total, [, w]) => total + Number(w), 0);
    }, 0);
    // 960 cells in each of four memories; two columns of 40 cells of 7 pixels
    expect(covered).toBe(4 * 960 * 7);
  });

  it("block sizes are bars under their number", () => {
    const bars = namedShares(blockPoints({...setup, nRequests: 100}));
    expect(bars.map(({name}) => name)).toEqual("1 2 4 8 16 32 64 128 256".split(" "));
    expect(wasteRows(bars)[4]!.used).toBe(bars[4]!.shares.used);
    expect(pagedTasks({atSixteen: 0.97, atLargest: 0.8})).toHaveLength(3);
  });
});

describe("scrubber", () => {
  it("holds a moment, says it in words, and plays to the end", () => {
    vi.useFakeTimers();
    const options = {
      id: "t",
      nMoments: 5,
      label: "Moment",
      start: 2,
      format: (k: number) => `${k} s`
    };
    const element = scrubber(options);
    document.body.append(element);
    expect([element.value, element.querySelector("output")!.textContent]).toEqual([2, "2 s"]);
    const seen: number[] = [];
    element.addEventListener("input", () => seen.push(element.value));
    element.querySelector("button")!.click();
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([3, 4]);
    expect(element.querySelector("button")!.textContent).toBe("Play");
    // fewer moments: the place is kept inside
    expect(scrubber({...options, nMoments: 3}).value).toBe(2);
    vi.useRealTimers();
  });
});

describe("ask and lawOf", () => {
  it("ask(task, input) answers without workers too, with what lib gives", async () => {
    const small = {...setup, nRequests: 20};
    expect(await ask("blockPoints", small)).toEqual(blockPoints(small));
    await expect(ask("blockPoints", {...small, capacityTokens: 0})).rejects.toThrow(
      "invalid capacityTokens: 0"
    );
  });

  it("lawOf(choice, own) is a stand-in or the reader's own", () => {
    const own = {prompt: 10, answer: 20, spread: 0.5};
    expect(lawOf("alpaca", own)).toBe(requestLaws.alpaca);
    expect(lawOf("own", own).output).toEqual({kind: "log-normal", mean: 20, cv: 0.5});
  });
});
