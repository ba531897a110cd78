import {expect, it} from "vitest";
import {blockPoints} from "../../../src/lib/sim/block-points.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {runTask, type TaskName} from "../../../src/lib/sim/tasks.js";
import {gpus, models} from "../../catalog-data.js";

const setup = {...standardStream({models, gpus}), nRequests: 20};

it("runTask(name, input) is the function of that name; its output can be sent", () => {
  const output = runTask("blockPoints", setup);
  expect(output).toEqual(blockPoints(setup));
  expect(structuredClone(output)).toEqual(output);
});

it("runTask(name, input) knows no other names", () => {
  expect(() => runTask("toString" as TaskName, setup as never)).toThrow("unknown task: toString");
});
