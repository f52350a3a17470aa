import { driverOf, ebsDriver } from '../../../karpenter/api/ebs.ts';
import { label } from '../../../karpenter/api/labels.ts';
import type { NodeSelectorRequirement, Pod, Volume } from '../../../karpenter/api/pod.ts';
import { groupOf, type Manifest, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import type { VolumeClaim } from '../input/scheduler-input.ts';
import { listOf, objectWith, readText } from '../input/value-reader.ts';

/** A pod with the storage classes of the claims that are created for it alone, by claim name. */
export interface ClaimingPod {
  readonly pod: Pod;
  readonly ownClaims: ReadonlyMap<string, string | undefined>;
}

/** The volumes of all pods in a pass. */
export interface Volumes {
  /** `namespace/name` → claim, for every claim that a pod refers to. */
  readonly claims: ReadonlyMap<string, VolumeClaim>;
  /** Objects that are in no manifest and are assumed to exist: `PersistentVolumeClaim namespace/name`, sorted. */
  readonly assumed: readonly string[];
  /** Claims (`namespace/name`) of running pods that are in no manifest and are assumed to be EBS volumes, which have a zone, sorted. */
  readonly zonal: readonly string[];
  /**
   * Claims (`namespace/name`) whose StorageClass is in no manifest → its name; undefined for the default class. What
   * creates their volumes is unknown.
   */
  readonly ofUnreadClass: ReadonlyMap<string, string | undefined>;
  /** Claims (`namespace/name`) whose volume does not refer back to them, sorted. Karpenter cannot rely on such volumes yet. */
  readonly oneSided: readonly string[];
}

type Alternatives = VolumeClaim['alternatives'];

interface Store {
  readonly claims: ReadonlyMap<string, Manifest>;
  readonly volumes: ReadonlyMap<string, Manifest>;
  readonly classes: ReadonlyMap<string, Manifest>;
  readonly defaultClass: string | undefined;
  /** Whether the manifests contain all volumes of a cluster. If so, an absent one does not exist; otherwise it is assumed to exist. */
  readonly isComplete: boolean;
  /** Names of the volumes that refer to a claim. */
  readonly bound: ReadonlySet<string>;
  /** `namespace/name` of a claim → zone of the node that a pod with it runs on; empty if the volumes are known. */
  readonly zones: ReadonlyMap<string, string>;
  readonly assumed: Set<string>;
  readonly zonal: Set<string>;
  readonly ofUnreadClass: Map<string, string | undefined>;
  readonly oneSided: Set<string>;
}

const isOfKind = (kind: string, group: string) => (manifest: Manifest) =>
  manifest.kind === kind && groupOf(manifest.apiVersion) === group;

/** Every cluster on AWS has some of them. */
const storageKinds: ReadonlySet<string> = new Set([
  'CSINode',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
]);

const byName = (manifests: readonly Manifest[]): Map<string, Manifest> =>
  new Map(manifests.map((manifest) => [manifest.name, manifest]));

/** The name of the claim that a volume of a pod uses. Source: pkg/utils/volume/volume.go. */
export function claimName(pod: Pod, volume: Volume): string | undefined {
  if (volume.persistentVolumeClaim) return volume.persistentVolumeClaim.claimName;
  if (volume.ephemeral) return `${pod.metadata.name}-${volume.name}`;
  return undefined;
}

/** Whether each pod of a workload has its own volumes, so that no two of its pods are equal. */
export const hasOwnVolumes = (volumes: readonly Volume[] | undefined): boolean =>
  volumes?.some((volume) => volume.ephemeral !== undefined) ?? false;

/**
 * Resolves the claims of pods to node selector requirements and a CSI driver, or to Karpenter's reason for ignoring the pod.
 * Source: pkg/controllers/provisioning/scheduling/volumetopology.go, v1.14.1.
 */
export function readVolumes(
  manifests: readonly Manifest[],
  pods: readonly ClaimingPod[],
  live: readonly Manifest[] | undefined,
): Volumes {
  const isVolume = isOfKind('PersistentVolume', '');
  const classes = byName(manifests.filter(isOfKind('StorageClass', 'storage.k8s.io')));
  // `kubectl get nodes,nodeclaims,pods` lists no volumes, although pods use them.
  const isComplete = live?.some(({ kind }) => storageKinds.has(kind)) ?? false;

  const store: Store = {
    claims: new Map(
      manifests
        .filter(isOfKind('PersistentVolumeClaim', ''))
        .map((manifest) => [`${manifest.namespace ?? 'default'}/${manifest.name}`, manifest]),
    ),
    volumes: byName(manifests.filter(isVolume)),
    classes,
    defaultClass: [...classes.values()].findLast(isDefaultClass)?.name,
    isComplete,
    bound: new Set(
      [...manifests, ...(live ?? [])]
        .filter(isVolume)
        .filter(namesItsClaim)
        .map(({ name }) => name),
    ),
    zones: isComplete ? new Map() : zonesOfClaims(live ?? []),
    assumed: new Set(),
    zonal: new Set(),
    ofUnreadClass: new Map(),
    oneSided: new Set(),
  };

  const claims = new Map<string, VolumeClaim>();
  for (const { pod, ownClaims } of pods) {
    for (const volume of pod.spec.volumes ?? []) {
      const name = claimName(pod, volume);
      const key = `${pod.metadata.namespace}/${name}`;
      if (name === undefined || claims.has(key)) continue;

      claims.set(key, resolveClaim(store, { namespace: pod.metadata.namespace, name, ownClaims }));
    }
  }

  const [assumed, zonal, oneSided] = [store.assumed, store.zonal, store.oneSided].map((names) => [...names].sort());
  return { claims, assumed: assumed!, zonal: zonal!, ofUnreadClass: store.ofUnreadClass, oneSided: oneSided! };
}

function zonesOfClaims(live: readonly Manifest[]): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const node of live.filter(isOfKind('Node', ''))) {
    const zone = readText(node.get(['metadata', 'labels', label.zone]));
    if (zone !== undefined) zones.set(node.name, zone);
  }

  const pods = live.filter(isOfKind('Pod', ''));

  return new Map(
    pods.flatMap((pod) => {
      const zone = zones.get(readText(pod.get(['spec', 'nodeName'])) ?? '');
      const volumes = pod.get(['spec', 'volumes']);
      return (zone === undefined || !Array.isArray(volumes) ? [] : volumes).flatMap((volume): [string, string][] => {
        const name = readText(mappingOrEmpty(mappingOrEmpty(volume).persistentVolumeClaim).claimName);
        if (name === undefined) return [];
        return [[`${pod.namespace ?? 'default'}/${name}`, zone!]];
      });
    }),
  );
}

