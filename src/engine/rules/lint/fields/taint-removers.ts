import type { Taint } from '../../../karpenter/api/pod.ts';
import { mayInstallChart, releasesOfChart } from '../../../karpenter/installation/helm-releases.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import { namespaceOf, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../../manifest/terraform/resources/resource-makers.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../../text/own-value.ts';
import { tolerationsAt } from './pod-tolerations.ts';

/** An agent that removes its startup taint: its chart, its name among the add-ons of EKS, and its DaemonSet. */
interface Agent {
  readonly chart: string;
  readonly addon?: string;
  readonly daemonSet: string;
}

/**
 * The startup taints of agents.
 * Sources: Cilium docs "Taint effects and unmanaged pods", and docs/install.md of the CSI drivers of AWS.
 */
const agents: Readonly<Record<string, Agent>> = {
  'node.cilium.io/agent-not-ready': { chart: 'cilium', daemonSet: 'cilium' },
  'ebs.csi.aws.com/agent-not-ready': {
    chart: 'aws-ebs-csi-driver',
    addon: 'aws-ebs-csi-driver',
    daemonSet: 'ebs-csi-node',
  },
  'efs.csi.aws.com/agent-not-ready': {
    chart: 'aws-efs-csi-driver',
    addon: 'aws-efs-csi-driver',
    daemonSet: 'efs-csi-node',
  },
  'fsx.csi.aws.com/agent-not-ready': {
    chart: 'aws-fsx-csi-driver',
    addon: 'aws-fsx-csi-driver',
    daemonSet: 'fsx-csi-node',
  },
  's3.csi.aws.com/agent-not-ready': {
    chart: 'aws-mountpoint-s3-csi-driver',
    addon: 'aws-mountpoint-s3-csi-driver',
    daemonSet: 's3-csi-node',
  },
};

/** What removes a startup taint once a node is ready for pods. */
interface TaintRemover {
  readonly manifest: Manifest;
  readonly title: string;
  /** Whether it removes the taint because of what its containers say, which may change while the object stays. */
  readonly isByContent?: true;
}

/** What removes a startup taint: its agent, or a workload whose containers name the taint. */
export const taintRemovers = (all: ManifestSet, key: string): readonly TaintRemover[] => [
  ...agentsOf(all, key),
  ...workloadsOf(all)
    .filter(({ manifest, template }) => namesTaint(manifest, template, key))
    .map(({ manifest }) => ({
      manifest,
      title: `${manifest.kind} \`${manifest.name}\`, whose containers name it`,
      isByContent: true as const,
    })),
];

function agentsOf(all: ManifestSet, key: string): readonly TaintRemover[] {
  const agent = ownValue(agents, key);
  if (agent === undefined) return [];
  const { chart, addon, daemonSet } = agent;

  return [
    ...releasesOfChart(all, chart).map(({ manifest }) => ({ manifest, title: `the chart \`${chart}\`` })),
    ...all.manifests
      .filter((manifest) => addon !== undefined && hasAddon(manifest, addon))
      .map((manifest) => ({ manifest, title: `the add-on \`${addon}\`` })),
    ...all.manifests
      .filter(({ kind, name }) => kind === 'DaemonSet' && name === daemonSet)
      .map((manifest) => ({ manifest, title: `DaemonSet \`${daemonSet}\`` })),
  ];
}

/** The agent that removes a startup taint; undefined for a taint of another origin. */
export const agentOfTaint = (key: string): Agent | undefined => ownValue(agents, key);

/** The scheduler only avoids nodes with a preference. */
const keepsOut = ({ effect }: Taint): boolean => effect !== 'PreferNoSchedule';

/** An agent that a taint of a NodePool keeps off its nodes. */
interface StoppedAgent {
  readonly daemonSet: Manifest;
  readonly cause: Taint;
}

/**
 * The DaemonSet among what removes a startup taint, if it cannot run on nodes with some taints. Undefined if something else may remove it, or if a
 * part of the tolerations is unknown.
 */
export function agentStoppedBy(
  taints: readonly (Taint | undefined)[],
  removers: readonly Manifest[],
): StoppedAgent | undefined {
  const [daemonSet] = removers;
  if (daemonSet?.kind !== 'DaemonSet' || removers.some((manifest) => manifest !== daemonSet)) return undefined;

  const pod = ['spec', 'template', 'spec'];
  if (daemonSet.isPartial || holdsPlaceholder(daemonSet.get([...pod, 'tolerations']) ?? null)) return undefined;

  const tolerations = tolerationsAt(daemonSet, pod);
  const cause = taints.find((taint) => taint && keepsOut(taint) && !tolerates([taint], tolerations));
  return cause && { daemonSet, cause };
}

const addonLists: readonly Path[] = [
  ['spec', 'addons'],
  ['spec', 'cluster_addons'],
];

/** Whether an object installs an add-on of EKS, or lists add-ons in a way that is not known. */
function hasAddon(manifest: Manifest, addon: string): boolean {
  if (manifest.kind === 'aws_eks_addon') return manifest.get(['spec', 'addon_name']) === addon;
  if (manifest.kind !== 'module') return false;
  return addonLists.some((path) => asMapping(manifest.get(path))?.[addon] !== undefined);
}

const containerLists = ['containers', 'initContainers'];

/** Whether commands, arguments or variables of a pod contain the key of a taint. */
const namesTaint = (manifest: Manifest, template: Path, key: string): boolean =>
  containerLists.some((list) => JSON.stringify(manifest.get([...template, 'spec', list]) ?? null).includes(key));

const definesNodes: ReadonlySet<string> = new Set([
  'NodePool',
  'EC2NodeClass',
  'NodeClass',
  'NodeClaim',
  'NodeOverlay',
]);

/** Whether anything may remove a startup taint: a remover, a release of an unknown chart, or an object that mentions the taint. */
export const mayRemoveTaint = (all: ManifestSet, key: string): boolean =>
  taintRemovers(all, key).length > 0 ||
  mayInstallChart(all, ownValue(agents, key)?.chart ?? key) ||
  (agentOfTaint(key)?.addon !== undefined && all.manifests.some(isOfBlueprints)) ||
  all.manifests.some(({ kind, object }) => !definesNodes.has(kind) && mentions(object, key));

/** Whether an object is the module of EKS Blueprints that installs add-ons and drivers, of which only the source is known. */
const isOfBlueprints = ({ kind, object }: Manifest): boolean =>
  kind === unreadModuleKind && /blueprints-addons?/.test(asText(asMapping(object.spec)?.source) ?? '');

/** Whether an object mentions a taint elsewhere than where pods tolerate it. */
const mentions = (object: Manifest['object'], key: string): boolean =>
  JSON.stringify(object, (field, value: unknown) => (field === 'tolerations' ? null : value)).includes(key);

/** Whether an object is still there, with whatever content. */
export const isStillThere = (old: Manifest, all: ManifestSet): boolean =>
  all.manifests.some(
    (manifest) =>
      manifest.kind === old.kind && manifest.name === old.name && namespaceOf(manifest) === namespaceOf(old),
  );
