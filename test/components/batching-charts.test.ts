// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {batchingTasks, kneeWords} from "../../src/components/batching-view.js";
import {chunkChart} from "../../src/components/chunk-chart.js";
import {prefixChart} from "../../src/components/prefix-chart.js";
import {rateChart} from "../../src/components/rate-chart.js";
import {slotsChart} from "../../src/components/slots-chart.js";
import {spreadChart} from "../../src/components/spread-chart.js";
import {watermarkChart} from "../../src/components/watermark-chart.js";
import {batchingRun, batchingStudy} from "../../src/lib/sim/batching-run.js";
import {gainBySpread} from "../../src/lib/sim/batching-study.js";
import {chunkPictures} from "../../src/lib/sim/chunk-picture.js";
import {prefixCurve, rateCurve, watermarkCurve} from "../../src/lib/sim/curves.js";
import {slotPictures} from "../../src/lib/sim/slot-picture.js";
import {standardInputs} from "../lib/sim/batching-fixture.js";

const base = batchingRun(standardInputs);
const run = {...base, workload: {...base.workload, nRequests: 100}};
const curve = rateCurve({run, rates: [2, 10, 40]});

function expectSound(chart: Element, labels: readonly string[]): void {
  expect(chart.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  for (const label of labels) expect(chart.textContent).toContain(label);
}

describe("charts of continuous-batching", () => {
  const slots = slotPictures(run);
  const spreads = gainBySpread({...batchingStudy(standardInputs), nRequests: 128}, [0, 1]);
  const chunks = chunkPictures({run, nReaders: 4, contextTokens: 512, longPromptTokens: 8192});
  const marks = watermarkCurve({run});
  const prefixes = prefixCurve({run});
  for (const width of [340, 640, 900]) {
    it(`have marks, units and no stray values, ${width} pixels wide`, () => {
      expectSound(slotsChart(slots, {width}), ["static batches", "continuous batches", "time"]);
      expectSound(spreadChart(spreads, {width}), ["spread of answers", "2 to 4 times", "gain"]);
      expectSound(chunkChart(chunks, {width}), ["wait for a token", "prompt whole"]);
      expectSound(prefixChart(prefixes, {width}), ["common beginning (%)", "no prefix cache"]);
      expectSound(rateChart(curve, {width, measure: "ttftP99Seconds", limit: 1}), ["first token"]);
      expectSound(rateChart(curve, {width, measure: "tpotP99Seconds"}), ["further token"]);
      expectSound(rateChart(curve, {width, measure: "goodRequestsPerSecond"}), ["requests/s"]);
      const output = rateChart(curve, {width, measure: "outputTokensPerSecond"});
      expectSound(output, ["output (tokens/s)", "arrivals", "static", "continuous"]);
      expectSound(watermarkChart(marks, {width, measure: "preemptionsPerAnswer"}), ["thrown out"]);
      expectSound(watermarkChart(marks, {width, measure: "outputTokensPerSecond"}), ["tokens/s"]);
    });
  }

  it("a picture of places has a bar for each stay", () => {
    const bars = slotsChart(slots, {width: 640}).querySelectorAll("rect > title");
    expect(bars).toHaveLength(slots.reduce((sum, {spans}) => sum + spans.length, 0));
  });

  it("tasks hold the knee of the curve", () => {
    expect(batchingTasks({knee: kneeWords(curve)})[0]!.answer.join("")).toContain("up to 10");
  });
});
