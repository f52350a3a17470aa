import { PlumblineError } from '../../../errors.ts';
import { contentText, kubernetesContent } from '../../../io/cluster/kubernetes-content.ts';
import { decode } from '../../../io/tree/decode.ts';
import { maxFileBytes } from '../../../io/tree/source-tree.ts';

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

/** All of a stream that must hold manifests. Throws PlumblineError('usage') where it holds none: a broken pipe must not pass for a good review. */
export async function readManifests(stream: NodeJS.ReadableStream): Promise<Buffer | number> {
  const bytes = await readAll(stream);
  const text = typeof bytes === 'number' ? undefined : decode('<stdin>', bytes);
  // What is no text, or too much of it, has a finding of its own.
  if (typeof text !== 'string') return bytes;
  const content = kubernetesContent({ file: '<stdin>', text });
  if (content === 'objects') return bytes;
  throw new PlumblineError('usage', `Standard input ${contentText[content]}`, {
    help: 'Check the command that writes it: `-` reads manifests, for example `kustomize build . | plumbline check -`.',
  });
}
