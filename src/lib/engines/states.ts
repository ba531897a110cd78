/** Recurrent state as engines print it: the matrix state and the convolution's inputs apart. */

import {mixersOf, type LayerPlan} from "../layers.js";
import type {Mixer, StateMixer} from "../model.js";
import {stateElements} from "../state.js";

export interface StateParts {
  /** Matrix state: "S" in llama.cpp, "ssm state" in SGLang */
  readonly recurrentBytes: number;
  /** Last inputs of the short convolutions: "R" in llama.cpp, "conv state" in SGLang */
  readonly convolutionBytes: number;
}

/**
 * Bytes of state of one sequence on one GPU, in its two parts, all layers.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-memory-recurrent.cpp
 * @example statePartBytes({layout: [], layerKinds: []}).recurrentBytes // 0
 */
export function statePartBytes(
  model: LayerPlan,
  {tp = 1, bytesPerElement = 4}: {readonly tp?: number; readonly bytesPerElement?: number} = {}
): StateParts {
  const mixers = mixersOf(model).filter(isState);
  const all = mixers.map((mixer) => stateElements(mixer, tp));
  const recurrent = mixers.map((mixer) => stateElements(withoutConvolution(mixer), tp));
  const total = (elements: readonly number[]) => elements.reduce((a, b) => a + b, 0);
  return {
    recurrentBytes: total(recurrent) * bytesPerElement,
    convolutionBytes: (total(all) - total(recurrent)) * bytesPerElement
  };
}

function isState(mixer: Mixer): mixer is StateMixer {
  return !["attention", "mla", "compressed", "none"].includes(mixer.kind);
}

/** A kernel of 1 keeps no earlier input. */
function withoutConvolution(mixer: StateMixer): StateMixer {
  return mixer.kind === "lightning" ? mixer : {...mixer, convKernel: 1};
}
