import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { type HelmRelease, helmReleasesOf, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import { formatTaint } from '../../karpenter/scheduling/taints.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { isClosed, isKnown, openReasons, seenIn } from '../../text/evidence.ts';
import { byCount } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { clusterAccount } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import {
  type ControllerHost,
  controllerPlacement,
  eksctlGroups,
  type Misfit,
  misfitOf,
  nodeGroupsOf,
} from '../account/controller-hosts.ts';
import { mayTakeNamespace, takesController } from '../account/fargate-selectors.ts';
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
    why: 'The chart keeps the controller off nodes that Karpenter launches. Without a node group or a Fargate profile for its namespace, the controller is pending, and nothing launches nodes for the other pods either. Reported when the files have Fargate profiles for other namespaces only, or when they lose the last node group or profile for the controller. Also reported when the controller tolerates the taints of no node group, selects labels that none has, or requests more than any node has. Also reported when a change removes all nodes of the last group that fits, and if each group has the label of Karpenter’s own nodes. Also reported when a change leaves the controller only spot instances. Instances that something else starts may be enough, so it is a warning. On Fargate, the controller needs `dnsPolicy: Default` if CoreDNS can run only on Karpenter’s nodes.',
    help: 'Keep a managed node group of two small nodes for the controller, or a Fargate profile for its namespace.',
    url: 'https://docs.aws.amazon.com/eks/latest/best-practices/karpenter.html',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart, values } = release;
  const { namespace } = accountOfRelease(release);
  if (chart !== 'karpenter' || namespace === undefined) return;

  judgeReplicas(release, context);
  judgeNames(release, namespace, context);
  if (judgeGroups(release, namespace, context)) return;
  judgeSpot(release, namespace, context);

  const cluster = context.clusterOf(manifest);
  const now = hostsOf(cluster, namespace);
  if (manifest.kind === 'HelmValues' || now.certain.length > 0 || now.mayBeMore) return;

  const gone = goneHost(release, namespace, context);
  // With other values, the controller may run on Karpenter’s own nodes, which `controller-placement` reports.
  const isSet = (field: string): boolean => manifest.get([...values, field]) !== undefined;
  if (isSet('affinity') || (isSet('nodeSelector') && (gone === undefined || !isOffOwnNodes(release)))) return;

  const [reason] = openReasons(clusterAccount(cluster).fargateProfiles);
  if (gone === undefined && (now.others === 0 || reason !== undefined)) return;

  const lack = () => {
    if (gone === undefined)
      return `No Fargate profile takes the namespace \`${namespace}\`, and no file has other nodes`;
    return `This change removes ${gone}, and no file has other nodes`;
  };

  context.report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message: `${lack()} that Karpenter’s controller can run on. It stays pending then, and launches no nodes${textIf(reason !== undefined, `, unless there are others (${reason})`)}`,
    help: `Add a Fargate profile for the namespace \`${namespace}\`, or a node group for the controller.`,
  });
}

/** Whether the values keep the controller off nodes that Karpenter launches. */
function isOffOwnNodes(release: HelmRelease): boolean {
  const placement = controllerPlacement(release);
  return (
    placement !== undefined &&
    !Object.keys(placement.nodeSelector).some((key) => key.startsWith('karpenter.sh/nodepool'))
  );
}

function judgeReplicas({ manifest, values }: HelmRelease, { report }: RuleContext): void {
  const path = [...values, 'replicas'];
  if (manifest.get(path) !== 0) return;

  report({
    manifest,
    at: manifest.span(path),
    message: 'Karpenter’s controller has no replicas, so nothing launches or replaces nodes',
    help: 'Set `replicas` to 2, the default of the chart.',
  });
}

/**
 * Reports a controller on Fargate that resolves names with CoreDNS, which itself waits for a node of Karpenter.
 * Sources: https://karpenter.sh/docs/troubleshooting/ and https://github.com/aws/karpenter-provider-aws/issues/5817.
 */
