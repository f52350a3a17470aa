import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { KubeClient } from '../kube/client.ts';
import type { Json } from '../kube/kube-answer.ts';
import { ApiRefusal } from '../kube/kube-error.ts';
import { leanJson } from './cluster-dump.ts';

/** A kind of objects that is read from a cluster. */
export interface WantedKind {
  /** `nodeclaims`. */
  readonly plural: string;
  /** Empty for Kubernetes' core. */
  readonly group: string;
  readonly kind: string;
  /** Versions to ask for, the first one that the server has. */
  readonly versions: readonly string[];
  /** What reviews do not know if it may not be listed, such as `what CapacityBuffers keep`. Without this, the kind is required. */
  readonly unknownWithout?: string;
}

/**
 * The objects of a cluster, with `list` alone: one JSON List for each kind that the server has. Without the right to list one of them, the
 * result would look like a smaller cluster, so this throws a PlumblineError('kube') that names every missing right.
 */
export async function clusterObjects(
  client: Pick<KubeClient, 'list'>,
  kinds: readonly WantedKind[],
  onMissing: (resource: string, unknown: string) => void = () => {},
): Promise<Source[]> {
  const sources: Source[] = [];
  const forbidden: string[] = [];
  for (const wanted of kinds) {
    const objects = await listed(client, wanted);
    if (objects === 'forbidden' && wanted.unknownWithout) onMissing(resourceOf(wanted), wanted.unknownWithout);
    else if (objects === 'forbidden') forbidden.push(resourceOf(wanted));
    else if (objects) sources.push({ file: `<${wanted.plural}>`, text: objects });
  }

  if (forbidden.length > 0)
    throw new PlumblineError('kube', `This identity may not list ${forbidden.sort(compareNames).join(', ')}`, {
      help: 'Allow `list` on these resources in all namespaces, or pass the output of `kubectl get` for the kinds that matter.',
    });

  return sources;
}

const resourceOf = ({ plural, group }: WantedKind): string => {
  if (group === '') return plural;
  return `${plural}.${group}`;
};

/** Undefined if the server does not have the kind, as without Karpenter. */
async function listed(
  client: Pick<KubeClient, 'list'>,
  { plural, group, kind, versions }: WantedKind,
): Promise<string | 'forbidden' | undefined> {
  for (const version of versions) {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    try {
      const prefix = group === '' ? 'api' : 'apis';
      const items = await client.list(`/${prefix}/${apiVersion}/${plural}`);
      // The items of a typed list name neither their kind nor their version.
      const objects = items.map((item: Json) => leanJson({ ...item, apiVersion, kind }));
      return `{"apiVersion":"v1","kind":"List","items":[\n${objects.join(',\n')}\n]}\n`;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (error.reason === 'forbidden') return 'forbidden';
    }
  }

  return undefined;
}
