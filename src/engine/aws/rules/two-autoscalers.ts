import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { releasesOfChart, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { asList, asText, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { itemsAt } from '../../manifest/shown-items.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { fluxRelease, kubectlManifest, nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { has, isKnown } from '../../text/evidence.ts';
import { type ControllerHost, nodeGroupsOf } from '../account/controller-hosts.ts';

export const twoAutoscalersRule = defineRule({
  id: 'two-autoscalers',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Taints and overlapping NodePools',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const judged = new Set<ObjectCluster>();
      for (const autoscaler of all.manifests.flatMap((manifest) => autoscalerIn(manifest) ?? [])) {
        const cluster = context.clusterOf(autoscaler.manifest);
        if (judged.has(cluster)) continue;
        judged.add(cluster);
        judge(autoscaler, cluster, context);
      }
    },
  },
  docs: {
    summary: 'Cluster Autoscaler and Karpenter can both launch a node for the same pod.',
    why: 'Neither waits for the other. If a pending pod fits a node group and a NodePool, Cluster Autoscaler makes the group larger and Karpenter launches a node. One of both stays nearly empty until it is removed, and which one the pod runs on is chance. Both can run in one cluster if taints keep their pods apart. Reported only when a NodePool without taints is in the same cluster as a Cluster Autoscaler with replicas. Not reported if all node groups that the files show have taints.',
    help: 'Set the replicas of Cluster Autoscaler to 0 once Karpenter launches the nodes. If both stay, add a taint to the node groups or to the NodePools.',
    url: 'https://karpenter.sh/docs/getting-started/migrating-from-cas/',
  },
  examples,
});

/** An object that runs Cluster Autoscaler. */
interface Autoscaler {
  readonly manifest: Manifest;
  /** The field for its number of replicas, as people write it. */
  readonly field: string;
  /** Whether values that are not in the files may stop it. */
  readonly mayBeStopped: boolean;
}

const image = /(?:^|\/)cluster-autoscaler(?:-(?:amd64|arm64))?(?::|@|$)/;
const containers = ['spec', 'template', 'spec', 'containers'];

/** The Cluster Autoscaler of a release, a Deployment or kOps; undefined if it certainly has no replicas. */
function autoscalerIn(manifest: Manifest): Autoscaler | undefined {
  const release = releasesOfChart({ manifests: [manifest] }, 'cluster-autoscaler')[0];
  if (release !== undefined) {
    const replicas = releaseValue(release, 'replicaCount');
    if (isKnown(replicas) && replicas.value === 0) return undefined;
    return { manifest, field: 'replicaCount', mayBeStopped: !isKnown(replicas) };
  }

  if (manifest.kind === 'Deployment' && groupOf(manifest.apiVersion) === 'apps') {
    const images = asList(manifest.get(containers)).map((_, i) => asText(manifest.get([...containers, i, 'image'])));
    const replicas = manifest.get(['spec', 'replicas']);
    if (replicas === 0 || !images.some((name) => name !== undefined && image.test(name))) return undefined;
    return { manifest, field: 'replicas', mayBeStopped: hasPlaceholder(replicas) };
  }

  const isKops = manifest.kind === 'Cluster' && groupOf(manifest.apiVersion) === 'kops.k8s.io';
  if (isKops && manifest.get(['spec', 'clusterAutoscaler', 'enabled']) === true)
    return { manifest, field: 'clusterAutoscaler.enabled', mayBeStopped: false };

  return undefined;
}

function judge({ manifest, field, mayBeStopped }: Autoscaler, cluster: ObjectCluster, context: RuleContext): void {
  const pool = cluster.ofKind('NodePool').find(acceptsAllPods);
  const groups = nodeGroupsOf(cluster);
  const group = groups.find(isOpen);
  if (pool === undefined || (groups.length > 0 && group === undefined)) return;

  const both = () => {
    if (group === undefined)
      return `because NodePool \`${pool.name}\` has no taint. Which pods its node groups accept is not in these files`;
    return `because NodePool \`${pool.name}\` and node group \`${group.name}\` have no taint`;
  };

  const condition = mayBeStopped ? `, unless \`${field}\` is 0 in values that are not in these files` : '';

  context.report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message: `Cluster Autoscaler and Karpenter may both launch a node for the same pod, ${both()}${condition}`,
    help: `${stop(field)}, or add a taint to the node groups or the NodePools.`,
    labels: [
      {
        span: pool.span(['metadata', 'name']),
        message: `this NodePool accepts every pod${whyRelated(manifest, pool, context)}`,
      },
    ],
  });
}

const stop = (field: string): string => {
  if (field === 'clusterAutoscaler.enabled') return `Set \`${field}\` to \`false\``;
  return `Set \`${field}\` of Cluster Autoscaler to 0`;
};

/** A NodePool that launches nodes for pods, and has no taint. */
const acceptsAllPods = (pool: Manifest): boolean =>
  groupOf(pool.apiVersion) === 'karpenter.sh' &&
  pool.get(['spec', 'replicas']) === undefined &&
  has(itemsAt(pool, ['spec', 'template', 'spec', 'taints']), () => true) === false;

const isOpen = ({ manifest, path, taints }: ControllerHost): boolean => {
  const written: Path = [...path, 'taints'];
  return taints.length === 0 && asList(manifest.get(written)).length === 0 && !hasPlaceholder(manifest.get(written));
};

function examples(): RuleExamples {
  const pool = nodePool({ nodeClassRef: 'default', requirements: ['karpenter.sh/capacity-type In [on-demand]'] });

  const tainted = nodePool({
    nodeClassRef: 'default',
    taints: yaml`
      - key: example.com/batch
        effect: NoSchedule
    `,
    requirements: ['karpenter.sh/capacity-type In [on-demand]'],
  });

  const release = fluxRelease('cluster-autoscaler', { values: 'replicaCount: 1' });

  return {
    bad: [
      corrected(together(release, pool, nodeClass), { 'replicaCount: 1': 'replicaCount: 0' }),
      corrected(
        terraform`
          module "eks" {
            source  = "terraform-aws-modules/eks/aws"
            version = "~> 21.0"
            name    = "demo"

            eks_managed_node_groups = {
              general = {
                instance_types = ["m7i.large"]
                max_size       = 5
              }
            }
          }

          module "addons" {
            source = "aws-ia/eks-blueprints-addons/aws"

            cluster_name              = module.eks.cluster_name
            enable_cluster_autoscaler = true
          }

          ${kubectlManifest('default', pool)}

          ${kubectlManifest('class', nodeClass)}
        `,
        { 'enable_cluster_autoscaler = true': 'enable_cluster_autoscaler = false' },
      ),
    ],
    good: [
      together(fluxRelease('cluster-autoscaler', { values: 'replicaCount: 0' }), pool, nodeClass),
      together(release, tainted, nodeClass),
    ],
  };
}
