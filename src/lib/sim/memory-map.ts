/** KV memory at a moment, place by place. */

import {tableOf} from "../paging.js";
import {ContiguousMemory} from "./contiguous-memory.js";
import {PagedMemory} from "./paged-memory.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

/** A stretch of memory with one use. */
export interface MemoryPiece {
  readonly start: number;
  readonly tokens: number;
  /** used: holds tokens; reserved: will; internal: never will; external: rounding; cached: nobody's, but remembered */
  readonly kind: "used" | "reserved" | "internal" | "external" | "cached" | "free";
  /** The request that holds it, the first one where several do; −1 for none */
  readonly request: number;
  /** Sequences that hold it */
  readonly holders: number;
}

/**
 * Every place of KV memory, by address, as pieces of one use each; their tokens add up to the
 * capacity.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 3
 * @example memoryMap(toyServing())[0] // {"start": 0, "tokens": 4, "kind": "reserved", "request": 0, "holders": 1}
 */
export function memoryMap(s: Serving): MemoryPiece[] {
  const {memory} = s;
  if (memory instanceof PagedMemory) return pagedMap(s, memory);
  if (memory instanceof ContiguousMemory) return contiguousMap(s, memory);
  return [];
}

export {toyServing} from "./toy.js";

/** Tokens of the sequence in a slot: those cached, and those that it will have in the end. */
function tokensOf(s: Serving, slot: number): {cached: number; final: number} {
  const {slots, records, decodeStep} = s;
  const request = slots.request[slot]!;
  const isDecoding = slots.phase[slot] === PHASE.decode;
  return {
    cached: isDecoding ? slots.offset[slot]! + decodeStep : slots.doneTokens[slot]!,
    final: records.promptTokens[request]! + records.outputTokens[request]! - 1
  };
}

interface Block {
  request: number;
  holders: number;
  used: number;
  wanted: number;
}

function pagedMap(s: Serving, memory: PagedMemory): MemoryPiece[] {
  const {pool, blockSize, known: content} = memory;
  const blocks = new Map<number, Block>();
  for (const slot of s.slots.order.ids()) {
    const {cached, final} = tokensOf(s, slot);
    const table = tableOf(pool, memory.tables.tails[slot]!);
    table.forEach((block, i) => {
      const within = (tokens: number) => Math.min(Math.max(tokens - i * blockSize, 0), blockSize);
      const known = blocks.get(block);
      if (known) {
        known.holders++;
        known.used = Math.max(known.used, within(cached));
      } else {
        const request = s.slots.request[slot]!;
        // a last block that several are about to write to is nobody's waste
        const isAnyones = i === table.length - 1 && memory.tables.forks.has(slot);
        const wanted = isAnyones ? blockSize : within(final);
        blocks.set(block, {request, holders: 1, used: within(cached), wanted});
      }
    });
  }
  const pieces: MemoryPiece[] = [];
  for (let block = 0; block < pool.nBlocks; block++) {
    const start = block * blockSize;
    const held = blocks.get(block);
    if (held) pieces.push(...heldPieces(held, start, blockSize));
    else {
      const kind = content?.index.isKnown(block) ? "cached" : "free";
      pieces.push({start, tokens: blockSize, kind, request: -1, holders: 0});
    }
  }
  return [...pieces, ...rest(pool.nBlocks * blockSize, memory.capacityTokens)];
}

function heldPieces(block: Block, start: number, tokens: number): MemoryPiece[] {
  const {request, holders, used, wanted} = block;
  const piece = (kind: MemoryPiece["kind"], from: number, to: number): MemoryPiece[] =>
    to > from ? [{start: start + from, tokens: to - from, kind, request, holders}] : [];
  return [
    ...piece("used", 0, used),
    ...piece("reserved", used, wanted),
    ...piece("internal", Math.max(used, wanted), tokens)
  ];
}

/** Places at the end that make no whole block. */
function rest(end: number, capacityTokens: number): MemoryPiece[] {
  const tokens = capacityTokens - end;
  return tokens > 0 ? [{start: end, tokens, kind: "external", request: -1, holders: 0}] : [];
}

function contiguousMap(s: Serving, memory: ContiguousMemory): MemoryPiece[] {
  const free = memory.extents.free().map(({start, tokens}): MemoryPiece => ({
    start,
    tokens,
    kind: "free",
    request: -1,
    holders: 0
  }));
  const held = [...memory.holdings].flatMap(([slot, {extent, reservedTokens}]) => {
    const {cached, final} = tokensOf(s, slot);
    const block = {request: s.slots.request[slot]!, holders: 1, used: cached, wanted: final};
    const pieces = heldPieces(block, extent.start, reservedTokens);
    const start = extent.start + reservedTokens;
    const tokens = extent.tokens - reservedTokens;
    const {request} = block;
    return tokens > 0
      ? [...pieces, {start, tokens, kind: "external" as const, request, holders: 1}]
      : pieces;
  });
  return [...free, ...held].sort((a, b) => a.start - b.start);
}
