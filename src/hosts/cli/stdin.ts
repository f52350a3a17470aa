import { maxFileBytes } from '../../io/source-tree.ts';

/** All of a stream, or how many bytes it has at least where that is more than a file may have: the rest is not waited for. */
export async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer | number> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxFileBytes) return length;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
