/** What a page asks for, worked out beside it: one task in, its output out. */

import {runTask, type TaskInput, type TaskReply, type TaskRequest} from "../lib/sim/tasks.js";

function answer({id, name, input}: TaskRequest): TaskReply {
  try {
    return {id, output: runTask(name, input as TaskInput<typeof name>)};
  } catch (error) {
    return {id, message: error instanceof Error ? error.message : String(error)};
  }
}

self.addEventListener("message", ({data}: MessageEvent<TaskRequest>) => {
  self.postMessage(answer(data));
});
