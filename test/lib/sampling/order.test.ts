import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {softmax, temperatureFirst, temperatureLast, topP} from "../../../src/lib/sampling/order.js";

const logits = fc.array(fc.double({min: -20, max: 20, noNaN: true}), {minLength: 1, maxLength: 30});

describe("softmax", () => {
  it("softmax(logits) sums to 1 and does not overflow", () => {
    expect(softmax([1000, 1000])).toEqual([0.5, 0.5]);
    fc.assert(
      fc.property(logits, (xs) => {
        expect(softmax(xs).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
      })
    );
  });

  it("softmax(logits, {temperature}) sharpens below 1 and flattens above", () => {
    const [cold, warm, hot] = [0.5, 1, 2].map((temperature) => softmax([1, 0], {temperature})[0]!);
    expect(cold!).toBeGreaterThan(warm!);
    expect(warm!).toBeGreaterThan(hot!);
    expect(cold!).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
  });
});

describe("topP", () => {
  it("topP(probabilities, p) includes the token that crosses p", () => {
    expect(topP([0.5, 0.3, 0.2], 0.5)).toEqual([0]);
    expect(topP([0.5, 0.3, 0.2], 0.51)).toEqual([0, 1]);
    expect(topP([0.2, 0.5, 0.3], 0.79)).toEqual([1, 2]);
  });

  it("topP(probabilities, p) keeps everything when p is never reached", () => {
    expect(topP([0.5, 0.4], 1)).toEqual([0, 1]);
  });

  it("topP(probabilities, p) keeps the smallest set that reaches p", () => {
    fc.assert(
      fc.property(logits, fc.double({min: 0.01, max: 0.99, noNaN: true}), (xs, p) => {
        const probabilities = softmax(xs);
        const kept = topP(probabilities, p).map((token) => probabilities[token]!);
        const sum = kept.reduce((a, b) => a + b, 0);
        expect(sum).toBeGreaterThanOrEqual(p - 1e-9);
        expect(sum - kept.at(-1)!).toBeLessThan(p + 1e-9);
      })
    );
  });
});

describe("temperatureFirst and temperatureLast", () => {
  const options = {p: 0.8, temperature: 0.5};

  it("temperatureLast(logits) keeps two tokens with 0.8808 and 0.1192 where the other order keeps one", () => {
    const [first, second] = temperatureLast([3, 2, 1], options);
    expect(first!.token).toBe(0);
    expect(first!.probability).toBeCloseTo(0.8808, 4);
    expect(second!.probability).toBeCloseTo(0.1192, 4);
    expect(temperatureFirst([3, 2, 1], options)).toEqual([{token: 0, probability: 1}]);
  });

  it("temperatureFirst(logits) equals temperatureLast at temperature 1", () => {
    fc.assert(
      fc.property(logits, (xs) => {
        const plain = {p: 0.8, temperature: 1};
        expect(temperatureFirst(xs, plain)).toEqual(temperatureLast(xs, plain));
      })
    );
  });
});