/**
 * A binding is complete when volume and claim refer to each other. This is the case for every volume that a cluster shows as
 * bound.
 */
const namesItsClaim = ({ object }: Manifest): boolean =>
  mappingOrEmpty(object.spec).claimRef !== undefined || mappingOrEmpty(object.status).phase === 'Bound';

function isDefaultClass(manifest: Manifest): boolean {
  const annotations = mappingOrEmpty(mappingOrEmpty(manifest.object.metadata).annotations);
  return `${annotations['storageclass.kubernetes.io/is-default-class']}` === 'true';
}

interface ClaimRequest {
  readonly namespace: string;
  readonly name: string;
  readonly ownClaims: ReadonlyMap<string, string | undefined>;
}

function resolveClaim(store: Store, { namespace, name, ownClaims }: ClaimRequest): VolumeClaim {
  const manifest = store.claims.get(`${namespace}/${name}`);
  const open = { namespace, name, driver: undefined, alternatives: [], error: undefined };
  const zone = store.zones.get(`${namespace}/${name}`);
  if (manifest === undefined && zone !== undefined && !isShared(ownClaims.get(name))) {
    store.zonal.add(`${namespace}/${name}`);
    return { ...open, alternatives: [[{ key: label.zone, operator: 'In', values: [zone] }]] };
  }

  if (manifest === undefined && !ownClaims.has(name)) {
    if (!store.isComplete) return assume(store, `PersistentVolumeClaim ${namespace}/${name}`, open);

    const error = `getting persistent volume claim, persistentvolumeclaims "${name}" not found (PersistentVolumeClaim=${name})`;
    return { ...open, error };
  }

  const spec = mappingOrEmpty(manifest?.object.spec);
  const className = (manifest ? readText(spec.storageClassName) : ownClaims.get(name)) ?? store.defaultClass;
  const claim: Claim = { open, className: className ?? '', reference: `PersistentVolumeClaim=${namespace}/${name}` };
  const refusal = manifest && refusalOf(manifest, claim);
  if (refusal !== undefined) return { ...open, error: refusal };

  const volumeName = readText(spec.volumeName);
  if (volumeName) return boundClaim(store, claim, volumeName);

  if (className === undefined && !store.isComplete) {
    store.ofUnreadClass.set(`${namespace}/${name}`, undefined);
    return assume(store, 'a default StorageClass', open);
  }

  return unboundClaim(store, claim);
}

/** Whether a storage class is one for volumes that all zones share, by its name. */
export const isShared = (className: string | undefined): boolean => /efs|fsx|nfs|s3/i.test(className ?? '');

interface Claim {
  readonly open: VolumeClaim;
  readonly className: string;
  /** `PersistentVolumeClaim=namespace/name`, the last part of Karpenter's messages. */
  readonly reference: string;
}

