/** Caches that go from one engine to another, as either of the two sees them. */

import {DueHeap} from "./heap.js";

/** What caches are sent over. */
export interface Link {
  readonly bytesPerSecond: number;
  /** Seconds that each cache is under way beyond the time that its bytes take */
  readonly latencySeconds?: number;
  /** Bytes of the cache of so many tokens, all layers */
  kvBytes(nTokens: number): number;
}

/** A cache that began to wait for its fetching or was begun to be fetched, and when that is over. */
export interface Move {
  readonly request: number;
  /** On the side that read the prompt: when it was read; on the other: when the cache is there */
  readonly seconds: number;
}

export interface Moves {
  /** (n): 1 where the cache of a prompt is kept, once read, until it has been fetched; null: nowhere */
  readonly sent: Uint8Array | null;
  /** Where caches are fetched from; null: this engine reads its prompts itself */
  link: Link | null;
  /** When the link has sent all that was asked of it so far */
  linkFreeSeconds: number;
  /** Slot by request: its memory belongs to a cache on its way */
  readonly slots: Map<number, number>;
  /** Requests by when their cache is there */
  readonly arrivals: DueHeap;
  /** Moves that began since this was last emptied */
  begun: Move[];
}

/**
 * No cache is on its way.
 *
 * @see https://arxiv.org/abs/2401.09670 section 4.3
 * @example emptyMoves(null).arrivals.nextKey // Infinity
 */
export function emptyMoves(sent: Uint8Array | null): Moves {
  return {
    sent,
    link: null,
    linkFreeSeconds: 0,
    slots: new Map(),
    arrivals: new DueHeap(16),
    begun: []
  };
}

/**
 * The link itself when its figures are usable.
 *
 * @throws RangeError naming the field and the value
 * @see https://arxiv.org/abs/2401.09670 section 4.3
 * @example checkedLink({bytesPerSecond: 25e9, kvBytes: (nTokens) => nTokens}).bytesPerSecond // 25000000000
 */
export function checkedLink(link: Link): Link {
  const {bytesPerSecond, latencySeconds = 0} = link;
  if (!(bytesPerSecond > 0)) throw new RangeError(`invalid bytesPerSecond: ${bytesPerSecond}`);
  if (!(latencySeconds >= 0 && latencySeconds < Infinity)) {
    throw new RangeError(`invalid latencySeconds: ${latencySeconds}`);
  }
  return link;
}

/**
 * When a cache is there of which `nBytes` are asked for now: caches go over the link one after the
 * other, each is there a latency after its last byte left.
 *
 * max(now, link free) + bytes / link + latency
 *
 * @see https://arxiv.org/abs/2401.09670 section 4.3
 * @example sendOver({linkFreeSeconds: 4}, {link: {bytesPerSecond: 10, latencySeconds: 1}, nBytes: 20, nowSeconds: 3}) // 7
 */
export function sendOver(
  moves: Pick<Moves, "linkFreeSeconds">,
  {link, nBytes, nowSeconds}: {readonly link: Omit<Link, "kvBytes">} & Sending
): number {
  const {bytesPerSecond, latencySeconds = 0} = link;
  moves.linkFreeSeconds = Math.max(moves.linkFreeSeconds, nowSeconds) + nBytes / bytesPerSecond;
  return moves.linkFreeSeconds + latencySeconds;
}

interface Sending {
  readonly nBytes: number;
  readonly nowSeconds: number;
}
