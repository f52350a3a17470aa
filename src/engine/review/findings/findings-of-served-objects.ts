import { unservedBy } from '../../changes/diff/unserved.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { LintDiagnostic } from '../../rules/lint/rule.ts';
import { type ResourceRef, referenceKey } from '../../text/diagnostic.ts';
import { type Context, knownOn, manifestsOn } from '../context/context.ts';
import { runningKarpenter } from '../context/karpenter-version.ts';

/**
 * Findings without those about objects that Karpenter serves on neither side. The API server refuses them, which
 * `schema/removed-version` says, so nothing else of them matters. An object that base serves may still be in the
 * cluster.
 */
export function aboutServed(
  findings: readonly LintDiagnostic[],
  scope: Context,
  side: 'base' | 'head',
): readonly LintDiagnostic[] {
  const unserved = unservedOn(scope, side);
  if (unserved.size === 0) return findings;

  const before = unservedOn(scope, 'base');
  const inBase = new Set(manifestsOn(scope, 'base').map(({ ref }) => referenceKey(ref)));
  const wasServed = (key: string): boolean => inBase.has(key) && !before.has(key);
  const isNeverServed = (resource: ResourceRef): boolean =>
    unserved.has(referenceKey(resource)) && !wasServed(referenceKey(resource));

  return findings.filter(
    // What explains another finding takes its place.
    ({ resource, explains }) => resource === null || explains !== undefined || !isNeverServed(resource),
  );
}

const isUnserved = (manifest: Manifest, scope: Context, side: 'base' | 'head'): boolean => {
  const { target } = knownOn(scope, side);
  if (target.isKarpenterAssumed) return false;
  return unservedBy(runningKarpenter(target), manifest, () => manifestsOn(scope, side)) !== undefined;
};

const unservedOn = (scope: Context, side: 'base' | 'head'): ReadonlySet<string> =>
  new Set(
    manifestsOn(scope, side)
      .filter((manifest) => isUnserved(manifest, scope, side))
      .map(({ ref }) => referenceKey(ref)),
  );
