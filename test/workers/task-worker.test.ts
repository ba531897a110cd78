import {afterEach, expect, it, vi} from "vitest";
import {blockPoints} from "../../src/lib/sim/block-points.js";
import {standardStream} from "../../src/lib/sim/stream.js";
import {gpus, models} from "../catalog-data.js";

afterEach(() => vi.unstubAllGlobals());

it("task-worker answers a task under its number, or says why not", async () => {
  const replies: unknown[] = [];
  let send: (data: unknown) => void = () => {};
  vi.stubGlobal("self", {
    postMessage: (reply: unknown) => replies.push(structuredClone(reply)),
    addEventListener: (_: string, listen: (event: {data: unknown}) => void) => {
      send = (data) => listen({data: structuredClone(data)});
    }
  });
  await import("../../src/workers/task-worker.js");
  const input = {...standardStream({models, gpus}), nRequests: 20};
  send({id: 1, name: "blockPoints", input});
  send({id: 2, name: "blockPoints", input: {...input, maxModelLen: 0}});
  expect(replies).toEqual([
    {id: 1, output: blockPoints(input)},
    {id: 2, message: "invalid maxModelLen: 0"}
  ]);
});
