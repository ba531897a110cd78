import {requestLaws, type RequestLaw} from "../lib/sim/lengths.js";
import {decadeStops, linearStops, octaveStops, type Field} from "./fields.js";

const GIB = 1024 ** 3;

/** Fields that pages with a simulated stream share. */
export const streamFields: Readonly<Record<string, Partial<Field>>> = {
  law: {
    kind: "choice",
    label: "Lengths",
    options: [
      {value: "sharegpt", label: "chat-like (161 in, 338 out)"},
      {value: "alpaca", label: "instruction-like (19 in, 59 out)"},
      {value: "own", label: "own means and spread"}
    ],
    hint: "log-normal stand-ins with the means of the paper's data sets"
  },
  spread: {
    kind: "number",
    style: "plain",
    label: "Spread of own lengths",
    hint: "standard deviation over mean; 0 makes all equal",
    min: 0,
    max: 5,
    stops: linearStops(0, 2.5, 0.1),
    marks: [0, 0.5, 1, 1.5, 2, 2.5]
  },
  rate: {
    kind: "number",
    style: "plain",
    label: "Requests a second",
    term: "到达率",
    min: 0.01,
    max: 1000,
    stops: decadeStops(0.1, 100),
    marks: [0.1, 1, 10, 100]
  },
  seed: {
    kind: "number",
    style: "plain",
    label: "Seed",
    hint: "the same seed gives the same stream",
    min: 1,
    max: 9999,
    isInteger: true,
    stops: linearStops(1, 20, 1),
    marks: [1, 5, 10, 15, 20]
  },
  kvmem: {
    kind: "number",
    style: "bytes",
    label: "Memory for KV",
    term: "KV 显存",
    min: GIB / 4,
    max: 4096 * GIB,
    stops: octaveStops(1, 256, 2).map((gib) => gib * GIB),
    marks: [1, 4, 16, 64, 256].map((gib) => gib * GIB)
  },
  max: {
    kind: "number",
    style: "tokens",
    label: "Longest length",
    term: "最大长度",
    unit: "tokens",
    min: 64,
    max: 131072,
    isInteger: true,
    stops: octaveStops(256, 32768, 2),
    marks: [256, 2048, 16384]
  },
  block: {
    kind: "number",
    style: "plain",
    label: "Block",
    term: "块大小",
    unit: "tokens",
    min: 1,
    max: 256,
    isInteger: true,
    stops: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    look: "segments"
  }
};

/** The law of lengths that a choice of the page stands for. */
export function lawOf(
  name: string,
  own: {readonly prompt: number; readonly answer: number; readonly spread: number}
): RequestLaw {
  if (name === "sharegpt" || name === "alpaca") return requestLaws[name];
  return {
    prompt: {kind: "log-normal", mean: own.prompt, cv: own.spread},
    output: {kind: "log-normal", mean: own.answer, cv: own.spread}
  };
}

/** Stops of a guess at a share. */
export function percentStops(): readonly number[] {
  return linearStops(0, 1, 0.02);
}
