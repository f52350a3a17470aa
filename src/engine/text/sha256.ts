/**
 * SHA-256 (FIPS 180-4) of the UTF-8 bytes of a text, as 64 hexadecimal digits. It is implemented here because the engine is pure and
 * synchronous: it must not import Node's crypto, and Web Crypto returns promises.
 */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(initial);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) compress(state, schedule, new DataView(blocks.buffer, at, 64));
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message, a one bit, zeros, and the length in bits in the last eight bytes. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(blocks.length - 4, bytes.length * 8);

  return blocks;
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

// The hot loop is one function of plain variables, named as in the standard so that readers can compare.
function compress(state: Uint32Array, w: Uint32Array, block: DataView): void {
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(i * 4);

  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const small0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const small1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);

    w[i] = w[i - 16]! + small0 + w[i - 7]! + small1;
  }

  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];

  for (let i = 0; i < 64; i++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;

    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }

  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = state[i]! + word;
  });
}

const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

const constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];
