/** Seconds that the loops of one turn may take: in some browsers the shell hangs along with them. */
const LIMIT_SECONDS = 2;
/** Turns between two looks at the clock. */
const STRIDE = 64;
/** Stopped loops that may run again in the same turn: each cell has its own time, a trick has none. */
const PATIENCE = 8;

/** Called before each turn of a loop in a cell; throws when loops have held the page up for too long. */
export function loopGuard(now: () => number = () => performance.now()): () => void {
  let count = 0;
  let start: number | null = null;
  let stopped = 0;

  function look(): void {
    const time = now();
    if (start === null) {
      start = time;
      setTimeout(() => {
        start = null;
        stopped = 0;
      });
    } else if (time - start > LIMIT_SECONDS * 1000) {
      if (++stopped < PATIENCE) start = time;
      throw new Error(`a loop ran for more than ${LIMIT_SECONDS} seconds and was stopped`);
    }
  }

  return () => {
    if (++count % STRIDE === 0) look();
  };
}
