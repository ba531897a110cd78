// @vitest-environment jsdom
import fc from "fast-check";
import {describe, expect, it, vi} from "vitest";
import {ggufDrop, readGguf} from "../../src/components/gguf-drop.js";
import {logReader} from "../../src/components/log-reader.js";
import {memoryBarChart} from "../../src/components/memory-bar-chart.js";
import {paretoChart} from "../../src/components/pareto-chart.js";
import {
  calibrateButton,
  comparisonTable,
  engineWords,
  fileWords,
  fitOf,
  fixesTable,
  memoryRows,
  plannerSetup,
  plannerTasks,
  puzzleList,
  stepsTable
} from "../../src/components/planner-view.js";
import {fields} from "../../src/components/fields.js";
import type {PageState} from "../../src/components/state.js";
import {cardPoints, rentedCards} from "../../src/lib/planner/cards.js";
import {fixesOf} from "../../src/lib/planner/fixes.js";
import {outcomeOf, planOf} from "../../src/lib/planner/plan.js";
import {enginePuzzles} from "../../src/lib/planner/puzzles.js";
import {gpus, modelById, models} from "../catalog-data.js";
import {ggufBytes, modelFile} from "../lib/gguf/gguf-file.js";
import {standardPlan} from "../lib/planner/plan-fixture.js";

const plan = planOf(standardPlan);