function judgeNames(release: HelmRelease, namespace: string, { clusterOf, karpenter, report }: RuleContext): void {
  const { manifest, values } = release;
  const cluster = clusterOf(manifest);
  const { fargateProfiles } = clusterAccount(cluster);
  const hosts = hostsOf(cluster, namespace);
  const hasGroups = groupsIn(cluster.manifests).length > 0;
  if (!karpenter.v1 || cluster.isExample || !cluster.createsCluster || hasGroups) return;
  if (!hosts.hasProfile || hosts.mayBeMore || !isClosed(fargateProfiles)) return;
  if (fargateProfiles.all.some((profile) => mayTakeNamespace(profile, 'kube-system'))) return;

  const policy = releaseValue(release, 'dnsPolicy');
  if (manifest.kind === 'HelmValues' || !isKnown(policy) || policy.value === 'Default') return;

  const path = [...values, 'dnsPolicy'];

  report({
    manifest,
    at: policy.value === undefined ? manifest.span(['metadata', 'name']) : manifest.span(path),
    message:
      'Karpenter’s controller runs on Fargate and resolves names with CoreDNS, which no Fargate profile and no node group takes. Until Karpenter launches a node for CoreDNS, it cannot resolve the names of AWS’s APIs, so it launches none',
    help: 'Set `dnsPolicy` to `Default`, or add a Fargate profile for CoreDNS in `kube-system`.',
  });
}

/** Reports that none of the node groups can run the controller, by its tolerations and node selection. Returns whether it did. */
function judgeGroups(release: HelmRelease, namespace: string, context: RuleContext): boolean {
  const cluster = context.clusterOf(release.manifest);
  const hosts = hostsOf(cluster, namespace);
  const misfits = misfitsIn(release, cluster, context);
  if (misfits === undefined || misfits.length === 0 || hosts.mayBeMore || hosts.hasProfile) return false;

  // A label that no file shows may come from the user data of a group, and something else may scale an empty one, unless it fitted before.
  const isSure = misfits.every(({ isLabelUnlisted, isEmpty }) => isLabelUnlisted !== true && isEmpty !== true);
  const fitting = fittingBefore(release, context);
  if (!isSure && fitting.length === 0) return false;

  reportMisfits(release, [...misfits].sort(byCause(fitting)), context);
  return true;
}

/**
 * Reports that a change leaves the controller only nodes that EC2 may interrupt with two minutes’ notice.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html.
 */
function judgeSpot(release: HelmRelease, namespace: string, context: RuleContext): void {
  const { base, baseClusterOf, catalog, clusterOf, report } = context;
  const cluster = clusterOf(release.manifest);
  const hosts = hostsOf(cluster, namespace);
  const old = oldRelease(release.manifest, base);
  if (hosts.hasProfile || hosts.mayBeMore || old === undefined) return;

  const now = groupsFor(release, cluster, catalog);
  const before = groupsFor(old, baseClusterOf(old.manifest), catalog);
  const [group] = now;
  if (group === undefined || now.some(({ isSpot }) => isSpot !== true)) return;
  if (!before.some(({ isSpot }) => isSpot === false)) return;

  const field = [...group.path, group.manifest.kind === 'ManagedNodeGroup' ? 'capacityType' : 'spot'];
  report({
    manifest: group.manifest,
    at: group.manifest.get(field) === undefined ? group.manifest.span(group.path) : group.manifest.span(field),
    message: `Karpenter’s controller runs only on spot instances after this change, those of \`${group.name}\`. When EC2 interrupts them, nothing launches nodes until it runs again`,
    help: `Keep on-demand instances for the nodes of the controller.`,
  });
}

/** The node groups that can run the controller of a release. */
function groupsFor(
  release: HelmRelease,
  cluster: ObjectCluster,
  catalog: RuleContext['catalog'],
): readonly ControllerHost[] {
  const placement = controllerPlacement(release);
  if (placement === undefined) return [];
  return nodeGroupsOf(cluster).filter((group) => !group.isEmpty && misfitOf(group, placement, catalog) === undefined);
}

