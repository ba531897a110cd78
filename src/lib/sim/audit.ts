/** Do the books of a simulated engine balance: everything counted again from the state itself. */

import {tableOf} from "../paging.js";
import {ContiguousMemory} from "./contiguous-memory.js";
import {PagedMemory} from "./paged-memory.js";
import {STATUS} from "./records.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

/** A law of conservation, with both sides. */
export interface Balance {
  readonly name: string;
  readonly expected: number;
  readonly found: number;
}

/**
 * What must be equal at any moment between two passes, counted twice: once as the run went, once
 * from the state.
 *
 * Requests: arrived = waiting + running + moving + finished + refused; blocks: taken = in tables + free, none
 * with a wrong number of holders; tokens: those of the running sequences, shared ones once.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.3
 * @example balancesOf({records: {n: 0}, tally: {arrived: 0, finished: 0, refused: 0}, queue: {size: 0}, slots: {n: 0, order: {size: 0}}, moves: {slots: {size: 0}}, memory: {}}).map(({name}) => name) // ["waiting", "running", "moving", "finished", "arrived"]
 */
export function balancesOf(s: Serving): Balance[] {
  const {tally, queue, slots, memory, moves} = s;
  const requests = [
    {name: "waiting", expected: queue.size, found: countStatus(s, STATUS.waiting)},
    {name: "running", expected: slots.order.size, found: countStatus(s, STATUS.running)},
    {name: "moving", expected: moves.slots.size, found: countStatus(s, STATUS.moving)},
    {name: "finished", expected: tally.finished, found: countStatus(s, STATUS.finished)},
    {
      name: "arrived",
      expected: tally.arrived,
      found: queue.size + slots.order.size + moves.slots.size + tally.finished + tally.refused
    }
  ];
  if (memory instanceof PagedMemory) return [...requests, ...pagedBalances(s, memory)];
  if (memory instanceof ContiguousMemory) return [...requests, ...contiguousBalances(s, memory)];
  return requests;
}

/**
 * The balances that do not hold, in words; none in a sound engine.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.3
 * @example brokenBalances({records: {n: 0}, tally: {arrived: 1, finished: 0, refused: 0}, queue: {size: 0}, slots: {n: 0, order: {size: 0}}, moves: {slots: {size: 0}}, memory: {}}) // ["arrived: 1 expected, 0 found"]
 */
export function brokenBalances(s: Serving): string[] {
  return balancesOf(s)
    .filter(({expected, found}) => expected !== found)
    .map(({name, expected, found}) => `${name}: ${expected} expected, ${found} found`);
}

function countStatus({records}: Serving, status: number): number {
  let count = 0;
  for (let i = 0; i < records.n; i++) if (records.status[i] === status) count++;
  return count;
}

/** Tokens computed of the sequence in a slot. */
function computedTokens({slots, decodeStep}: Serving, slot: number): number {
  return slots.phase[slot] === PHASE.decode
    ? slots.offset[slot]! + decodeStep
    : slots.doneTokens[slot]!;
}

function finalTokens({records, slots}: Serving, slot: number): number {
  const request = slots.request[slot]!;
  return records.promptTokens[request]! + records.outputTokens[request]! - 1;
}

function pagedBalances(s: Serving, memory: PagedMemory): Balance[] {
  const {pool, blockSize} = memory;
  const holders = new Int32Array(pool.nBlocks);
  const filled = new Int32Array(pool.nBlocks).fill(blockSize);
  let [never, tabled] = [0, 0];
  for (let slot = 0; slot < s.slots.n; slot++) {
    const table = tableOf(pool, memory.tables.tails[slot]!);
    if (table.length === 0) continue;
    const tokens = computedTokens(s, slot);
    tabled += table.length * blockSize;
    // a last block that several are about to write to is nobody's waste
    if (!memory.tables.forks.has(slot)) {
      never += Math.max(0, table.length * blockSize - finalTokens(s, slot));
    }
    table.forEach((block, i) => {
      holders[block]!++;
      // whoever reads a shared beginning first fills it
      filled[block] = Math.min(filled[block]!, Math.max(0, tokens - i * blockSize));
    });
  }
  const held = [...holders.keys()].filter((block) => holders[block]! > 0);
  const wrong = [...holders.keys()].filter((block) => holders[block] !== pool.refCounts[block]);
  const used = held.reduce((sum, block) => sum + filled[block]!, 0);
  return [
    {name: "blocks", expected: pool.nBlocks, found: held.length + pool.freeBlocks().length},
    {name: "blocks with a wrong number of holders", expected: 0, found: wrong.length},
    {name: "used tokens", expected: memory.usedTokens, found: used},
    {name: "tokens never used", expected: memory.neverTokens, found: never},
    {name: "tokens in tables", expected: memory.tabledTokens, found: tabled}
  ];
}

function contiguousBalances(s: Serving, memory: ContiguousMemory): Balance[] {
  const {slots} = s;
  const taken = [...memory.holdings.values()].map(({extent}) => extent);
  const all = [...taken, ...memory.extents.free()].sort((a, b) => a.start - b.start);
  const apart = all.filter(
    ({start}, i) => start !== (i ? all[i - 1]!.start + all[i - 1]!.tokens : 0)
  );
  const tokens = taken.reduce((sum, extent) => sum + extent.tokens, 0);
  let used = 0;
  for (let slot = 0; slot < slots.n; slot++) {
    if (slots.phase[slot] !== PHASE.free) used += computedTokens(s, slot);
  }
  return [
    {name: "stretches that overlap or leave gaps", expected: 0, found: apart.length},
    {name: "allocated tokens", expected: memory.allocatedTokens, found: tokens},
    {
      name: "capacity",
      expected: memory.capacityTokens,
      found: all.reduce((sum, extent) => sum + extent.tokens, 0)
    },
    {name: "used tokens", expected: memory.usedTokens, found: used}
  ];
}
