/** How fast a setup reads and writes: the roofline's seconds, with the bytes of a file where there is one. */

import {mbuRange, mfuRange} from "../efficiency.js";
import {groupRates, passTime, type PassTime, type StepOptions} from "../pass-time.js";
import {decodeStep, prefillPass} from "../roofline.js";
import {weightBytes} from "../weights.js";
import {replicasOf, type PlanSetup} from "./setup.js";

/** An estimate with what the measured range of its knob makes of it; low is the smaller figure. */
export interface Band {
  readonly low: number;
  readonly usual: number;
  readonly high: number;
}

/**
 * Seconds to read a prompt on an idle replica; NaN where the card's peak is not published.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "prefill"
 * @example ttftBand.length // 1
 */
export function ttftBand(setup: PlanSetup): Band {
  const {model, promptTokens} = setup;
  const at = (mfu: number) => {
    const options = {...stepOptions(setup), mfu};
    return ofFile(prefillPass(model, {...options, promptTokens}), setup, options).seconds;
  };
  return {low: at(mfuRange.high), usual: at(setup.mfu), high: at(mfuRange.low)};
}

/**
 * Seconds of each further token with all readers of the busiest replica writing, at the mean
 * context of a request.
 *
 * @see https://jax-ml.github.io/scaling-book/applied-inference/
 * @example tpotBand.length // 1
 */
export function tpotBand(setup: PlanSetup): Band {
  const {model, promptTokens, outputTokens} = setup;
  const request = {
    batchSize: replicasOf(setup).readersPerReplica,
    contextTokens: promptTokens + outputTokens / 2
  };
  const at = (mbu: number) => {
    const options = {...stepOptions(setup), mbu};
    return ofFile(decodeStep(model, {...options, ...request}), setup, options).seconds;
  };
  return {low: at(mbuRange.high), usual: at(setup.mbu), high: at(mbuRange.low)};
}

/** A file's weights are widened to 16 bits before they are multiplied, whatever the menu says. */
function stepOptions({gpu, tp, kvDtype, mfu, mbu, ...setup}: PlanSetup): StepOptions {
  const weightDtype = setup.weightBytes === null ? setup.weightDtype : "bf16";
  return {gpu, nGpus: tp, tp, weightDtype, kvDtype, mfu, mbu};
}

/** A pass over 16-bit weights with a file's bytes in their place: the same share of all of them. */
function ofFile(pass: PassTime, setup: PlanSetup, options: StepOptions): PassTime {
  if (setup.weightBytes === null) return pass;
  const scale = setup.weightBytes / weightBytes(setup.model, "bf16");
  const saved = (1 - scale) * (pass.bytes - pass.kvBytes);
  const weightSeconds = pass.weightSeconds - saved / groupRates(options).bytesPerSecond;
  return passTime({...pass, weightSeconds, bytes: pass.bytes - saved});
}

/**
 * Tokens a second that readers get who never rest: each sends a prompt, reads the answer and sends
 * the next; while a prompt is read its replica writes nothing.
 *
 * n · answer / (answer · TPOT + readers of a replica · TTFT). NaN without a TTFT.
 * Ignores prompts that a prefix cache answers, and what decodes gain in mixed passes.
 *
 * @see https://arxiv.org/abs/2401.09670 (DistServe: prefill and decode interfere)
 * @example outputTokensPerSecond({nReaders: 10, outputTokens: 100, nGpus: 2, tp: 1}, {ttftSeconds: 0.2, tpotSeconds: 0.01}) // 500
 */
export function outputTokensPerSecond(
  setup: Pick<PlanSetup, "nReaders" | "outputTokens" | "nGpus" | "tp">,
  {ttftSeconds, tpotSeconds}: {readonly ttftSeconds: number; readonly tpotSeconds: number}
): number {
  const {nReaders, outputTokens} = setup;
  const cycleSeconds =
    outputTokens * tpotSeconds + replicasOf(setup).readersPerReplica * ttftSeconds;
  return (nReaders * outputTokens) / cycleSeconds;
}
