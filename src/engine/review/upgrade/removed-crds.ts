import type { Diagnostic } from '../../diagnostic.ts';
import { uninstalled } from '../../diff/installation/uninstalled.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Context } from '../context.ts';

/**
 * An error if the change removes Karpenter's CRDs, or the release of their chart. The API server then deletes all custom objects of these kinds,
 * and Karpenter's finalizers terminate the instances first (core pkg/controllers/nodepool, kubernetes apiextensions finalizer). It needs evidence
 * that is there: the object that installed the CRDs before, and a head whose files can all be read.
 */
export function removedCrds({ base, head }: Pick<Context, 'base' | 'head'>): Diagnostic[] {
  if (!base || head.files.some(({ isBroken }) => isBroken)) return [];

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
      resource: place.ref,
      help: 'Keep it. To hand the CRDs over to something else, first give them the annotation `helm.sh/resource-policy: keep`, or the one of Argo CD or Flux that keeps them.',
    },
  ];
}

const identityOf = ({ apiVersion, kind, namespace = '', name }: Manifest): string =>
  `${apiVersion.split('/')[0]} ${kind} ${namespace}/${name}`;
