/** Runs of zeroes shorter than this are written, for each stretch costs some bytes itself. */
const shortestGap = 256;
/** A stretch begins with where it belongs and how long it is, each in 32 bits, little end first. */
const headBytes = 8;

/** What a memory holds, as stretches without what is zero, as memory is to begin with. */
export function imageOf(memory: Uint8Array): Uint8Array {
  const stretches: Uint8Array[] = [];
  for (let at = nextFilled(memory, 0); at < memory.length; ) {
    const stop = stretchEnd(memory, at);
    stretches.push(new Uint8Array(new Uint32Array([at, stop - at]).buffer), memory.subarray(at, stop));
    at = nextFilled(memory, stop);
  }
  return Buffer.concat(stretches);
}

/** Writes an image into a memory that is still empty. */
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
