// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {cardsChart} from "../../src/components/cards-chart.js";
import {ceilingChart} from "../../src/components/ceiling-chart.js";
import {rooflineChart} from "../../src/components/roofline-chart.js";
import {stepChart} from "../../src/components/step-chart.js";
import {waitChart} from "../../src/components/wait-chart.js";
import {cardGains, cardSpeeds} from "../../src/lib/card-speeds.js";
import {ceilingPicture, ceilingPoints} from "../../src/lib/ceilings.js";
import {crossoverBatch} from "../../src/lib/phases.js";
import {roofPicture} from "../../src/lib/roof-picture.js";
import {stepBreakdowns} from "../../src/lib/step-shares.js";
import {requestWait} from "../../src/lib/wait.js";
import {gpuById, gpus, measured, modelById, models} from "../catalog-data.js";

const model = modelById("llama3.1-70b");
const setUp = {
  gpu: gpuById("h100-sxm"),
  nGpus: 1,
  weightDtype: "bf16",
  kvDtype: "bf16"
} as const;

/** Texts of a chart that lie outside its picture, judged by their anchors. */
function strayTexts(chart: Element): string[] {
  const [, , width = 0, height = 0] = (chart.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return [...chart.querySelectorAll("text")]
    .filter((text) => {
      const at = /translate\(([-\d.]+),([-\d.]+)\)/.exec(text.getAttribute("transform") ?? "");
      const [x, y] = [Number(at?.[1] ?? 0), Number(at?.[2] ?? 0)];
      return x < -1 || x > width + 1 || y < -1 || y > height + 1;
    })
    .map((text) => text.textContent ?? "");
}

function expectSound(chart: Element, labels: readonly string[]): void {
  expect(chart.outerHTML).not.toContain("NaN");
  for (const path of chart.querySelectorAll("path[d]"))
    expect(path.getAttribute("d")).toMatch(/^M/);
  expect(chart.outerHTML).not.toContain("undefined");
  for (const label of labels) expect(chart.textContent).toContain(label);
  expect(strayTexts(chart)).toEqual([]);
}

const picture = {
  ...setUp,
  batchSize: 1,
  promptTokens: 8192,
  contextTokens: 8192,
  nDrafted: 0,
  acceptance: 0.8,
  plainDtype: "bf16"
} as const;

describe("rooflineChart(picture, {width})", () => {
  for (const width of [340, 640, 900])
    it(`has both phases, the ridge and units on both axes, ${width} pixels wide`, () => {
      const chart = rooflineChart(roofPicture(model, picture), {width, criticalBatch: 295.2});
      const axes = ["FLOPs per byte moved", "FLOP/s, log scale"];
      expectSound(chart, [
        ...axes,
        "ridge: 295 FLOPs a byte",
        "critical batch 295",
        "writing 15.4",
        "3,349 tokens/s"
      ]);
    });
  it("draws where the point came from once a way out is taken", () => {
    const moved = rooflineChart(roofPicture(model, {...picture, batchSize: 64}));
    const still = rooflineChart(roofPicture(model, picture));
    expect(moved.querySelectorAll("[aria-label=arrow]").length).toBe(1);
    expect(still.querySelectorAll("[aria-label=arrow]").length).toBe(0);
  });
  it("draws the slope alone where no peak is published", () => {
    const chart = rooflineChart(roofPicture(model, {...picture, gpu: gpuById("m4-max")}));
    expect(chart.outerHTML).not.toContain("NaN");
    expect(chart.textContent).not.toContain("ridge");
    expect(chart.textContent).not.toContain("reading");
  });
});

describe("stepChart(steps, {width, crossing})", () => {
  const options = {...setUp, nGpus: 2, contextTokens: 8192};
  const steps = stepBreakdowns(model, options, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
  const crossing = crossoverBatch(model, options);
  it("names its parts, marks the crossing and gives each step its length", () => {
    const chart = stepChart(steps, {crossing});
    const parts = ["reading weights", "multiplying", "KV cache", "between cards"];
    expectSound(chart, [
      ...parts,
      "multiplying is longer from 228 on",
      "readers decoded together",
      "share of a step"
    ]);
    expectSound(stepChart(steps, {width: 340, crossing}), parts);
  });
  it("outlines one hidden part for each batch", () => {
    const dashed = stepChart(steps).querySelector('[stroke-dasharray="3 2"]');
    expect(dashed?.children.length).toBe(steps.length);
  });
  it("marks no crossing that is not on the axis", () => {
    expect(stepChart(steps, {crossing: 5401}).textContent).not.toContain("5401");
  });
});

describe("waitChart(rows, {width})", () => {
  it("stacks writing on reading and says the sum", () => {
    const options = {...setUp, promptTokens: 8192, outputTokens: 512};
    const rows = [{label: "alone", ...requestWait(model, options)}];
    const chart = waitChart(rows, {width: 340});
    expectSound(chart, ["alone: 2.45 s reading", "time since the prompt was sent (s)"]);
    expect(chart.querySelectorAll("rect").length).toBe(2);
  });
});

describe("ceilingChart(picture, {width})", () => {
  const points = ceilingPoints(models, ["bf16", "fp8", "int4-g128"]);
  const options = {
    gpu: setUp.gpu,
    nGpus: 1,
    modelId: model.id,
    measured: measured.decode,
    gpus
  };
  it("has the line of each card, the chosen model's dots and the measured shares", () => {
    const chart = ceilingChart(ceilingPicture(points, options));
    const axes = ["bytes that one token moves", "tokens per second for one reader"];
    expectSound(chart, [...axes, "H100 SXM5", "A100 SXM4", "bf16 23.7", "64 to 69 %", "42 %"]);
    expectSound(ceilingChart(ceilingPicture(points, options), {width: 340}), [
      "bf16 23.7",
      "INT4 84.2"
    ]);
  });
});

describe("cardsChart(cards, {width, base})", () => {
  it("sets reading and writing of each card beside the base", () => {
    const cards = [gpuById("h100-sxm"), gpuById("h200"), gpuById("l4")];
    const speeds = cardSpeeds(model, cards, {...setUp, contextTokens: 8192, promptTokens: 8192});
    const chart = cardsChart(cardGains(speeds, "h100-sxm"), {base: "H100 SXM5"});
    expectSound(chart, ["H200 SXM", "1.4×", "reads", "writes", "speed over H100 SXM5 (times"]);
    expectSound(cardsChart(cardGains(speeds, "h100-sxm"), {width: 340, base: "H100"}), ["1.4×"]);
  });
});
