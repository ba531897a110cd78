import {el, fill} from "./dom.js";

/** A bar at the edge of the page that tells how far the workers are. */
export interface TaskProgress {
  /** So many pieces of all that were asked for are done; none asked for: nothing to show */
  show(nDone: number, nPieces: number): void;
}

/** Work that ends sooner is not worth a bar, milliseconds. */
const PATIENCE = 600;
/** The bar moves at most so often, milliseconds. */
const PACE = 250;

/** The bar appears when work takes longer, and goes when all is done. */
export function taskProgress(): TaskProgress {
  const bar = el("progress", {"aria-label": "Simulations"});
  const words = el("span");
  const element = el("div", {class: "lab-busy", hidden: true}, bar, words);
  let counts = {nDone: 0, nPieces: 0};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function draw(): void {
    timer = undefined;
    const {nDone, nPieces} = counts;
    element.hidden = nPieces === 0;
    if (nPieces === 0) return;
    if (!element.isConnected) document.body.append(element);
    [bar.max, bar.value] = [nPieces, nDone];
    fill(words, `${nDone} of ${nPieces} simulations`);
    timer = setTimeout(draw, PACE);
  }

  return {
    show(nDone, nPieces) {
      counts = {nDone, nPieces};
      if (nPieces === 0) {
        clearTimeout(timer);
        draw();
      } else timer ??= setTimeout(draw, PATIENCE);
    }
  };
}
