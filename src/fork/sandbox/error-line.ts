/** Lines that the Function constructor puts before the text it is given. */
const HEADER_LINES = 2;

/** The line of a cell's code, from 0, that an error's stack names; null when it names none. */
export function errorLine(
  error: unknown,
  {id, firstLine}: {readonly id: string; readonly firstLine: number}
): number | null {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const match = new RegExp(`lab-cell/[\\w-]+\\.${id}\\.js:(\\d+)`).exec(stack);
  const line = Number(match?.[1]) - 1 - HEADER_LINES - firstLine;
  return line >= 0 ? line : null;
}
