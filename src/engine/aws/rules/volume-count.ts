import { driverOf, ebsDrivers } from '../../karpenter/api/ebs.ts';
import { type WorkloadField, workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Mapping,
  type Path,
} from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { poolsOfPods } from '../../rules/lint/fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { attachmentLimits } from '../instance-types/volume-limits.ts';

export const volumeCountRule = defineRule({
  id: 'volume-count',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const workload of workloadsOf(all)) judge(workload, context);
    },
  },
  docs: {
    summary: 'One pod has more EBS volumes than a node can attach.',
    why: 'An instance attaches a limited number of EBS volumes: most types before the seventh generation share 28 places among volumes and network interfaces, and the largest limit of any type is 128. Karpenter does not know the limit of a node before the node has joined. It launches a node for the pod, kube-scheduler does not place the pod there, and Karpenter launches the next node. Types whose limit is not known here are taken as large enough. Volumes of other drivers do not count.',
    help: 'Give the pod fewer and larger volumes, or allow only instance types that attach enough.',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html',
  },
  examples,
});

/** The largest limit of an instance type. Source: https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html. */
const largestLimit = 128;
/** No known limit is below this, so that few workloads are looked at closely. */
const leastLimit = 26;

function judge(workload: WorkloadField, { all, clusterOf, compatible, report }: RuleContext): void {
  const { manifest, template } = workload;
  const count = volumesOf(workload, all);
  if (count === undefined || count.volumes <= leastLimit || manifest.isPartial) return;

  const title = `${manifest.kind} ${quoted(nameInNamespace(manifest))}`;
  const shared = { manifest, at: manifest.span(count.path) };

  if (count.volumes > largestLimit) {
    report({
      ...shared,
      message: `A pod of ${title} has ${count.volumes} EBS volumes, and no instance type attaches more than ${largestLimit}. The pod never starts, and Karpenter may launch one node after another for it`,
      help: `Give each pod at most ${largestLimit} volumes, or fewer and larger ones.`,
    });
    return;
  }

  const pools = poolsOfPods(manifest, [...template, 'spec'], clusterOf(manifest))?.pools ?? [];
  const tooSmall = pools.flatMap((pool) => {
    const types = compatible(pool);
    const small = types?.names.filter((name) => limitOf(name) < count.volumes) ?? [];
    if (types === null || !types.isExact || small.length === 0) return [];
    return [{ pool, small, isAll: small.length === types.names.length }];
  });
  const [first] = tooSmall;
  if (first === undefined || tooSmall.length < pools.length) return;

  const names = firstNames(tooSmall.map(({ pool }) => quoted(pool.name)));
  const isAll = tooSmall.every((entry) => entry.isAll);
  const type = first.small[0]!;
  const limit = limitOf(type);
  const types =
    first.small.length === 1
      ? `1 instance type of NodePool ${names}, ${quoted(type)}, attaches`
      : `${first.small.length} instance types of NodePool ${names}, such as ${quoted(type)}, attach`;

  report({
    ...shared,
    message: isAll
      ? `A pod of ${title} has ${count.volumes} EBS volumes. No instance type of NodePool ${names} attaches more than ${limit}, so the pod never starts, and Karpenter may launch one node after another for it`
      : `A pod of ${title} has ${count.volumes} EBS volumes, but ${types} at most ${limit}. Karpenter may launch such a node, on which the pod does not start`,
    help: `Give each pod at most ${limit} volumes, or allow only instance types of the seventh generation or later, which have limits of their own.`,
    labels: [{ span: first.pool.span(['metadata', 'name']), message: 'the NodePool' }],
  });
}

/** The known limit of an instance type; an unknown one is assumed to be large enough. */
const limitOf = (name: string): number => Math.min(...(attachmentLimits(name)?.values() ?? [Number.POSITIVE_INFINITY]));

interface VolumeCount {
  readonly volumes: number;
  /** The list with most of them. */
  readonly path: Path;
}