/** Puts what no longer fits before what never did. */
const byCause =
  (fitting: readonly string[]) =>
  (a: Misfit, b: Misfit): number =>
    Number(fitting.includes(b.group.name)) - Number(fitting.includes(a.group.name));

/** Why each node group of a cluster cannot run the controller; undefined if one can, or may. */
function misfitsIn(
  release: HelmRelease,
  cluster: ObjectCluster,
  { catalog }: RuleContext,
): readonly Misfit[] | undefined {
  const placement = controllerPlacement(release);
  if (!placement) return undefined;

  const groups = nodeGroupsOf(cluster);
  const misfits = groups.flatMap((group) => misfitOf(group, placement, catalog) ?? []);
  if (misfits.length === groups.length) return misfits;
  return undefined;
}

/** The node groups that could run the controller before the change. */
function fittingBefore({ manifest }: HelmRelease, { base, baseClusterOf, catalog }: RuleContext): readonly string[] {
  const old = oldRelease(manifest, base);
  const placement = old && controllerPlacement(old);
  if (old === undefined || placement === undefined) return [];

  return nodeGroupsOf(baseClusterOf(old.manifest)).flatMap((group) => {
    if (misfitOf(group, placement, catalog) === undefined) return [group.name];
    return [];
  });
}

function reportMisfits(release: HelmRelease, misfits: readonly Misfit[], context: RuleContext): void {
  const { manifest, values } = release;
  const [first] = misfits as readonly [Misfit, ...Misfit[]];
  const field = fieldOf(first);
  const isFieldWritten = manifest.get([...values, ...field]) !== undefined;

  if (first.isEmpty) {
    reportEmpty(first, misfits.length - 1, context);
    return;
  }

  context.report({
    manifest,
    at: isFieldWritten ? manifest.keySpan([...values, ...field]) : manifest.span(['metadata', 'name']),
    message: `No node group can run Karpenter’s controller: ${misfitText(first)}${othersText(misfits.length - 1)}. New pods of the controller stay pending, and then nothing launches nodes`,
    help: helpFor(first),
    labels: [
      {
        span: first.group.manifest.span(misfitPath(first)),
        message: `the node group \`${first.group.name}\`${whyRelated(manifest, first.group.manifest, context)}`,
      },
    ],
  });
}

/** The group is where the number of its nodes is written. */
function reportEmpty({ group }: Misfit, others: number, { report }: RuleContext): void {
  report({
    manifest: group.manifest,
    at: group.manifest.span([...group.path, 'count']),
    message: `No node group can run Karpenter’s controller: \`${group.name}\` has no nodes after this change${othersText(others)}. The controller becomes pending, and then nothing launches nodes`,
    help: `Keep two nodes in \`${group.name}\`, or let the controller run on other nodes first.`,
  });
}

/** The value of the chart that does not fit a group. */
function fieldOf({ taint, shortOf }: Misfit): Path {
  if (taint) return ['tolerations'];
  if (shortOf) return ['controller', 'resources'];
  return ['nodeSelector'];
}

function helpFor({ group, taint, label, shortOf, forbidden }: Misfit): string {
  if (forbidden !== undefined) return `Remove the label \`${forbidden}\` from \`${group.name}\`.`;
  if (taint)
    return `Add a toleration of \`${formatTaint(taint)}\` to the \`tolerations\` of Karpenter’s chart, and keep \`CriticalAddonsOnly\`, because the list replaces the chart’s own.`;
  if (shortOf)
    return `Request less \`${shortOf.resource}\` in \`controller.resources\`, or choose larger instance types for \`${group.name}\`.`;
  return `Select nodes of a group that has the label, or add \`${label}\` to the labels of \`${group.name}\`.`;
}

