import {expect, it} from "vitest";
import {allocatorRuns} from "../../../src/lib/sim/allocator-runs.js";
import {
  gainWords,
  momentSentence,
  pagedAnswer,
  wasteSentence
} from "../../../src/lib/sim/paged-words.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {gpus, models} from "../../catalog-data.js";

const runs = allocatorRuns(standardStream({models, gpus}));

it("sentences hold the figures of the run, and no NaN", () => {
  const moments = runs.map((run) => run.moments[70]!);
  const all = [
    pagedAnswer(runs, 16).text,
    wasteSentence(runs),
    gainWords(runs),
    momentSentence(moments)
  ];
  for (const text of all) {
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).not.toMatch(/NaN|undefined|—/);
  }
  expect(pagedAnswer(runs, 16).value).toBe(runs[3]!.shares.used);
});

it("a run that is asked for and not there is named", () => {
  expect(() => pagedAnswer([], 16)).toThrow("no run of allocator: paged");
});
