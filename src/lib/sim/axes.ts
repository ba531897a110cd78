/** Values along which pages follow a run. */

/** Who may enter a batch when. */
export const BATCHINGS = ["static", "continuous"] as const;

/** Shares of blocks that are kept free at the door. */
export const WATERMARKS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5] as const;

/** Shares of requests that begin alike. */
export const SHARED_FRACTIONS = [0, 0.25, 0.5, 0.75, 1] as const;

/** No prefix cache, one, and requests ordered by it. */
export const PREFIX_ORDERS = ["off", "fcfs", "longest-prefix"] as const;

/** Standard deviation over mean of answer lengths; 1.2 is that of chat-like ones. */
export const SPREADS = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.2, 1.5, 2] as const;

/** Whether each replica reads prompts and writes answers, or does one of the two. */
export const SPLIT_WAYS = ["together", "apart"] as const;

/** Tokens of a block: powers of two. */
export const BLOCK_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

/** Ways to give out KV memory. */
export const ALLOCATOR_NAMES = ["max", "pow2", "oracle", "paged"] as const;
