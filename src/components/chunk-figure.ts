import {chunkSentence} from "../lib/sim/batching-words.js";
import type {ChunkPicture} from "../lib/sim/chunk-picture.js";
import {gapColumns} from "./batching-view.js";
import {chunkChart, chunkHeight} from "./chunk-chart.js";
import {figure} from "./figure.js";
import {notice} from "./parts.js";

/** What readers notice of a long prompt; where memory has no room for it, that it has none. */
export function chunkFigure(chunks: readonly ChunkPicture[]): HTMLElement {
  if (chunks.some(({hasRoom}) => !hasRoom)) return notice(chunkSentence(chunks));
  return figure(({width}) => chunkChart(chunks, {width}), {
    title: "What the running readers notice",
    description: chunkSentence(chunks),
    filename: "batching-chunks",
    height: chunkHeight,
    rows: chunks.flatMap(({points}) => points),
    columns: gapColumns
  });
}
