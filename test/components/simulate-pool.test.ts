// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {host} from "../../src/components/host.js";
import {simulatePool} from "../../src/components/simulate-pool.js";
import type {SimulateRequest} from "../../src/lib/sim/messages.js";
import type {Run} from "../../src/lib/sim/run.js";

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly inbox: SimulateRequest[] = [];
  isTerminated = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(message: SimulateRequest): void {
    this.inbox.push(message);
  }

  answer(data: object): void {
    this.dispatchEvent(new MessageEvent("message", {data}));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const run = (seed: number) => ({seed}) as Run;
const ids = (worker: FakeWorker) => worker.inbox.map(({id}) => id);

beforeEach(() => {
  FakeWorker.all = [];
  vi.spyOn(host, "worker").mockImplementation(() => new FakeWorker() as unknown as Worker);
});

describe("simulatePool", () => {
  it("gives each worker one run at a time and starts no more workers than asked", async () => {
    const pool = simulatePool(2);
    const rows = [1, 2, 3].map((seed) => pool.run(run(seed)));
    const [a, b] = FakeWorker.all;
    expect([FakeWorker.all.length, ids(a!), ids(b!)]).toEqual([2, [1], [2]]);
    b!.answer({kind: "done", id: 2, row: {seconds: 2}});
    expect(await rows[1]).toEqual({seconds: 2});
    expect(ids(b!)).toEqual([2, 3]);
    pool.close();
    expect(FakeWorker.all.every(({isTerminated}) => isTerminated)).toBe(true);
  });

  it("a sweep comes back in its own order, whoever was first", async () => {
    const pool = simulatePool(2);
    const seen: number[] = [];
    const sweep = pool.sweep(
      [0, 1].map((index) => ({index, point: {seed: index}, run: run(index)})),
      {onRow: ({index}) => seen.push(index)}
    );
    FakeWorker.all[1]!.answer({kind: "done", id: 2, row: {x: 1}});
    await vi.waitUntil(() => seen.length === 1);
    FakeWorker.all[0]!.answer({kind: "done", id: 1, row: {x: 0}});
    expect(await sweep).toEqual([
      {index: 0, point: {seed: 0}, row: {x: 0}},
      {index: 1, point: {seed: 1}, row: {x: 1}}
    ]);
    expect(seen).toEqual([1, 0]);
  });

  it("progress is passed on, failures are told with their reason", async () => {
    const pool = simulatePool(1);
    const onProgress = vi.fn();
    const row = pool.run(run(1), {onProgress});
    FakeWorker.all[0]!.answer({kind: "progress", id: 1, progress: {nDone: 5}});
    expect(onProgress).toHaveBeenCalledWith({nDone: 5});
    FakeWorker.all[0]!.answer({kind: "failed", id: 1, message: "invalid maxModelLen: 1"});
    await expect(row).rejects.toThrow("invalid maxModelLen: 1");
  });

  it("a signal stops the run that goes and those that wait", async () => {
    const pool = simulatePool(1);
    const stop = new AbortController();
    const rows = [1, 2].map((seed) => pool.run(run(seed), {signal: stop.signal}));
    const settled = Promise.allSettled(rows);
    stop.abort();
    expect(FakeWorker.all[0]!.inbox.at(-1)).toEqual({kind: "cancel", id: 1});
    FakeWorker.all[0]!.answer({kind: "cancelled", id: 1});
    const reasons = (await settled).map((result) => result.status);
    expect(reasons).toEqual(["rejected", "rejected"]);
    await expect(pool.run(run(3), {signal: stop.signal})).rejects.toThrow("run was stopped");
  });

  it("a worker that breaks fails its run alone; the next run gets a new one", async () => {
    const pool = simulatePool(1);
    const rows = [pool.run(run(1)), pool.run(run(2))];
    const first = expect(rows[0]).rejects.toThrow("the simulator could not be started");
    FakeWorker.all[0]!.dispatchEvent(new ErrorEvent("error", {message: ""}));
    await first;
    expect(ids(FakeWorker.all[1]!)).toEqual([2]);
    FakeWorker.all[1]!.answer({kind: "done", id: 2, row: {}});
    expect(await rows[1]).toEqual({});
  });
});
