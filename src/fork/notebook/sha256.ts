/** First 32 bits of the fractional parts of a root of each of the first primes. */
function fractions(n: number, power: number): Uint32Array {
  const words = new Uint32Array(n);
  for (let prime = 2, i = 0; i < n; ++prime)
    if (isPrime(prime)) words[i++] = (prime ** power % 1) * 2 ** 32;
  return words;
}

function isPrime(n: number): boolean {
  for (let i = 2; i * i <= n; ++i) if (n % i === 0) return false;
  return true;
}

const start = fractions(8, 1 / 2);
const constants = fractions(64, 1 / 3);

/**
 * SHA-256 of a text in UTF-8, 64 hexadecimal digits. Browsers have it only on https pages, and a
 * wiki inside a house often is not one.
 *
 * @see https://doi.org/10.6028/NIST.FIPS.180-4 section 6.2
 */
export function sha256(text: string): string {
  const message = padded(new TextEncoder().encode(text));
  const state = start.slice();
  for (let offset = 0; offset < message.byteLength; offset += 64)
    absorb(state, new DataView(message.buffer, offset, 64));
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(message.length - 4, bytes.length << 3);
  return message;
}

const turned = (word: number, n: number) => (word >>> n) | (word << (32 - n));

function schedule(block: DataView): Uint32Array {
  const words = new Uint32Array(64);
  const at = (i: number) => words[i] ?? 0;
  for (let i = 0; i < 64; ++i) {
    if (i < 16) words[i] = block.getUint32(4 * i);
    else {
      const low = turned(at(i - 15), 7) ^ turned(at(i - 15), 18) ^ (at(i - 15) >>> 3);
      const high = turned(at(i - 2), 17) ^ turned(at(i - 2), 19) ^ (at(i - 2) >>> 10);
      words[i] = at(i - 16) + low + at(i - 7) + high;
    }
  }
  return words;
}

function absorb(state: Uint32Array, block: DataView): void {
  const words = schedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; ++i) {
    const choice = (e & f) ^ (~e & g);
    const first =
      h +
      (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
      choice +
      (constants[i] ?? 0) +
      (words[i] ?? 0);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}
