/** Tasks cut into pieces, so that several workers can share one. */

import {
  ALLOCATOR_NAMES,
  BATCHINGS,
  BLOCK_SIZES,
  PREFIX_ORDERS,
  SHARED_FRACTIONS,
  SPLIT_WAYS,
  SPREADS,
  WATERMARKS
} from "./axes.js";
import type {TaskInput, TaskName, TaskOutput} from "./tasks.js";

type Cut<N extends TaskName> = (input: TaskInput<N>) => TaskInput<N>[];

/** Sweeps: what they give for an input is what they give for its pieces, one after the other. */
const cuts: {readonly [N in TaskName]?: Cut<N>} = {
  rateCurve: ({batchings = BATCHINGS, rates, ...rest}) =>
    batchings.flatMap((batching) =>
      rates.map((rate) => ({...rest, batchings: [batching], rates: [rate]}))
    ),
  splitCurve: ({ways = SPLIT_WAYS, rates, ...rest}) =>
    ways.flatMap((way) => rates.map((rate) => ({...rest, ways: [way], rates: [rate]}))),
  watermarkCurve: ({watermarks = WATERMARKS, ...rest}) =>
    watermarks.map((watermark) => ({...rest, watermarks: [watermark]})),
  prefixCurve: ({orders = PREFIX_ORDERS, sharedFractions = SHARED_FRACTIONS, ...rest}) =>
    orders.flatMap((order) =>
      sharedFractions.map((fraction) => ({...rest, orders: [order], sharedFractions: [fraction]}))
    ),
  gainBySpread: ({spreads = SPREADS, ...rest}) =>
    spreads.map((spread) => ({...rest, spreads: [spread]})),
  blockPoints: ({sizes = BLOCK_SIZES, ...rest}) => sizes.map((size) => ({...rest, sizes: [size]})),
  allocatorRuns: ({names = ALLOCATOR_NAMES, ...rest}) =>
    names.map((name) => ({...rest, names: [name]}))
};

/** What a reader sees first comes first; checks can wait. */
const ORDER: Readonly<Record<TaskName, number>> = {
  alternatives: 0,
  compareBatching: 0,
  slotPictures: 0,
  allocatorRuns: 0,
  gainBySpread: 1,
  blockPoints: 2,
  rateCurve: 2,
  chunkPictures: 3,
  watermarkCurve: 4,
  prefixCurve: 5,
  splitCurve: 5,
  sharingRows: 5,
  pagedChecks: 6,
  batchingChecks: 6
};

/**
 * Place of a task among those that wait: the lowest goes first.
 *
 * @see https://en.wikipedia.org/wiki/Priority_queue
 * @example urgencyOf("allocatorRuns") < urgencyOf("pagedChecks") // true
 */
export function urgencyOf(name: TaskName): number {
  return ORDER[name];
}

/**
 * Inputs whose outputs make up a task's output; the input itself for a task that is no sweep.
 *
 * @see https://en.wikipedia.org/wiki/Embarrassingly_parallel
 * @example piecesOf("rateCurve", {run: {}, rates: [1, 2]}).map(({batchings, rates}) => `${batchings} ${rates}`) // ["static 1", "static 2", "continuous 1", "continuous 2"]
 */
export function piecesOf<N extends TaskName>(name: N, input: TaskInput<N>): TaskInput<N>[] {
  const cut: Cut<N> | undefined = cuts[name];
  return cut ? cut(input) : [input];
}

/**
 * The output of a task from those of its pieces, in their order.
 *
 * @see https://en.wikipedia.org/wiki/Embarrassingly_parallel
 * @example joinedOutput("blockPoints", [[{blockTokens: 1}], [{blockTokens: 2}]]) // [{"blockTokens": 1}, {"blockTokens": 2}]
 */
export function joinedOutput<N extends TaskName>(
  name: N,
  outputs: readonly TaskOutput<N>[]
): TaskOutput<N> {
  return Object.hasOwn(cuts, name) ? (outputs.flat() as TaskOutput<N>) : outputs[0]!;
}