function expectSound(chart: Element, labels: readonly string[]): void {
  expect(chart.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  for (const label of labels) expect(chart.textContent).toContain(label);
}

/** A File as far as the reader needs one; jsdom's slices cannot be read. */
function fileOf(bytes: Uint8Array, name = "model.gguf") {
  const slice = (from = 0, to = bytes.length) => ({
    arrayBuffer: () => Promise.resolve(bytes.slice(from, to).buffer)
  });
  return {name, size: bytes.length, slice} as unknown as File;
}

describe("tables and charts of the planner", () => {
  it("the steps, words and changes stand with their values", () => {
    expectSound(stepsTable(plan.steps), ["Maximum concurrency", "30.61×", "GPU KV cache size"]);
    expectSound(engineWords(plan.capacity.words), ["1,003,104 tokens"]);
    expectSound(fixesTable(fixesOf(standardPlan)), ["✓ works", "$2,836.80", "int4-g128"]);
    const crowd = fixesTable(fixesOf({...standardPlan, nReaders: 2000, tpotSeconds: 1e-4}));
    expectSound(crowd, ["✗ does not fit"]);
    expectSound(puzzleList(enginePuzzles(models)), ["The mistake", "626,949", "vllm#40691"]);
  });

  it("the bar of memory adds up to the budget", () => {
    const fit = fitOf(plan);
    expect(
      fit.weightBytesPerGpu + fit.kvBytesPerGpu + fit.overheadBytes + fit.freeBytes
    ).toBeCloseTo(fit.budgetBytes, 0);
    // 16 readers of 32,768 tokens of 64 KiB
    expect(fit.kvBytesPerGpu).toBe(16 * 32_768 * 65_536);
    expect(memoryRows(fit)).toHaveLength(5);
    expectSound(memoryBarChart(fit, {width: 640}), ["weights", "KV cache"]);
  });

  it("a plan fits where the bar is not short, for every model, engine and card", () => {
    const engine = fc.constantFrom("vllm" as const, "sglang" as const, "llama.cpp" as const);
    const card = fc.constantFrom(...gpus.filter(({hbmBytes}) => hbmBytes !== null));
    const load = fc.tuple(fc.integer({min: 2, max: 70_000}), fc.integer({min: 1, max: 256}));
    const seen = {fits: 0, short: 0};
    fc.assert(
      fc.property(fc.constantFrom(...models), engine, card, load, (model, name, gpu, [ctx, n]) => {
        const contextTokens = Math.min(ctx, model.maxModelLen ?? ctx);
        const formats =
          name === "llama.cpp" ? ({weightDtype: "q4_K", kvDtype: "q8_0"} as const) : {};
        const request = {contextTokens, promptTokens: 1, outputTokens: 1, nReaders: n};
        const setup = {...standardPlan, model, gpu, engine: name, ...request, ...formats};
        const {plan: outcome} = outcomeOf({...setup, nGpus: 1});
        if (outcome === null) return;
        seen[outcome.fits ? "fits" : "short"] += 1;
        expect(fitOf(outcome).shortBytes === 0).toBe(outcome.fits);
      }),
      {seed: 20, numRuns: 4000}
    );
    expect(seen.fits).toBeGreaterThan(500);
    expect(seen.short).toBeGreaterThan(500);
  });

  it("the bar is not short where llama.cpp's readers share their padding (ctx 100, 200 readers)", () => {
    const setup = {
      ...standardPlan,
      model: modelById("llama3.2-3b"),
      gpu: gpus.find(({id}) => id === "l4")!,
      engine: "llama.cpp",
      kvDtype: "bf16",
      weightDtype: "bf16",
      nGpus: 1,
      contextTokens: 100,
      promptTokens: 80,
      outputTokens: 20,
      nReaders: 200
    } as const;
    expect(planOf(setup).fits).toBe(true);
    expect(fitOf(planOf(setup)).shortBytes).toBe(0);
  });

  it("cards stand in cost and time, a dot each", () => {
    const rentals = [
      {gpu: "h100-sxm", usdPerHour: 2.4},
      {gpu: "l4", usdPerHour: 0.44}
    ];
    const points = cardPoints(standardPlan, rentedCards(gpus, rentals));
    for (const width of [340, 640, 900]) {
      const chart = paretoChart(points, {width, limit: 0.05, chosen: "h100-sxm"});
      expectSound(chart, ["cost (USD a month", "time for a token", "4 × L4"]);
      expect(
        chart.querySelectorAll('[aria-label="dot"] path, [aria-label="dot"] circle')
      ).toHaveLength(2);
    }
  });

  it("plannerSetup(record, chosen) is the page's record by its own names", () => {
    const {model, weightBytes, gpu} = standardPlan;
    const record = {
      n: 2,
      tp: 1,
      wdt: "fp8",
      kvdt: "fp8",
      engine: "vllm",
      util: 0.9,
      overhead: 2 * 2 ** 30,
      blk: 16,
      mnbt: 8192,
      ctx: 32_768,
      batch: 32,
      prompt: 8192,
      answer: 512,
      ttft: 2,
      tpot: 0.05,
      usdh: 1.97,
      mfu: 0.5,
      mbu: 0.65
    } as const;
    expect(plannerSetup(record, {model, weightBytes, gpu})).toEqual(standardPlan);
    expect(plannerTasks()).toHaveLength(3);
    // the answer to twice the readers is what the table says at the defaults
    const twice = fixesOf({...standardPlan, nReaders: 64});
    const order = ["weights in int4-g128", "context of", "3 cards: one more", "4 cards, twice"];
    expect(twice.slice(0, 4).map(({label}, i) => label.startsWith(order[i]!))).toEqual(
      order.map(() => true)
    );
    expect(twice.at(-1)!.plan!.maxReaders).toBe(60);
    const wide = {...standardPlan, kvDtype: "bf16"} as const;
    expect(planOf(wide).maxReaders).toBe(30);
  });
});

describe("readGguf and ggufDrop", () => {
  const {metadata, tensors} = modelFile(modelById("qwen3-0.6b"), "qwen3", 8);

  it("reads a file's model and exact bytes from its header", async () => {
    const file = await readGguf(fileOf(ggufBytes(metadata, tensors)));
    expect(file.model.layout).toHaveLength(28);
    expect(file.weightBytes).toBe(file.shares.reduce((sum, {bytes}) => sum + bytes, 0));
    expect(fileWords(file).join("")).toContain("of weights exactly (Q8_0");
    expect(fileWords(null).join("")).toContain("No file");
  });

  it("a file that is cut, or none at all, is told in one sentence", async () => {
    const bytes = ggufBytes(metadata, tensors);
    await expect(readGguf(fileOf(bytes.slice(0, 100)))).rejects.toThrow(
      "GGUF file ends inside its header"
    );
    await expect(readGguf(fileOf(new Uint8Array(2e7)))).rejects.toThrow("not a GGUF file");
  });

  it("the place to drop on holds the file until it is forgotten", async () => {
    const element = ggufDrop();
    document.body.append(element);
    expect(element.value).toBeNull();
    const event = Object.assign(new Event("drop"), {
      dataTransfer: {files: [fileOf(ggufBytes(metadata, tensors))]}
    });
    element.dispatchEvent(event);
    await vi.waitUntil(() => element.value !== null);
    expect(element.textContent).toContain("28 layers");
    element.querySelector("button")!.click();
    expect(element.value).toBeNull();
  });
});

describe("logReader", () => {
  it("holds what a pasted log says, and says what it does not understand", () => {
    const element = logReader();
    const area = element.querySelector("textarea")!;
    const paste = (text: string) => {
      area.value = text;
      area.dispatchEvent(new Event("input", {bubbles: true}));
    };
    paste("GPU KV cache size: 1,000,000 tokens");
    expect(element.value?.figures).toEqual({engine: "vllm", cacheTokens: 1_000_000});
    expect(element.textContent).toContain("1 figure read");
    const rows = [
      {key: "cacheTokens", printed: 1e6, ours: 1_003_104, differenceFraction: 0.0031}
    ] as const;
    expectSound(comparisonTable(rows), ["KV cache size", "1,003,100"]);
    paste("hello");
    expect([element.value, element.textContent]).toEqual([
      null,
      expect.stringContaining("no line of a vLLM")
    ]);
    paste("");
    expect(element.querySelector("[role=status]")!.textContent).toBe("");
  });
});

describe("calibrateButton", () => {
  const set: unknown[] = [];
  const state = {
    schema: {fields: {overhead: fields["overhead"]}},
    setUp: (label: string, patch: object) => {
      set.push(patch);
      return Object.assign(document.createElement("button"), {textContent: label});
    }
  } as unknown as PageState;
  const text = (overheadBytes: number) =>
    calibrateButton(state, {overheadBytes, from: "what is left over"}).textContent;

  it("offers what the field takes, and says why it does not offer the rest", () => {
    expect(text(5.25 * 2 ** 30)).toBe("Use its overhead, 5.25 GiB a card (what is left over)");
    expect(set).toEqual([{overhead: 5.25 * 2 ** 30}]);
    expect(text(71.68 * 2 ** 30)).toBe(
      "Its overhead is not used: 71.68 GiB (what is left over) is more than the page takes."
    );
    expect(text(-2 * 2 ** 30)).toContain("−2.00 GiB");
    expect(set).toHaveLength(1);
    expect(calibrateButton(state, null).textContent).toContain("not in these lines");
  });

  it("a log without a figure of ours gives a sentence, and nothing is divided by 0", () => {
    expect(comparisonTable([]).textContent).toContain("None of its figures");
    const row = {key: "kvBytes", printed: 0, ours: 1, differenceFraction: null} as const;
    expect(comparisonTable([row]).textContent).not.toContain("∞");
  });
});
