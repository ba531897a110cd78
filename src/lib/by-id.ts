/**
 * The thing of a list that has an id.
 *
 * @throws Error naming the id when none has it
 * @example byId([{id: "a", n: 1}, {id: "b", n: 2}], "b").n // 2
 */
export function byId<T extends {readonly id: string}>(things: readonly T[], id: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown id: ${id}`);
  return thing;
}
