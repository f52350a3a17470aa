import { parseDuration } from '../api/duration.ts';
import type { NodePool } from '../api/node-pool.ts';
import { canonicalQuantity } from '../api/quantity.ts';
import { hashValue, NotHashable, type Readers } from './go-hash.ts';
import { nodeClaimTemplate, nodeClaimTemplateV1beta1 } from './hashed-types.ts';

/** How both hashes read durations and quantities. */
export const hashReaders: Readers = { durationNanos: parseDuration, canonicalQuantity };

/** `karpenter.sh/nodepool-hash` of a NodePool with the API server's defaults filled in, by its hash version; null where it cannot be known. */
export const nodePoolHash = ({ spec }: NodePool, version: string | undefined): string | null =>
  hashOrNull(() => {
    if (version === 'v2') return hashValue(spec?.template, nodeClaimTemplateV1beta1, hashReaders);
    if (version === 'v3') return hashValue(withoutNever(spec?.template), nodeClaimTemplate, hashReaders);
    throw new NotHashable('hash version');
  });

/** `Never` decodes to no duration at all. */
function withoutNever(template: NodePool['spec']['template'] | undefined): unknown {
  if (template?.spec?.expireAfter !== 'Never') return template;
  const { expireAfter: _, ...spec } = template.spec;
  return { ...template, spec };
}

/** A hash as Karpenter writes it; null where what it is made of cannot be hashed. */
export function hashOrNull(hash: () => bigint): string | null {
  try {
    return hash().toString();
  } catch (error) {
    if (error instanceof NotHashable) return null;
    throw error;
  }
}
