import { isOfPods } from '../../changes/diff/workload-effects.ts';
import { objectIdentity } from '../../files/places/object-identity.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { type Context, manifestsOn } from '../context/context.ts';
import type { Verdicts } from '../context/verdict-requests.ts';
import { schemaFindings } from '../findings/scope-findings.ts';
import { isRefusal } from './refused-caveat.ts';

/** The workloads of head that the API server's code refuses, although it does not refuse those of base. */
export function refusedWorkloads(scope: Context, verdicts: Verdicts): ReadonlySet<Manifest> {
  const refused = refusedOn(scope, 'head', verdicts);
  if (scope.base === null || refused.length === 0) return new Set();

  const before = new Set(refusedOn(scope, 'base', verdicts).map(objectIdentity));
  return new Set(refused.filter((manifest) => !before.has(objectIdentity(manifest))));
}

function refusedOn(scope: Context, side: 'base' | 'head', verdicts: Verdicts): readonly Manifest[] {
  const refusals = schemaFindings(scope, side, verdicts).filter(isRefusal);

  return manifestsOn(scope, side).filter(
    (manifest) =>
      isOfPods(manifest) &&
      refusals.some(
        ({ span, resource }) =>
          span.file === manifest.source.file &&
          resource?.kind === manifest.kind &&
          resource.name === manifest.name &&
          resource.namespace === manifest.ref.namespace,
      ),
  );
}
