/** Seeded random numbers: the same seed gives the same numbers in a page, a worker and Node. */

/** A source of numbers in (0, 1), ends excluded. */
export type Random = () => number;

/**
 * A source of uniform numbers in (0, 1) that depends on nothing but its seed.
 *
 * The small fast counting generator (sfc32) with its state filled by `seedFor`; 32 bits a number, centred so
 * that neither 0 nor 1 occurs.
 *
 * @see https://pracrand.sourceforge.net/RNG_engines.txt sfc32
 * @example randomFrom(1)() === randomFrom(1)() // true
 */
export function randomFrom(seed: number): Random {
  let [a, b, c] = [seedFor(seed, 1), seedFor(seed, 2), seedFor(seed, 3)];
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return ((sum >>> 0) + 0.5) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/**
 * A seed for part `index` of a run with seed `seed`: parts may run in any order, on any machine.
 *
 * Two rounds of murmur3's 32-bit finaliser; seeds and indexes are taken modulo 2³².
 *
 * @see https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp fmix32
 * @example seedFor(1, 2) === seedFor(1, 2) // true
 */
export function seedFor(seed: number, index: number): number {
  return mixed(mixed(seed ^ 0x9e3779b9) + Math.imul(index, 0x85ebca6b)) >>> 0;
}

function mixed(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * An exponential number: the wait for the next arrival of a Poisson stream.
 *
 * −mean · ln u
 *
 * @see https://en.wikipedia.org/wiki/Exponential_distribution#Random_variate_generation
 * @example exponential(() => 0.5, 2) // 1.386294
 */
export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(random());
}

/**
 * A number of the standard normal law.
 *
 * √(−2 ln u) · cos 2πv (Box and Muller); draws two numbers.
 *
 * @see https://en.wikipedia.org/wiki/Box%E2%80%93Muller_transform
 * @example normal(() => 0.5) // -1.177410
 */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** Mean and spread of a log-normal law. */
export interface LogNormalLaw {
  readonly mean: number;
  /** Standard deviation over mean */
  readonly cv: number;
}

/**
 * A log-normal number with the given mean and coefficient of variation.
 *
 * exp(μ + σz), σ² = ln(1 + cv²), μ = ln mean − σ²/2; the mean itself when cv is 0.
 *
 * @see https://en.wikipedia.org/wiki/Log-normal_distribution#Arithmetic_moments
 * @example logNormal(() => 0.5, {mean: 100, cv: 0}) // 100
 */
export function logNormal(random: Random, {mean, cv}: LogNormalLaw): number {
  if (cv === 0) return mean;
  const variance = Math.log1p(cv * cv);
  return Math.exp(Math.log(mean) - variance / 2 + Math.sqrt(variance) * normal(random));
}

/**
 * A Poisson number: how many arrivals of a unit-rate stream fall within `mean`.
 *
 * Counts exponential waits, so it takes about `mean` draws.
 *
 * @see https://en.wikipedia.org/wiki/Poisson_distribution#Random_variate_generation
 * @example poisson(() => 0.5, 2) // 2
 */
export function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let t = exponential(random, 1); t < mean; t += exponential(random, 1)) count++;
  return count;
}
