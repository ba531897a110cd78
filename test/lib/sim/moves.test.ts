import {describe, expect, it} from "vitest";
import {checkedLink, emptyMoves, sendOver} from "../../../src/lib/sim/moves.js";

const kvBytes = (nTokens: number) => 2 * nTokens;

describe("sendOver", () => {
  it("sendOver(moves, cache) sends one cache after the other, a latency behind the last byte", () => {
    const moves = emptyMoves(null);
    const link = {bytesPerSecond: 10, latencySeconds: 0.5};
    const send = (nowSeconds: number, nBytes: number) =>
      sendOver(moves, {link, nBytes, nowSeconds});
    expect(send(1, 20)).toBe(3.5);
    // the link is busy until 3; the latency of the first does not hold up the second
    expect(send(2, 10)).toBe(4.5);
    expect(send(9, 0)).toBe(9.5);
  });

  it("a link without limit takes no time", () => {
    const link = {bytesPerSecond: Infinity};
    expect(sendOver(emptyMoves(null), {link, nBytes: 1e12, nowSeconds: 3})).toBe(3);
  });
});

describe("checkedLink", () => {
  it("checkedLink(link) names what is wrong", () => {
    expect(checkedLink({bytesPerSecond: 1, kvBytes}).kvBytes(3)).toBe(6);
    expect(() => checkedLink({bytesPerSecond: 0, kvBytes})).toThrow("invalid bytesPerSecond: 0");
    expect(() => checkedLink({bytesPerSecond: 1, latencySeconds: -1, kvBytes})).toThrow(
      "invalid latencySeconds: -1"
    );
  });
});