/** The EBS volumes of one pod, as far as the files show their classes; undefined if there are none. */
function volumesOf({ manifest, template, namespace }: WorkloadField, all: ManifestSet): VolumeCount | undefined {
  const templates: Path = ['spec', 'volumeClaimTemplates'];
  const volumes: Path = [...template, 'spec', 'volumes'];
  // Nearly all pods have fewer volumes of any kind.
  const written = [templates, volumes].map((path) => asList(manifest.get(path)));
  if (written[0]!.length + written[1]!.length <= leastLimit) return undefined;

  const ofTemplates = written[0]!.filter((claim) => isEbs(asMapping(asMapping(claim)?.spec), all));
  const ofPods = new Set(
    written[1]!.flatMap((volume, index) => {
      const { ephemeral, persistentVolumeClaim } = asMapping(volume) ?? {};
      const template = asMapping(asMapping(asMapping(ephemeral)?.volumeClaimTemplate)?.spec);
      if (template !== undefined) return isEbs(template, all) ? [`ephemeral ${index}`] : [];

      const name = asText(asMapping(persistentVolumeClaim)?.claimName);
      const claim = name === undefined ? undefined : claimNamed(name, namespace, all);
      if (claim !== undefined && isEbs(asMapping(claim.object.spec), all)) return [`claim ${name}`];
      return [];
    }),
  );

  return {
    volumes: ofTemplates.length + ofPods.size,
    path: ofTemplates.length >= ofPods.size ? templates : volumes,
  };
}

const claimNamed = (name: string, namespace: string, { manifests }: ManifestSet): Manifest | undefined =>
  manifests.find(
    (manifest) =>
      manifest.kind === 'PersistentVolumeClaim' &&
      manifest.name === name &&
      (manifest.namespace ?? 'default') === namespace,
  );

/** Whether a claim certainly gets an EBS volume: its class is in the files. */
function isEbs(claim: Mapping | undefined, { manifests }: ManifestSet): boolean {
  const named = asText(claim?.storageClassName);
  if (claim === undefined || hasPlaceholder(named)) return false;

  const classes = manifests.filter(
    ({ kind, apiVersion }) => kind === 'StorageClass' && groupOf(apiVersion) === 'storage.k8s.io',
  );
  const storageClass = classes.find((manifest) =>
    named === undefined ? isDefault(manifest) : manifest.name === named,
  );
  return ebsDrivers.includes(driverOf(asText(storageClass?.get(['provisioner']))) ?? '');
}

const isDefault = (manifest: Manifest): boolean =>
  String(manifest.get(['metadata', 'annotations', 'storageclass.kubernetes.io/is-default-class'])) === 'true';

function examples(): RuleExamples {
  const store = (count: number) =>
    yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata:
          name: store
        spec:
          serviceName: store
          selector:
            matchLabels:
              app: store
          template:
            metadata:
              labels:
                app: store
            spec:
              containers:
                - name: store
                  image: store:1
                  resources: {requests: {cpu: 500m, memory: 1Gi}}
          volumeClaimTemplates:
            ${Array.from({ length: count }, (_, index) => `- metadata: {name: d${index}}\n  spec: {storageClassName: disk, accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}}`).join('\n')}
      `;

  const disk = yaml`
    apiVersion: storage.k8s.io/v1
    kind: StorageClass
    metadata:
      name: disk
    provisioner: ebs.csi.aws.com
    volumeBindingMode: WaitForFirstConsumer
  `;

  const pool = (type: string) =>
    nodePool({
      limits: 'cpu: 200',
      nodeClassRef: 'default',
      requirements: [`node.kubernetes.io/instance-type In [${type}]`, 'karpenter.sh/capacity-type In [on-demand]'],
    });

  const scene = (count: number, type: string) => together(store(count), disk, pool(type), nodeClass);

  return {
    bad: [corrected(scene(30, 'm6i.large'), { 'm6i.large': 'm7i.large' })],
    good: [scene(20, 'm6i.large'), scene(30, 'm7i.large')],
  };
}
