/**
 * Leaves what a cell shows where it is when the cell runs again and shows the same element.
 *
 * Framework removes and inserts it: the browser then lays out the whole element anew, and the
 * reader loses focus and scroll position in it. Here a removal waits for the end of the task, and
 * an insertion at the same place takes it back.
 */
export function keepInPlace(blocks: Iterable<HTMLElement>): void {
  for (const block of blocks) {
    const leaving = new Set<Node>();
    block.insertBefore = <T extends Node>(node: T, before: Node | null): T => {
      const isBack = leaving.delete(node) && node.nextSibling === before;
      if (!isBack) Node.prototype.insertBefore.call(block, node, before);
      if (node instanceof Element) delayRemoval(node, leaving);
      return node;
    };
  }
}

function delayRemoval(element: Element, leaving: Set<Node>): void {
  element.remove = () => {
    leaving.add(element);
    queueMicrotask(() => {
      if (leaving.delete(element)) Element.prototype.remove.call(element);
    });
  };
}
