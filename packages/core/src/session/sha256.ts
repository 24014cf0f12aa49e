/**
 * SHA-256 of a text, in hex. Node's own costs five milliseconds to load, which every first request
 * would wait for; the name of one folder is all that it is needed for there.
 */
export function sha256(text: string): string {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
  const rounds = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const words = new Uint32Array(64);
  const block = pad(new TextEncoder().encode(text));
  for (let offset = 0; offset < block.byteLength; offset += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = block.getUint32(offset + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const near = word(words, at - 2);
      const far = word(words, at - 15);
      const mixed = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      const spread = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      words[at] = word(words, at - 16) + spread + word(words, at - 7) + mixed;
    }
    compress(state, rounds, words);
  }
  return Array.from(state, (value) => value.toString(16).padStart(8, "0")).join("");
}

function compress(state: Uint32Array, rounds: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const turned = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + turned + choice + word(rounds, at) + word(words, at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) {
    state[at] = word(state, at) + value;
  }
}

/** A one bit, zeros, and the length in bits, up to whole blocks of 64 bytes. */
function pad(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  return view;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}
