// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import {host} from "../../src/components/host.js";
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
  FakeWorker.all = [];
  vi.spyOn(host, "worker").mockImplementation(() => new FakeWorker() as unknown as Worker);
});

/** The module anew, with a desk of its own. */
async function freshAsk() {
  const {host: fresh} = await import("../../src/components/host.js");
  vi.spyOn(fresh, "worker").mockImplementation(() => new FakeWorker() as unknown as Worker);
  return (await import("../../src/components/tasks.js")).ask;
}

it("one worker takes one question after the other, of each key only the newest", async () => {
  const ask = await freshAsk();
  const answers = [1, 2, 3].map((n) => ask("blockPoints", {seed: n} as never));
  const other = ask("allocatorRuns", {seed: 9} as never);
  const [worker] = FakeWorker.all;
  expect(FakeWorker.all).toHaveLength(1);
  expect(worker!.inbox.map(({input}) => input)).toEqual([{seed: 1}]);
  worker!.answer({id: 1, output: "a"});
  expect(await answers[0]).toBe("a");
  // the second was replaced by the third while the first was worked on
  expect(worker!.inbox[1]).toMatchObject({name: "blockPoints", input: {seed: 3}});
  worker!.answer({id: 2, output: "c"});
  worker!.answer({id: 3, output: "d"});
  expect([await answers[2], await other]).toEqual(["c", "d"]);
});

it("a task that throws, and a worker that breaks, are told; the next question has a new worker", async () => {
  const ask = await freshAsk();
  const bad = ask("blockPoints", {} as never);
  FakeWorker.all[0]!.answer({id: 1, message: "invalid seed: 0"});
  await expect(bad).rejects.toThrow("invalid seed: 0");
  const lost = expect(ask("blockPoints", {} as never)).rejects.toThrow("could not be started");
  FakeWorker.all[0]!.dispatchEvent(new ErrorEvent("error", {message: ""}));
  await lost;
  const good = ask("blockPoints", {} as never);
  FakeWorker.all[1]!.answer({id: 3, output: []});
  expect(await good).toEqual([]);
});
