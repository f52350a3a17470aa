import type { PlannedKind } from '../../engine/changes/plan/kinds.ts';
import type { CrdPack } from '../../engine/files/schema/definitions/crd-pack.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { KubeClient } from './client.ts';
import type { Json } from './kube-answer.ts';

/** The Karpenter objects of a cluster. */
interface ListedKarpenterObjects {
  readonly objects: readonly Json[];
  /** Kinds that the API server does not serve. */
  readonly notServed: readonly string[];
}

/** Which objects to list. */
interface ObjectsRequest {
  readonly kinds: readonly PlannedKind[];
  readonly pack: CrdPack;
  /** Kinds that the API server must serve. */
  readonly needed: ReadonlySet<string>;
}

/**
 * All objects of some kinds, in the version that this Karpenter stores. Throws PlumblineError('kube') if a needed kind is not
 * served, or not in a known version.
 */
export async function listKarpenterObjects(
  client: KubeClient,
  request: ObjectsRequest,
): Promise<ListedKarpenterObjects> {
  const objects: Json[] = [];
  const notServed: string[] = [];

  for (const kind of request.kinds) {
    const apiVersion = await servedVersion(client, kind, request.pack);
    if (apiVersion === undefined) {
      if (request.needed.has(kind.kind)) throw notInstalled(kind, request.pack);

      notServed.push(kind.kind);
      continue;
    }

    const items = await client.list(`/apis/${apiVersion}/${kind.plural}`);
    objects.push(...items.map((item) => ({ ...item, apiVersion, kind: kind.kind })));
  }

  return { objects, notServed };
}

/** The version of a kind that both the API server and this Karpenter's CRDs have. The stored version is preferred. */
async function servedVersion(client: KubeClient, kind: PlannedKind, pack: CrdPack): Promise<string | undefined> {
  const versions = pack.versions.filter((version) => version.kind === kind.kind && version.group === kind.group);
  for (const { apiVersion } of versions.toSorted((a, b) => Number(b.storage) - Number(a.storage))) {
    const resources = await client.get(`/apis/${apiVersion}`);
    if (resources?.resources?.some(({ name }: { name: string }) => name === kind.plural)) return apiVersion;
  }
  return undefined;
}

const notInstalled = ({ plural, group }: PlannedKind, { karpenterVersion }: CrdPack): PlumblineError =>
  new PlumblineError(
    'kube',
    `The cluster does not serve ${plural}.${group} in a version of Karpenter ${karpenterVersion}`,
    {
      help: `Install the CRDs of Karpenter ${karpenterVersion}, or set \`karpenter.version\` to the version in the cluster.`,
    },
  );
