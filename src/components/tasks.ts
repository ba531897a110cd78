/** Asks a worker, and keeps only the newest question of each kind. */

import type {TaskInput, TaskName, TaskOutput, TaskReply, TaskRequest} from "../lib/sim/tasks.js";
import {keep} from "./dom.js";
import {host} from "./host.js";

interface Question {
  readonly name: TaskName;
  readonly input: unknown;
  readonly resolve: (output: never) => void;
  readonly reject: (reason: Error) => void;
}

interface Desk {
  ask(key: string, question: Question): void;
}

/**
 * The output of a task, from the page's worker, which takes one question after the other. Of several
 * with the same key only the newest waits; those before it are never answered, as their cells have
 * run again.
 */
export function ask<N extends TaskName>(
  name: N,
  input: TaskInput<N>,
  key: string = name
): Promise<TaskOutput<N>> {
  return new Promise<TaskOutput<N>>((resolve, reject) => {
    keep("desk", openDesk).ask(key, {name, input, resolve, reject});
  });
}

function openDesk(): Desk {
  const waiting = new Map<string, Question>();
  let worker: Worker | null | undefined;
  let current: {question: Question; id: number} | undefined;
  let lastId = 0;

  function start(): void {
    const [next] = waiting;
    if (current || !next) return;
    const [key, question] = next;
    waiting.delete(key);
    current = {question, id: ++lastId};
    if (worker === undefined) worker = openWorker({take, fail});
    const request: TaskRequest = {id: lastId, name: question.name, input: question.input};
    if (worker) worker.postMessage(request);
    else void answerHere(request).then(take);
  }

  function take(reply: TaskReply): void {
    if (reply.id !== current?.id) return;
    const {question} = current;
    current = undefined;
    if ("output" in reply) question.resolve(reply.output as never);
    else question.reject(new Error(reply.message));
    start();
  }

  function fail(message: string): void {
    worker = undefined;
    if (current) take({id: current.id, message: message || "the simulator could not be started"});
  }

  return {
    ask(key, question) {
      waiting.delete(key);
      waiting.set(key, question);
      start();
    }
  };
}

/** null where the browser, or the test, has no workers. */
function openWorker({
  take,
  fail
}: {
  take: (reply: TaskReply) => void;
  fail: (message: string) => void;
}): Worker | null {
  try {
    const worker = host.worker(import.meta.resolve("../workers/task-worker.js"));
    worker.addEventListener("message", ({data}: MessageEvent<TaskReply>) => take(data));
    worker.addEventListener("error", ({message}) => fail(message));
    return worker;
  } catch {
    return null;
  }
}

/** The same on the page itself; slower for the reader, no different in the answer. */
async function answerHere({id, name, input}: TaskRequest): Promise<TaskReply> {
  const {runTask} = await import("../lib/sim/tasks.js");
  try {
    return {id, output: runTask(name, input as TaskInput<typeof name>)};
  } catch (error) {
    return {id, message: error instanceof Error ? error.message : String(error)};
  }
}
