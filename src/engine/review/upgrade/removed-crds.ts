import { skippedCrds, uninstalled } from '../../changes/diff/installation/uninstalled.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Context } from '../context/context.ts';

/**
 * An error if the change removes Karpenter's CRDs, or the release of their chart. The API server then deletes all custom objects of these kinds,
 * and Karpenter's finalizers terminate the instances first (core pkg/controllers/nodepool, kubernetes apiextensions finalizer). It needs evidence
 * that is there: the object that installed the CRDs before, and a head whose files can all be read.
 */
export function removedCrds({ base, head }: Pick<Context, 'base' | 'head'>): Diagnostic[] {
  if (!base || head.files.some(({ isBroken }) => isBroken)) return [];

  const skipping = skippingCrds(base, head);
  if (skipping) return [skipping];

  const stillThere = new Set(head.manifests.map(identityOf));
  const removed = base.manifests.find(
    (manifest) => !stillThere.has(identityOf(manifest)) && uninstalled(manifest, head.manifests)?.effect === 'delete',
  );
  const place = head.manifests.find(({ kind }) => kind === 'NodePool') ?? head.manifests[0];
  if (!removed || !place) return [];

  return [
    {
      code: 'upgrade/crds-removed',
      severity: 'error',
      message: `The change removes ${removed.kind} \`${removed.name}\` and with it Karpenter’s CRDs, so the API server deletes every NodePool and NodeClaim, and Karpenter terminates all of its nodes`,
      span: place.span(['metadata', 'name']),
      labels: [],
      resource: removed.ref,
      help: 'Keep it. To hand the CRDs over to something else, first give them the annotation `helm.sh/resource-policy: keep`, or the one of Argo CD or Flux that keeps them.',
    },
  ];
}

/** An error about the first Application that no longer brings the CRDs of Karpenter's chart and prunes them. */
function skippingCrds(base: ManifestSet, head: ManifestSet): Diagnostic | undefined {
  const before = new Map(base.manifests.map((manifest) => [identityOf(manifest), manifest]));
  const skipping = head.manifests.flatMap((manifest) => {
    const old = before.get(identityOf(manifest));
    const change = old && skippedCrds({ base: old, head: manifest }, head.manifests);
    if (change?.effect === 'delete') return [{ manifest, span: change.span }];
    return [];
  });

  const [first] = skipping;

  if (first === undefined) return undefined;

  const { manifest, span } = first;

  return {
    code: 'upgrade/crds-removed',
    severity: 'error',
    message: `Application \`${manifest.name}\` no longer brings Karpenter’s CRDs (\`skipCrds\`) and prunes them, so the API server deletes every NodePool and NodeClaim, and Karpenter terminates all of its nodes`,
    span,
    labels: [],
    resource: manifest.ref,
    help: 'Remove `skipCrds`. To hand the CRDs over to something else, first give them the annotation `argocd.argoproj.io/sync-options: Prune=false`.',
  };
}

const identityOf = ({ apiVersion, kind, namespace = '', name }: Manifest): string =>
  `${apiVersion.split('/')[0]} ${kind} ${namespace}/${name}`;
