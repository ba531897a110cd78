import {describe, expect, it} from "vitest";
import {
  batchingInputs,
  batchingRun,
  batchingStudy,
  tightRun
} from "../../../src/lib/sim/batching-run.js";
import {standardInputs} from "./batching-fixture.js";

describe("batchingRun", () => {
  it("batchingInputs(record, chosen) is the page's record by its own names", () => {
    const {model, gpu, lengths} = standardInputs;
    const record = {
      tp: 1,
      wdt: "bf16",
      kvdt: "bf16",
      rate: 10,
      seqs: 32,
      budget: 2048,
      chunk: true,
      wm: 0.01,
      share: 0,
      order: "fcfs",
      ttft: 1,
      tpot: 0.05,
      seed: 1
    } as const;
    expect(batchingInputs(record, {model, gpu, lengths})).toEqual(standardInputs);
  });

  it("batchingRun(inputs) has a prefix cache where there is something to share", () => {
    expect(batchingRun(standardInputs).workload.sharing).toBeNull();
    const shared = batchingRun({...standardInputs, sharedFraction: 0.5});
    expect(shared.memory).toMatchObject({prefixCache: true});
    expect(shared.workload.sharing).toMatchObject({sharedFraction: 0.5});
  });

  it("batchingStudy(inputs) has memory for all places at the longest length", () => {
    const study = batchingStudy(standardInputs);
    expect(study.capacityTokens).toBe(32 * 8192);
    expect(study.nRequests).toBe(12_800);
    // whole batches, 40 at least
    expect(batchingStudy({...standardInputs, maxSequences: 48}).nRequests).toBe(267 * 48);
    expect(batchingStudy({...standardInputs, maxSequences: 512}).nRequests).toBe(40 * 512);
  });

  it("tightRun(run) has room for a quarter of the places at the mean length", () => {
    const wide = batchingRun({...standardInputs, maxSequences: 256});
    // 256 · (161.3 + 338) / 4
    expect(tightRun(wide).capacityTokens).toBe(Math.ceil((256 * 499.3) / 4));
    expect(tightRun(batchingRun(standardInputs)).capacityTokens).toBe(2 * 8192);
  });
});
