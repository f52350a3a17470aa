import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { autoModeEbsDriver, driverOf, ebsDriver } from '../../karpenter/api/ebs.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { asText, groupOf, isObject, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { autoModePool, nodePool, together } from '../../rules/lint/scenes.ts';

export const autoModeVolumesRule = defineRule({
  id: 'auto-mode-volumes',
  severity: 'warning',
  since: '0.1.0',
  providers: ['eks-auto-mode'],
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests({ manifests }, context) {
      for (const manifest of manifests) {
        const cluster = context.clusterOf(manifest);
        const claims = claimsIn(manifest);
        if (claims.length === 0 || !hasOnlyAutoMode(cluster)) continue;

        for (const { className, at } of claims) {
          const storageClass = storageClassOf(cluster, className);
          if (storageClass === undefined || !isOfAddon(storageClass)) continue;

          context.report({
            manifest,
            at: manifest.span(at),
            message: `Pods with volumes of StorageClass \`${storageClass.name}\` do not start on nodes of EKS Auto Mode, because its driver \`${ebsDriver}\` does not run there. All NodePools in these files are of EKS Auto Mode`,
            help: `Claim a StorageClass with \`provisioner: ${autoModeEbsDriver}\`. Volumes that exist have to be migrated by a snapshot.`,
            labels: [{ span: storageClass.span(['provisioner']), message: 'the driver' }],
          });
        }
      }
    },
  },
  docs: {
    summary: 'A volume needs the EBS driver of the add-on, and all NodePools are of EKS Auto Mode.',
    why: 'The driver `ebs.csi.aws.com` of the add-on `aws-ebs-csi-driver` manages its own volumes, and its pods do not run on nodes of EKS Auto Mode. These have the driver `ebs.csi.eks.amazonaws.com`, which mounts no volumes of the other one. Karpenter launches a node for the pod, and the pod waits for its volume. Reported if the files have the StorageClass, and only NodePools of EKS Auto Mode.',
    help: 'Use a StorageClass of the driver of Auto Mode. Migrate volumes that exist by a snapshot.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/ebs-csi.html',
  },
  examples,
});

/** A claim for a volume, and the place that says of which StorageClass. */
interface Claim {
  /** Undefined for the default StorageClass. */
  readonly className: string | undefined;
  readonly at: Path;
}

/** The claims that a StatefulSet makes for its pods, or a PersistentVolumeClaim itself. */
function claimsIn(manifest: Manifest): readonly Claim[] {
  if (manifest.kind === 'PersistentVolumeClaim') return claimAt(manifest, ['spec']);
  if (manifest.kind !== 'StatefulSet') return [];

  const path = ['spec', 'volumeClaimTemplates'];
  const templates = manifest.get(path);
  if (!Array.isArray(templates)) return [];
  return templates.flatMap((_, index) => claimAt(manifest, [...path, index, 'spec']));
}

/** The claim whose `spec` is at a path; none if it names a volume, or nothing here says of which class it is. */
function claimAt(manifest: Manifest, at: Path): readonly Claim[] {
  const spec = manifest.get(at);
  if (!isObject(spec) || manifest.isPartial || spec.volumeName !== undefined) return [];

  const { storageClassName } = spec;
  if (storageClassName === undefined) return [{ className: undefined, at }];

  const className = asText(storageClassName);
  // An empty name asks for a volume without a class.
  if (className === undefined || className === '') return [];
  return [{ className, at: [...at, 'storageClassName'] }];
}

/** The StorageClass of a name, or the default one of a cluster; undefined if several files have one. */
function storageClassOf(cluster: ObjectCluster, className: string | undefined): Manifest | undefined {
  const classes = cluster.ofKind('StorageClass').filter(({ apiVersion }) => groupOf(apiVersion) === 'storage.k8s.io');
  const meant = classes.filter((storageClass) => {
    if (className !== undefined) return storageClass.name === className;
    return (
      asText(storageClass.get(['metadata', 'annotations', 'storageclass.kubernetes.io/is-default-class'])) === 'true'
    );
  });

  const [storageClass, ...others] = meant;
  if (others.length > 0) return undefined;
  return storageClass;
}

/** Kubernetes passes volumes of its old plugin to the driver of the add-on. */
const isOfAddon = (storageClass: Manifest): boolean =>
  driverOf(asText(storageClass.get(['provisioner']))) === ebsDriver;

/** Whether nodes of a cluster come only from EKS Auto Mode, as far as its files show. */
function hasOnlyAutoMode(cluster: ObjectCluster): boolean {
  if (cluster.isExample || cluster.unreadFiles.length > 0) return false;

  const pools = cluster.ofKind('NodePool');
  const isOfAutoMode = (pool: Manifest): boolean =>
    asText(pool.get(['spec', 'template', 'spec', 'nodeClassRef', 'group'])) === 'eks.amazonaws.com';
  if (pools.length === 0 || !pools.every(isOfAutoMode)) return false;

  return !cluster.manifests.some(isNodeGroup) && cluster.ofKind('EC2NodeClass').length === 0;
}

function examples(): RuleExamples {
  const storageClass = (driver: string, annotations = '') => yaml`
    apiVersion: storage.k8s.io/v1
    kind: StorageClass
    metadata:
      name: gp3
      ${annotations}
    provisioner: ${driver}
    volumeBindingMode: WaitForFirstConsumer
  `;
  const store = (claimed = 'storageClassName: gp3') => yaml`
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: { name: store, namespace: data }
    spec:
      serviceName: store
      selector: { matchLabels: { app: store } }
      template:
        metadata: { labels: { app: store } }
        spec:
          containers:
            - name: store
              image: ghcr.io/acme/store:1.4
              resources: { requests: { cpu: 500m, memory: 1Gi } }
      volumeClaimTemplates:
        - metadata: { name: data }
          spec:
            accessModes: [ReadWriteOnce]
            ${claimed}
            resources: { requests: { storage: 20Gi } }
  `;
  const asDefault = 'annotations: { storageclass.kubernetes.io/is-default-class: "true" }';

  return {
    bad: [
      corrected(together(autoModePool(), storageClass(ebsDriver), store()), {
        [`provisioner: ${ebsDriver}`]: `provisioner: ${autoModeEbsDriver}`,
      }),
      corrected(together(autoModePool(), storageClass('kubernetes.io/aws-ebs', asDefault), store('')), {
        'provisioner: kubernetes.io/aws-ebs': `provisioner: ${autoModeEbsDriver}`,
      }),
    ],
    good: [
      together(autoModePool(), storageClass(autoModeEbsDriver), store()),
      together(autoModePool(), nodePool({ name: 'stateful' }), storageClass(ebsDriver), store()),
      together(autoModePool(), store('storageClassName: of-another-file')),
    ],
  };
}
