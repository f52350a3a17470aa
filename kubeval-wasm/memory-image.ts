/** Shorter runs of zeros are written, because each segment also needs some bytes. */
const shortestGap = 256;
/** A segment starts with its address and its length, each a 32-bit little-endian number. */
const headBytes = 8;

/** The content of a memory as segments, without zeros, because a new memory contains zeros. */
export function imageOf(memory: Uint8Array): Uint8Array {
  const stretches: Uint8Array[] = [];
  for (let at = nextFilled(memory, 0); at < memory.length; ) {
    const stop = stretchEnd(memory, at);
    stretches.push(new Uint8Array(new Uint32Array([at, stop - at]).buffer), memory.subarray(at, stop));
    at = nextFilled(memory, stop);
  }
  return Buffer.concat(stretches);
}

/** Writes an image into a new memory. */
export function restore(memory: Uint8Array, image: Uint8Array): void {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  for (let at = 0; at < image.length; ) {
    const length = view.getUint32(at + 4, true);
    memory.set(image.subarray(at + headBytes, at + headBytes + length), view.getUint32(at, true));
    at += headBytes + length;
  }
}

function nextFilled(memory: Uint8Array, from: number): number {
  let at = from;
  while (at < memory.length && memory[at] === 0) at++;
  return at;
}

function stretchEnd(memory: Uint8Array, from: number): number {
  for (let at = from; ; ) {
    while (at < memory.length && memory[at] !== 0) at++;
    const next = nextFilled(memory, at);
    if (next - at >= shortestGap || next === memory.length) return at;
    at = next;
  }
}
