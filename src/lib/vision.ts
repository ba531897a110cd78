import type {VisionTower} from "./model.js";

/**
 * Parameters of a vision tower of the Qwen3-VL layout, its patch merger included.
 *
 * Patch projection and position table, then per layer 4·D² of attention, 2·D·F of a plain MLP and
 * two LayerNorms, all with biases; the merger is a LayerNorm and an MLP on merged patches.
 * Ignores deep-stack mergers, which the Qwen3.5 towers do not have.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/qwen3_5/modeling_qwen3_5.py
 * @example visionParams({nLayers: 0, hiddenSize: 2, intermediateSize: 4, outHiddenSize: 3, patchElements: 5, nPositions: 7, mergedPatches: 1}) // 45
 */
export function visionParams(tower: VisionTower): number {
  const {hiddenSize, intermediateSize, outHiddenSize} = tower;
  const embed = hiddenSize * (tower.patchElements + 1 + tower.nPositions);
  const attention = 4 * hiddenSize * hiddenSize + 4 * hiddenSize;
  const mlp = 2 * hiddenSize * intermediateSize + intermediateSize + hiddenSize;
  const merged = hiddenSize * tower.mergedPatches;
  const merger = merged * (merged + 1) + outHiddenSize * (merged + 1) + 2 * hiddenSize;
  return embed + tower.nLayers * (attention + mlp + 4 * hiddenSize) + merger;
}
