import type { Estimate } from '../../cluster/cost/estimate.ts';
import { karpenterKindOf } from '../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Finding } from '../context/finding.ts';

/** Errors of a schema with which the API server still accepts an object, or which the migration to v1 takes care of. */
const harmless: ReadonlySet<string> = new Set([
  'schema/unknown-field',
  'schema/removed-version',
  'schema/unknown-kind',
]);

/** Whether the API server refuses an object because of an error. */
export const isRefusal = ({ code, severity }: Pick<Diagnostic, 'code' | 'severity'>): boolean =>
  severity === 'error' && code.startsWith('schema/') && !harmless.has(code);

/** Says that the figures include NodePools and node classes that the API server refuses as they are, before and after the change. */
export function withRefusedCaveat(
  estimate: Estimate | null,
  head: readonly Manifest[],
  findings: readonly Finding[],
): Estimate | null {
  if (!estimate?.head || !(estimate.head.nodes.likely || estimate.head.launchable.length > 0)) return estimate;

  // NodePools that are not ready launch nothing, and their rows say so.
  const notReady = new Set(
    estimate.head.launchable.flatMap(({ isNotReady, nodePool }) => {
      if (isNotReady) return nodePool;
      return [];
    }),
  );
  const counted = head.filter((manifest) => isLaunching(manifest) && !notReady.has(manifest.name));
  const objects = new Set(counted.map(keyOf));

  const refused = [
    ...new Set(
      findings.flatMap(({ diagnostic }) => {
        if (!isRefusal(diagnostic)) return [];
        const { resource } = diagnostic;
        const key = resource && keyOf(resource);
        if (key !== null && objects.has(key)) return [key];
        return [];
      }),
    ),
  ].sort(compareNames);

  if (refused.length === 0) return estimate;

  const caveat = `The API server refuses ${firstNames(refused.map(quoted))}. The figures are those once the errors are fixed.`;

  return {
    ...estimate,
    assumptions: [caveat, ...estimate.assumptions],
    keyAssumptions: [caveat, ...estimate.keyAssumptions],
  };
}

const isLaunching = (manifest: Manifest): boolean =>
  ['node pool', 'node class'].includes(karpenterKindOf(manifest)?.role ?? '');

const keyOf = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind}/${name}`;
