/** Asks workers on all cores, and keeps only the newest question of each kind. */

import {joinedOutput, piecesOf, urgencyOf} from "../lib/sim/pieces.js";
import type {TaskInput, TaskName, TaskOutput, TaskReply, TaskRequest} from "../lib/sim/tasks.js";
import {keep} from "./dom.js";
import {host} from "./host.js";
import {taskProgress} from "./task-progress.js";

/** A question and what has been answered of it. */
interface Question {
  readonly name: TaskName;
  readonly pieces: readonly unknown[];
  readonly outputs: unknown[];
  nSent: number;
  nDone: number;
  /** Not before the inputs rest */
  isEarly: boolean;
  readonly resolve: (output: never) => void;
  readonly reject: (reason: Error) => void;
}

/** A piece that somebody works on. */
interface Piece {
  readonly question: Question;
  readonly index: number;
  readonly id: number;
}

/** Somebody who works on one piece at a time. */
interface Clerk {
  readonly send: (request: TaskRequest) => void;
  piece: Piece | null;
}

interface Desk {
  ask(key: string, question: Question): void;
}

/**
 * The output of a task. A sweep is cut into pieces that the workers of the page share, so it uses
 * all cores; the output is that of one worker, whoever was first.
 *
 * Of several questions with the same key only the newest is answered: its cell has run again, so
 * the pieces of those before it are dropped. One that comes before the last was answered waits until
 * the inputs rest, for the next step of a drag would drop it too.
 */
export function ask<N extends TaskName>(
  name: N,
  input: TaskInput<N>,
  key: string = name
): Promise<TaskOutput<N>> {
  return new Promise<TaskOutput<N>>((resolve, reject) => {
    const pieces = piecesOf(name, input);
    if (pieces.length === 0) return resolve(joinedOutput(name, []));
    const counts = {nSent: 0, nDone: 0, isEarly: false};
    const question = {name, pieces, outputs: [], ...counts, resolve, reject};
    keep("desk", openDesk).ask(key, question);
  });
}

/** Inputs rest when they have been still so long, milliseconds. */
const REST = 60;

/** The first worker loads while the page does. */
keep("desk", openDesk);

/** One core is left to the page where there are more than two. */
function nClerks(): number {
  const cores = host.cores();
  return cores > 2 ? cores - 1 : cores;
}

function openDesk(): Desk {
  const questions = new Map<string, Question>();
  const clerks: Clerk[] = [];
  const progress = taskProgress();
  let lastId = 0;
  /** Pieces of questions that were answered since the desk was last empty */
  let nAnswered = 0;
  let isDue = false;

  /** Cells that run together ask in no order of ours: all are heard before the first is answered. */
  function startSoon(): void {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      start();
    }, 0);
  }

  function wake(question: Question): void {
    question.isEarly = false;
    start();
  }

  function start(): void {
    const ordered = [...questions.values()].sort((a, b) => urgencyOf(a.name) - urgencyOf(b.name));
    for (const question of ordered.filter(({isEarly}) => !isEarly)) {
      while (question.nSent < question.pieces.length) {
        const clerk = clerks.find(({piece}) => piece === null) ?? added();
        if (!clerk) return;
        send(clerk, {question, index: question.nSent++, id: ++lastId});
      }
    }
  }

  function send(clerk: Clerk, piece: Piece): void {
    clerk.piece = piece;
    const {name, pieces} = piece.question;
    clerk.send({id: piece.id, name, input: pieces[piece.index]});
  }

  function added(): Clerk | undefined {
    if (clerks.length >= nClerks()) return undefined;
    const clerk: Clerk = newClerk({
      take: (reply) => take(clerk, reply),
      fail: (message) => lose(clerk, message)
    });
    clerks.push(clerk);
    return clerk;
  }

  function take(clerk: Clerk, reply: TaskReply): void {
    const {piece} = clerk;
    if (reply.id !== piece?.id) return;
    clerk.piece = null;
    note(piece, reply);
    start();
    showProgress();
  }

  function note({question, index}: Piece, reply: TaskReply): void {
    const key = [...questions.keys()].find((one) => questions.get(one) === question);
    if (key === undefined) return;
    if ("message" in reply) {
      questions.delete(key);
      question.reject(new Error(reply.message));
      return;
    }
    question.outputs[index] = reply.output;
    if (++question.nDone < question.pieces.length) return;
    questions.delete(key);
    nAnswered += question.pieces.length;
    question.resolve(joinedOutput(question.name, question.outputs as never) as never);
  }

  /** A worker that broke takes its question with it; another takes its place. */
  function lose(clerk: Clerk, message: string): void {
    clerks.splice(clerks.indexOf(clerk), 1);
    const {piece} = clerk;
    const reason = message || "the simulator could not be started";
    if (piece) note(piece, {id: piece.id, message: reason});
    start();
    showProgress();
  }

  function showProgress(): void {
    if (questions.size === 0) nAnswered = 0;
    let [nDone, nPieces] = [nAnswered, nAnswered];
    for (const question of questions.values()) {
      nDone += question.nDone;
      nPieces += question.pieces.length;
    }
    progress.show(nDone, nPieces);
  }

  added();
  return {
    ask(key, question) {
      question.isEarly = questions.delete(key);
      questions.set(key, question);
      if (question.isEarly) setTimeout(() => wake(question), REST);
      else startSoon();
      showProgress();
    }
  };
}

interface Listeners {
  readonly take: (reply: TaskReply) => void;
  readonly fail: (message: string) => void;
}

/** A worker; the page itself where the browser, or the test, has none. */
function newClerk({take, fail}: Listeners): Clerk {
  try {
    const worker = host.worker(import.meta.resolve("../workers/task-worker.js"));
    worker.addEventListener("message", ({data}: MessageEvent<TaskReply>) => take(data));
    worker.addEventListener("error", ({message}) => fail(message));
    return {send: (request) => worker.postMessage(request), piece: null};
  } catch {
    return {send: (request) => void answerHere(request).then(take), piece: null};
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
