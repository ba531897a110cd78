/** The smallest engine with something in it, for examples. */

import {requestsFromRows} from "./requests.js";
import {STATUS} from "./records.js";
import {startServing, type Serving} from "./serving.js";
import {PHASE} from "./slots.js";
import {constantStep} from "./step.js";

/**
 * An engine with two slots, 64 tokens in blocks of 4 and passes of half a second. Request 0, prompt
 * of 8 tokens and answer of 3, is in slot 0 with nothing read yet; a like request is about to come.
 *
 * @example toyServing().slots.order.size // 1
 */
export function toyServing(): Serving {
  const row = {arrivalSeconds: 0, promptTokens: 8, outputTokens: 3};
  const scheduler = {
    batching: "continuous",
    maxSequences: 2,
    maxBatchedTokens: 64,
    chunkedPrefill: true
  } as const;
  const memory = {kind: "paged", blockSize: 4} as const;
  const config = {memory, capacityTokens: 64, maxModelLen: 32, scheduler};
  const s = startServing(config, requestsFromRows([row, row]), constantStep(0.5));
  s.nReleased = 2;
  s.records.arrivalSeconds.fill(0);
  s.tally.arrived = 1;
  s.records.status[0] = STATUS.running;
  s.records.admittedSeconds[0] = 0;
  const {slots} = s;
  slots.free.pop();
  slots.request[0] = 0;
  slots.phase[0] = PHASE.prefill;
  slots.targetTokens[0] = slots.roomTokens[0] = row.promptTokens;
  slots.order.pushBack(0);
  slots.prefilling.pushBack(0);
  const tokens = {tokens: 8, roomTokens: 8, finalTokens: 10, promptTokens: 8, outputTokens: 3};
  s.memory.admit(0, {request: 0, ...tokens});
  return s;
}
