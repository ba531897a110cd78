// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import type {TaskRequest} from "../../src/lib/sim/tasks.js";

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly inbox: TaskRequest[] = [];

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(message: TaskRequest): void {
    this.inbox.push(message);
  }

  answer(data: object): void {
    this.dispatchEvent(new MessageEvent("message", {data}));
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.restoreAllMocks();
  FakeWorker.all = [];
  document.body.replaceChildren();
});

/** The module anew, with a desk of its own, on a machine with so many cores. */
async function freshAsk(nCores: number, worker = () => new FakeWorker() as unknown as Worker) {
  const {host} = await import("../../src/components/host.js");
  vi.spyOn(host, "worker").mockImplementation(worker);
  vi.spyOn(host, "cores").mockReturnValue(nCores);
  return (await import("../../src/components/tasks.js")).ask;
}

/** Questions are sent once all cells of a turn have asked. */
const turn = () => new Promise((done) => setTimeout(done, 0));

const sizesSent = () =>
  FakeWorker.all.map(({inbox}) => inbox.flatMap(({input}) => (input as {sizes: number[]}).sizes));

describe("ask", () => {
  it("shares the pieces of a sweep out to all workers; the answer keeps their order", async () => {
    const ask = await freshAsk(2);
    const answer = ask("blockPoints", {sizes: [1, 2, 4]} as never);
    await turn();
    const [a, b] = FakeWorker.all;
    expect(sizesSent()).toEqual([[1], [2]]);
    b!.answer({id: 2, output: ["two"]});
    expect(sizesSent()).toEqual([[1], [2, 4]]);
    b!.answer({id: 3, output: ["four"]});
    a!.answer({id: 1, output: ["one"]});
    expect(await answer).toEqual(["one", "two", "four"]);
  });

  it("starts as many workers as cores, one fewer where there are more than two", async () => {
    const started: number[] = [];
    for (const nCores of [1, 2, 3, 8]) {
      vi.resetModules();
      FakeWorker.all = [];
      const ask = await freshAsk(nCores);
      void ask("blockPoints", {} as never);
      await turn();
      started.push(FakeWorker.all.length);
    }
    expect(started).toEqual([1, 2, 2, 7]);
  });

  it("drops the pieces of a question when a newer one has its key, and answers only that", async () => {
    const ask = await freshAsk(1);
    const stale = vi.fn();
    void ask("blockPoints", {sizes: [1, 2, 4]} as never).then(stale, stale);
    await turn();
    const newest = ask("blockPoints", {sizes: [8]} as never);
    const other = ask("chunkPictures", {sizes: [0]} as never);
    const [worker] = FakeWorker.all;
    worker!.answer({id: 1, output: ["stale"]});
    // the newest came before the one in front was answered: it waits until the inputs rest
    await turn();
    worker!.answer({id: 2, output: "other"});
    await vi.waitUntil(() => worker!.inbox.length === 3);
    worker!.answer({id: 3, output: ["new"]});
    expect(sizesSent()).toEqual([[1, 0, 8]]);
    expect([await other, await newest]).toEqual(["other", ["new"]]);
    expect(stale).not.toHaveBeenCalled();
  });

  it("answers what is seen first before the checks, in whatever order the cells ask", async () => {
    const ask = await freshAsk(1);
    void ask("pagedChecks", {} as never);
    void ask("blockPoints", {sizes: [1]} as never);
    void ask("allocatorRuns", {names: ["paged"]} as never);
    await turn();
    for (let id = 1; id < 3; id++) FakeWorker.all[0]!.answer({id, output: []});
    const names = FakeWorker.all[0]!.inbox.map(({name}) => name);
    expect(names).toEqual(["allocatorRuns", "blockPoints", "pagedChecks"]);
  });

  it("a piece that throws fails its question; what is left of it is not worked on", async () => {
    const ask = await freshAsk(1);
    const bad = ask("blockPoints", {sizes: [1, 2]} as never);
    await turn();
    FakeWorker.all[0]!.answer({id: 1, message: "invalid seed: 0"});
    await expect(bad).rejects.toThrow("invalid seed: 0");
    expect(sizesSent()).toEqual([[1]]);
  });

  it("a worker that breaks fails its question; the next question has a new worker", async () => {
    const ask = await freshAsk(1);
    const lost = expect(ask("slotPictures", {} as never)).rejects.toThrow("could not be started");
    await turn();
    FakeWorker.all[0]!.dispatchEvent(new ErrorEvent("error", {message: ""}));
    await lost;
    const good = ask("slotPictures", {} as never);
    await turn();
    FakeWorker.all[1]!.answer({id: 2, output: []});
    expect(await good).toEqual([]);
  });

  it("without workers the page answers itself, and says why it cannot", async () => {
    const ask = await freshAsk(4, () => {
      throw new Error("no workers here");
    });
    await expect(ask("blockPoints", {maxModelLen: 0, lengths: {}} as never)).rejects.toThrow();
    expect(await ask("rateCurve", {rates: []} as never)).toEqual([]);
  });

  it("tells how many simulations are done once that takes a while", async () => {
    vi.useFakeTimers();
    const ask = await freshAsk(1);
    const words = () => document.querySelector(".lab-busy:not([hidden])")?.textContent;
    void ask("blockPoints", {sizes: [1, 2]} as never);
    vi.advanceTimersByTime(500);
    expect(words()).toBeUndefined();
    FakeWorker.all[0]!.answer({id: 1, output: []});
    vi.advanceTimersByTime(300);
    expect(words()).toBe("1 of 2 simulations");
    FakeWorker.all[0]!.answer({id: 2, output: []});
    expect(words()).toBeUndefined();
    vi.useRealTimers();
  });
});
