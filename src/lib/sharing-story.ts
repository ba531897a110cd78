/** Prefix sharing and copy-on-write, step by step on a real block table. */

import {BlockPool, forkTable, NO_BLOCK, releaseTable, tableOf, writableBlock} from "./paging.js";

export interface StoryBlock {
  readonly block: number;
  readonly parent: number;
  /** Tokens in it */
  readonly tokens: number;
  readonly holders: number;
  /** Whose text it is, for a label */
  readonly text: string;
}

export interface StorySequence {
  readonly name: string;
  readonly table: readonly number[];
}

export interface StoryStep {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly StoryBlock[];
  readonly sequences: readonly StorySequence[];
  /** Blocks in use, and those that as many sequences would use without sharing */
  readonly nBlocks: number;
  readonly nBlocksApart: number;
}

const BLOCK = 4;
const N_BLOCKS = 16;

/** Tables and texts while the story goes on. */
interface Scene {
  readonly pool: BlockPool;
  readonly tails: Map<string, number>;
  readonly tokens: Map<number, number>;
  readonly texts: Map<number, string>;
}

/**
 * Two requests with a common system prompt, one of them sampled twice: blocks of 4 tokens are shared,
 * copied at the first write, and freed when nobody holds them.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.4
 * @example sharingStory().length // 6
 */
export function sharingStory(): StoryStep[] {
  const scene: Scene = {
    pool: new BlockPool(N_BLOCKS),
    tails: new Map(),
    tokens: new Map(),
    texts: new Map()
  };
  return [
    start(scene),
    join(scene),
    fork(scene),
    write(scene, "A2"),
    write(scene, "A1"),
    leave(scene)
  ];
}

function start(scene: Scene): StoryStep {
  scene.tails.set("A1", append(scene, NO_BLOCK, {text: "system", tokens: 2 * BLOCK}));
  const tail = append(scene, scene.tails.get("A1")!, {text: "A", tokens: BLOCK + 2});
  scene.tails.set("A1", tail);
  return view(
    scene,
    "A arrives",
    "Its prompt of 14 tokens takes four blocks; the last is half full."
  );
}

function join(scene: Scene): StoryStep {
  const common = tableOf(scene.pool, scene.tails.get("A1")!)[1]!;
  const tail = append(scene, forkTable(scene.pool, common), {text: "B", tokens: 3});
  scene.tails.set("B", tail);
  return view(
    scene,
    "B begins alike",
    "The system prompt is in memory already: B holds its two full blocks too and takes one of its own."
  );
}

function fork(scene: Scene): StoryStep {
  scene.tails.set("A2", forkTable(scene.pool, scene.tails.get("A1")!));
  return view(
    scene,
    "A is sampled twice",
    "A second answer to A shares all of its blocks, the unfull one too."
  );
}

function write(scene: Scene, name: string): StoryStep {
  const {pool, tails, tokens, texts} = scene;
  const old = tails.get(name)!;
  const own = writableBlock(pool, old);
  const isCopy = own !== old;
  tokens.set(own, (tokens.get(old) ?? 0) + 1);
  texts.set(own, isCopy ? `${texts.get(old)} + ${name}` : `${texts.get(own)} + ${name}`);
  tails.set(name, own);
  return isCopy
    ? view(
        scene,
        `${name} writes`,
        "Its last block is held twice, so it is copied first: one block, not the whole prompt."
      )
    : view(scene, `${name} writes`, "It is now alone in its last block and writes in place.");
}

function leave(scene: Scene): StoryStep {
  const {pool, tails} = scene;
  for (const name of ["A1", "A2"]) {
    releaseTable(pool, tails.get(name)!);
    tails.delete(name);
  }
  return view(
    scene,
    "A is done",
    "What only A held is free again; the system prompt stays, for B holds it."
  );
}

/** Blocks for `tokens` more tokens behind `tail`; the new tail. */
function append(scene: Scene, tail: number, piece: {text: string; tokens: number}): number {
  let last = tail;
  for (let left = piece.tokens; left > 0; left -= BLOCK) {
    last = scene.pool.take(last);
    scene.tokens.set(last, Math.min(left, BLOCK));
    scene.texts.set(last, piece.text);
  }
  return last;
}

function view({pool, tails, tokens, texts}: Scene, title: string, text: string): StoryStep {
  const held = [...pool.refCounts.keys()].filter((block) => pool.refCounts[block]! > 0);
  const sequences = [...tails].map(([name, tail]) => ({name, table: tableOf(pool, tail)}));
  return {
    title,
    text,
    blocks: held.map((block) => ({
      block,
      parent: pool.parents[block]!,
      tokens: tokens.get(block) ?? 0,
      holders: pool.refCounts[block]!,
      text: texts.get(block) ?? ""
    })),
    sequences,
    nBlocks: held.length,
    nBlocksApart: sequences.reduce((sum, {table}) => sum + table.length, 0)
  };
}
