import { contentText, kubernetesContent } from '../../../io/cluster/kubernetes-content.ts';
import { decode } from '../../../io/tree/decode.ts';
import { maxFileBytes } from '../../../io/tree/source-tree.ts';
import { PlumblineError } from '../../../shared/errors.ts';

/** All bytes of a stream. If there are more than a file may have, their number so far; the rest is not read. */
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

/**
 * All bytes of a stream that must contain manifests. Throws PlumblineError('usage') if it contains none, so that a
 * broken pipe does not look like a good review.
 */
export async function readManifests(stream: NodeJS.ReadableStream): Promise<Buffer | number> {
  const bytes = await readAll(stream);
  const text = typeof bytes === 'number' ? undefined : decode('<stdin>', bytes);
  // Binary data, or too much text, is a finding.
  if (typeof text !== 'string') return bytes;

  const content = kubernetesContent({ file: '<stdin>', text });
  if (content === 'objects') return bytes;

  throw new PlumblineError('usage', `Standard input ${contentText[content]}`, {
    help: '`-` reads manifests. Check the command that writes them, for example `kustomize build . | plumbline check -`.',
  });
}
