import {describe, expect, it} from "vitest";
import {sharingStory} from "../../src/lib/sharing-story.js";

const story = sharingStory();

describe("sharingStory", () => {
  it("at every step a block has as many holders as tables with it", () => {
    for (const {blocks, sequences, nBlocks} of story) {
      expect(blocks).toHaveLength(nBlocks);
      for (const {block, holders} of blocks) {
        expect(sequences.filter(({table}) => table.includes(block))).toHaveLength(holders);
      }
    }
  });

  it("sharing saves what is shared: 5 blocks instead of 11 with three sequences", () => {
    expect(story.map(({nBlocks, nBlocksApart}) => [nBlocks, nBlocksApart])).toEqual([
      [4, 4],
      [5, 7],
      [5, 11],
      [6, 11],
      [6, 11],
      [3, 3]
    ]);
  });

  it("the first of two that share an unfull block copies it, the second writes in place", () => {
    const [, , forked, copied, inPlace] = story;
    const tail = (step: (typeof story)[number], name: string) =>
      step.sequences.find((one) => one.name === name)!.table.at(-1);
    expect(tail(forked!, "A1")).toBe(tail(forked!, "A2"));
    expect(tail(copied!, "A2")).not.toBe(tail(copied!, "A1"));
    expect(tail(inPlace!, "A1")).toBe(tail(copied!, "A1"));
    expect(inPlace!.blocks.map(({tokens}) => tokens)).toEqual([4, 4, 4, 3, 3, 3]);
  });
});