const othersText = (count: number): string => {
  if (count === 0) return '';
  return `, and ${byCount(count, 'the other does', 'the others do')} not fit, either`;
};

function misfitText({ group, taint, label, shortOf, forbidden }: Misfit): string {
  if (shortOf)
    return `it requests \`${shortOf.resource}: ${shortOf.requested}\`, and the largest instance type of \`${group.name}\`, ${shortOf.instanceType}, has ${shortOf.has}`;
  if (forbidden !== undefined)
    return `it does not run on nodes with the label \`${forbidden}\`, which marks Karpenter’s own nodes, and \`${group.name}\` has it`;
  if (taint) return `it does not tolerate the taint \`${formatTaint(taint)}\` of \`${group.name}\``;
  return `it selects nodes with \`${label}\`, and \`${group.name}\` does not have this label`;
}

const partOf = ({ taint, shortOf }: Misfit): string => {
  if (shortOf) return 'instanceType';
  if (taint) return 'taints';
  return 'labels';
};

const misfitPath = (misfit: Misfit): Path => {
  const { group } = misfit;
  const path = [...group.path, partOf(misfit)];
  if (group.manifest.get(path) !== undefined) return path;
  if (group.manifest.kind === 'ManagedNodeGroup') return ['metadata', 'name'];
  return group.path;
};

/** What the controller could run on before the change, for people; undefined if nothing is known of it. */
function goneHost(
  { manifest }: HelmRelease,
  namespace: string,
  { all, base, baseClusterOf }: RuleContext,
): string | undefined {
  const old = oldRelease(manifest, base);
  if (old === undefined) return undefined;

  const cluster = baseClusterOf(old.manifest);
  const stays = new Set(groupsIn(all.manifests).map(keyOfGroup));
  // A group that is still in its file may only have lost its relation to the release.
  if (groupsIn(cluster.manifests).some((group) => stays.has(keyOfGroup(group)))) return undefined;

  return hostsOf(cluster, namespace).certain[0];
}

/** A node group, by its name and the file that has it. */
interface WrittenGroup {
  readonly name: string;
  readonly file: string;
}

const keyOfGroup = ({ name, file }: WrittenGroup): string => JSON.stringify([name, file]);

/** The node groups of some objects. */
function groupsIn(manifests: readonly Manifest[]): WrittenGroup[] {
  return manifests.flatMap((manifest) => {
    const { kind, name, source } = manifest;
    const { file } = source;
    if (kind === 'ManagedNodeGroup' || kind === 'InstanceGroup') return [{ name, file }];
    if (isEksctl(manifest)) return eksctlGroups(manifest).map((group) => ({ name: group.name, file }));
    return [];
  });
}

/** The release of Karpenter in the same file before the change. */
function oldRelease(manifest: Manifest, base: ManifestSet | null): HelmRelease | undefined {
  const releases = base ? helmReleasesOf(base) : [];
  return releases.find(
    (release) => release.chart === 'karpenter' && release.manifest.source.file === manifest.source.file,
  );
}

/** What the controller can run on. */
interface Hosts {
  /** Node groups and Fargate profiles, for people. */
  readonly certain: readonly string[];
  /** Whether a Fargate profile takes the controller. */
  readonly hasProfile: boolean;
  /** Whether there may be more. */
  readonly mayBeMore: boolean;
  /** The number of Fargate profiles for other namespaces. */
  readonly others: number;
}

function hostsOf(cluster: ObjectCluster, namespace: string): Hosts {
  const groups = groupsIn(cluster.manifests).map(({ name }) => `the node group \`${name}\``);

  const profiles = seenIn(clusterAccount(cluster).fargateProfiles).map((place) => takesController(place, namespace));

  return {
    certain: [
      ...groups,
      ...profiles.flatMap((answer) => {
        if (answer === true) return ['the Fargate profile for Karpenter'];
        return [];
      }),
    ],
    hasProfile: profiles.includes(true),
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
        dnsPolicy = "Default"
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