function assume(store: Store, what: string, claim: VolumeClaim): VolumeClaim {
  store.assumed.add(what);
  return claim;
}

function refusalOf(manifest: Manifest, { reference }: Claim): string | undefined {
  if (mappingOrEmpty(manifest.object.metadata).deletionTimestamp)
    return `persistentvolumeclaim is being deleted (${reference})`;
  const volume = readText(mappingOrEmpty(manifest.object.spec).volumeName) ?? '';
  if (mappingOrEmpty(manifest.object.status).phase !== 'Lost') return undefined;
  return `persistentvolumeclaim bound to non-existent persistentvolume (PersistentVolume=${volume}, ${reference})`;
}

function boundClaim(store: Store, { open, className, reference }: Claim, volumeName: string): VolumeClaim {
  const volume = store.volumes.get(volumeName);
  const where = `(PersistentVolume=${volumeName}, ${reference}, StorageClass=${className})`;

  if (volume === undefined) {
    if (!store.isComplete) return assume(store, `PersistentVolume ${volumeName}`, open);
    return { ...open, error: `failed to validate pvc, persistentvolumes "${volumeName}" not found ${where}` };
  }

  if (mappingOrEmpty(volume.object.metadata).deletionTimestamp)
    return { ...open, error: `failed to validate pvc, persistentvolume is being deleted ${where}` };

  const { csi, awsElasticBlockStore } = mappingOrEmpty(volume.object.spec);
  const driver = readText(mappingOrEmpty(csi).driver) ?? (awsElasticBlockStore ? ebsDriver : undefined);

  if (store.isComplete && !store.bound.has(volumeName)) {
    store.oneSided.add(`${open.namespace}/${open.name}`);
    return { ...open, driver };
  }

  return { ...open, driver, alternatives: volumeAlternatives(volume) };
}

function unboundClaim(store: Store, { open, className, reference }: Claim): VolumeClaim {
  const where = `(${reference}, StorageClass=${className})`;
  if (className === '') return { ...open, error: `unbound pvc must define a storage class ${where}` };

  const storageClass = store.classes.get(className);
  if (storageClass === undefined) {
    if (!store.isComplete) {
      store.ofUnreadClass.set(`${open.namespace}/${open.name}`, className);
      return assume(store, `StorageClass ${className}`, open);
    }

    const error = `failed to validate pvc, failed to get storage class, storageclasses.storage.k8s.io "${className}" not found ${where}`;
    return { ...open, error };
  }

  const driver = driverOf(readText(storageClass.object.provisioner));

  // The API server's default is Immediate. If the cluster is unknown, the volume may well exist by the time the pod is
  // scheduled.
  if ((storageClass.object.volumeBindingMode ?? 'Immediate') === 'Immediate') {
    if (!store.isComplete) return assume(store, `a volume for ${reference.replace('=', ' ')}`, { ...open, driver });

    const error = `failed to validate pvc, pvc with immediate volume binding mode must be bound ${where}`;
    return { ...open, error };
  }

  return { ...open, driver, alternatives: classAlternatives(storageClass) };
}

const readRequirements = listOf(
  objectWith<NodeSelectorRequirement>(
    { key: readText, operator: readText, values: listOf(readText) },
    { required: ['key'], defaults: { operator: 'In' } },
  ),
);

/** Each term of a volume's node affinity is one alternative. The host of a local volume does not constrain a new node. */
function volumeAlternatives(volume: Manifest): Alternatives {
  const spec = mappingOrEmpty(volume.object.spec);
  const terms = mappingOrEmpty(mappingOrEmpty(spec.nodeAffinity).required).nodeSelectorTerms;
  const isLocal = spec.local !== undefined || spec.hostPath !== undefined;

  return (Array.isArray(terms) ? terms : []).flatMap((term: Value) => {
    const all = readRequirements(mappingOrEmpty(term).matchExpressions) ?? [];
    const kept = isLocal ? all.filter(({ key }) => key !== 'kubernetes.io/hostname') : all;
    if (all.length === 0) return [];
    return [kept.map(withValues)];
  });
}

function classAlternatives(storageClass: Manifest): Alternatives {
  const terms = storageClass.object.allowedTopologies;
  return (Array.isArray(terms) ? terms : []).flatMap((term: Value) => {
    const requirements = readRequirements(mappingOrEmpty(term).matchLabelExpressions) ?? [];
    if (requirements.length === 0) return [];
    return [requirements.map(withValues)];
  });
}

const withValues = ({ key, operator, values }: NodeSelectorRequirement): Alternatives[number][number] => ({
  key,
  operator,
  values: values ?? [],
});
