import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { canonicalQuantity } from '../../../karpenter/api/quantity.ts';
import { hashValue, NotHashable, type Readers } from './go-hash.ts';
import { nodeClaimTemplate, nodeClaimTemplateV1beta1 } from './hashed-types.ts';

/** How the hashes of NodePools and node classes read durations and quantities. */
export const hashReaders: Readers = { durationNanos: parseDuration, canonicalQuantity };

/** `karpenter.sh/nodepool-hash` of a NodePool with the API server's defaults, for a hash version; null if it cannot be computed. */
export const nodePoolHash = ({ spec }: NodePool, version: string | undefined): string | null =>
  hashOrNull(() => {
    if (version === 'v2') return hashValue(spec?.template, nodeClaimTemplateV1beta1, hashReaders);
    if (version === 'v3') return hashValue(withoutNever(spec?.template), nodeClaimTemplate, hashReaders);
    throw new NotHashable('hash version');
  });

/** Karpenter decodes `Never` to a missing duration. */
function withoutNever(template: NodePool['spec']['template'] | undefined): unknown {
  if (template?.spec?.expireAfter !== 'Never') return template;
  const { expireAfter: _, ...spec } = template.spec;
  return { ...template, spec };
}

/** A hash in the form in which Karpenter writes it; null if a value cannot be hashed. */
export function hashOrNull(hash: () => bigint): string | null {
  try {
    return hash().toString();
  } catch (error) {
    if (error instanceof NotHashable) return null;
    throw error;
  }
}
