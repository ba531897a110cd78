/** Names of cards and formats as a sentence says them. */

import {weightDtypes, type WeightDtype} from "./dtype.js";

/**
 * A card's name without its maker, its memory and what stands in brackets.
 *
 * @example shortGpuName("NVIDIA H100 SXM5 80GB") // "H100 SXM5"
 */
export function shortGpuName(name: string): string {
  return name
    .replace(/^(NVIDIA|AMD|Intel|AWS|Google|Apple) /, "")
    .replace(/ \d+ ?GB\b/, "")
    .replace(/ \([^)]*\)$/, "");
}

/**
 * "a" or "an" before a name, as its first letter or word is spoken: an H100, a B200, an RTX 4090.
 *
 * @example articleFor("H100 SXM5") // "an"
 */
export function articleFor(name: string): "a" | "an" {
  const isSpelled = /^[A-Z](?=[A-Z\d]|$)/.test(name);
  return (isSpelled ? /^[AEFHILMNORSX]/ : /^[AEIOU]/i).test(name) ? "an" : "a";
}

/**
 * Cards in words: one with its article, more with their number; a reader's own is "my card".
 *
 * @example cardsInWords("NVIDIA H100 SXM5 80GB", 2) // "2 × H100 SXM5"
 */
export function cardsInWords(gpuName: string, nGpus: number): string {
  const name = shortGpuName(gpuName);
  if (name.startsWith("My ") && nGpus === 1) return name.replace("My", "my");
  return nGpus === 1 ? `${articleFor(name)} ${name}` : `${nGpus} × ${name}`;
}

/**
 * The name of a weight format without its details.
 *
 * @example shortDtype("int4-g128") // "INT4"
 */
export function shortDtype(weightDtype: WeightDtype): string {
  return weightDtypes[weightDtype].label.split(/,| \(/)[0] ?? weightDtype;
}
