import { validateSchema } from '../../files/schema/validate.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Facts } from '../context/facts.ts';
import type { KarpenterTarget } from '../context/karpenter-version.ts';
import type { OlderCrds } from '../context/older-crds.ts';
import { placeOf } from './assumed-version.ts';

/**
 * Says of each finding that only the older CRDs of a cluster cause which CRDs these are. Only our own validator knows the CRDs of other
 * versions, so what only the API server's code finds is left as it is.
 */
export function withOlderCrds(
  diagnostics: readonly Diagnostic[],
  manifests: readonly Manifest[],
  { olderCrds, target, facts }: { olderCrds: OlderCrds; target: KarpenterTarget; facts: Facts },
): readonly Diagnostic[] {
  const files = new Set(diagnostics.map(({ span }) => span.file));
  const judged = manifests.filter(({ source }) => files.has(source.file));
  const [older, running] = [olderCrds.minor, target.karpenterVersion].map(
    (minor) => new Set(validateSchema(judged, facts.crds(minor), { crds: facts.crds }).map(placeOf)),
  );

  const { manifest, path, isChart } = olderCrds.installed;
  const crds = isChart ? '`karpenter-crd`' : 'the CRDs';

  return diagnostics.map((diagnostic): Diagnostic => {
    const place = placeOf(diagnostic);
    if (!older!.has(place) || running!.has(place)) return diagnostic;

    const { fix: _, message, ...rest } = diagnostic;
    return {
      ...rest,
      message: `${message}. The CRDs of Karpenter ${target.karpenterVersion} accept this, but those of ${olderCrds.minor} are installed`,
      help: `Upgrade ${crds} to ${target.karpenterVersion} first.`,
      labels: [...diagnostic.labels, { span: manifest.span(path), message: 'version of the CRDs' }],
    };
  });
}
