import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { type HelmRelease, helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { openReasons, seenIn } from '../../text/evidence.ts';
import { clusterAccount } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { takesController } from '../account/fargate-selectors.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountOfRelease } from '../setup/controller-account.ts';

export const controllerNodesRule = defineRule({
  id: 'controller-nodes',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, context);
    },
  },
  docs: {
    summary: 'No node or Fargate profile can run Karpenter’s controller, or this change removes the last one.',
    why: 'The chart keeps the controller off nodes that Karpenter launches. Without a node group or a Fargate profile for its namespace, the controller is pending, and nothing launches nodes for the other pods either. Reported when the files have Fargate profiles for other namespaces only, or when they lose the last node group or profile for the controller. Instances that something else starts may be enough, so it is a warning.',
    help: 'Keep a managed node group of two small nodes for the controller, or a Fargate profile for its namespace.',
    url: 'https://docs.aws.amazon.com/eks/latest/best-practices/karpenter.html',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart, values } = release;
  const { namespace } = accountOfRelease(release);
  // With other values, the controller may run on Karpenter’s own nodes, which `controller-placement` reports.
  const isPlaced = ['affinity', 'nodeSelector'].some((field) => manifest.get([...values, field]) !== undefined);
  if (chart !== 'karpenter' || manifest.kind === 'HelmValues' || isPlaced || namespace === undefined) return;

  const cluster = context.clusterOf(manifest);
  const now = hostsOf(cluster, namespace);
  if (now.certain.length > 0 || now.mayBeMore) return;

  const gone = goneHost(release, namespace, context);
  const [reason] = openReasons(clusterAccount(cluster).fargateProfiles);
  if (gone === undefined && (now.others === 0 || reason !== undefined)) return;

  const lack =
    gone === undefined
      ? `No Fargate profile takes the namespace \`${namespace}\`, and no file has other nodes`
      : `This change removes ${gone}, and no file has other nodes`;

  context.report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message: `${lack} that Karpenter’s controller can run on. It stays pending then, and launches no nodes${reason === undefined ? '' : `, unless there are others (${reason})`}`,
    help: `Add a Fargate profile for the namespace \`${namespace}\`, or a node group for the controller.`,
  });
}

/** What the controller could run on before the change, for people; undefined if nothing is known of it. */
function goneHost(
  { manifest }: HelmRelease,
  namespace: string,
  { base, baseClusterOf }: RuleContext,
): string | undefined {
  const releases = base ? helmReleasesOf(base) : [];
  const old = releases.find(
    (release) => release.chart === 'karpenter' && release.manifest.source.file === manifest.source.file,
  );
  return old && hostsOf(baseClusterOf(old.manifest), namespace).certain[0];
}

/** What the controller can run on. */
interface Hosts {
  /** Node groups and Fargate profiles, for people. */
  readonly certain: readonly string[];
  /** Whether there may be more. */
  readonly mayBeMore: boolean;
  /** The number of Fargate profiles for other namespaces. */
  readonly others: number;
}

function hostsOf(cluster: ObjectCluster, namespace: string): Hosts {
  const groups = cluster.ofKind('ManagedNodeGroup', 'InstanceGroup').map(({ name }) => `the node group \`${name}\``);
  const ofEksctl = cluster.manifests
    .filter(isEksctl)
    .flatMap((config) => ['managedNodeGroups', 'nodeGroups'].flatMap((field) => asList(config.get([field]))))
    .map((group) => `the node group \`${asText(asMapping(group)?.name) ?? ''}\``);

  const profiles = seenIn(clusterAccount(cluster).fargateProfiles).map((place) => takesController(place, namespace));

  return {
    certain: [
      ...groups,
      ...ofEksctl,
      ...profiles.flatMap((answer) => (answer === true ? ['the Fargate profile for Karpenter'] : [])),
    ],
    others: profiles.filter((answer) => answer === false).length,
    mayBeMore: profiles.includes(undefined) || cluster.manifests.some(mayHaveNodes),
  };
}

/** Node groups of modules whose number is unknown, nodes of Auto Mode, and Karpenter as a managed service. */
function mayHaveNodes(manifest: Manifest): boolean {
  const fields = [
    'compute_config',
    'cluster_compute_config',
    'self_managed_node_groups',
    'worker_groups',
    'node_groups',
  ];

  const isOfModule = calledModule(manifest) === 'eks' || manifest.kind === 'aws_eks_cluster';
  if (isOfModule && fields.some((field) => isWritten(manifest.get(['spec', field])))) return true;

  const groups = manifest.get(['spec', 'eks_managed_node_groups']);
  return (isOfModule && typeof groups === 'string') || asMapping(manifest.get(['autoModeConfig']))?.enabled === true;
}

const isWritten = (value: Value | undefined): boolean =>
  value !== undefined && value !== null && Object.keys(asMapping(value) ?? { a: value }).length > 0;

function examples(): RuleExamples {
  const installed = (namespace: string) => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 21.0"
      name               = "demo"
      kubernetes_version = "1.34"

      fargate_profiles = {
        system = { selectors = [{ namespace = "${namespace}" }] }
      }
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        settings = { clusterName = "demo", interruptionQueue = "demo" }
        serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
      })]
    }
  `;

  return {
    bad: [corrected(installed('kube-system'), { '"kube-system"': '"karpenter"' })],
    good: [installed('karpenter')],
  };
}
