import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import type {SimulateReply} from "../../src/lib/sim/messages.js";
import {runRow, simulateRun, type Run} from "../../src/lib/sim/run.js";
import {gpuById, modelById} from "../catalog-data.js";

const run: Run = {
  model: modelById("llama3.1-8b"),
  gpu: gpuById("h100-sxm"),
  weightDtype: "bf16",
  kvDtype: "bf16",
  memory: {kind: "paged", blockSize: 16},
  scheduler: {
    batching: "continuous",
    maxSequences: 8,
    maxBatchedTokens: 2048,
    chunkedPrefill: true
  },
  capacityTokens: 20_000,
  maxModelLen: 2048,
  workload: {
    nRequests: 2000,
    arrivals: {kind: "at-once"},
    lengths: {prompt: {kind: "fixed", tokens: 100}, output: {kind: "fixed", tokens: 200}}
  },
  seed: 1
};

describe("simulate-worker", () => {
  const replies: SimulateReply[] = [];
  let send: (data: unknown) => void;

  beforeEach(async () => {
    replies.length = 0;
    vi.resetModules();
    vi.stubGlobal("self", {
      postMessage: (reply: SimulateReply) => replies.push(structuredClone(reply)),
      addEventListener: (_: string, listen: (event: {data: unknown}) => void) => {
        send = (data) => listen({data: structuredClone(data)});
      }
    });
    await import("../../src/workers/simulate-worker.js");
  });
  afterEach(() => vi.unstubAllGlobals());

  const last = (kind: SimulateReply["kind"]) =>
    vi.waitUntil(() => replies.find((reply) => reply.kind === kind), {timeout: 20_000});

  it("a run comes back with the figures that lib gives, and with progress on the way", async () => {
    send({kind: "run", id: 3, run});
    const done = await last("done");
    expect(done).toEqual({kind: "done", id: 3, row: runRow(simulateRun(run))});
    expect(replies[0]).toMatchObject({kind: "progress", id: 3, progress: {nRequests: 2000}});
  });

  it("a cancelled run stops after the piece at hand", async () => {
    send({kind: "run", id: 4, run});
    await last("progress");
    send({kind: "cancel", id: 4});
    expect(await last("cancelled")).toEqual({kind: "cancelled", id: 4});
    expect(replies.some(({kind}) => kind === "done")).toBe(false);
  });

  it("a run that cannot be is answered with its reason", async () => {
    send({kind: "run", id: 5, run: {...run, maxModelLen: 1}});
    expect(await last("failed")).toEqual({
      kind: "failed",
      id: 5,
      message: "invalid maxModelLen: 1"
    });
  });
});
