import { neededKarpenter } from '../../karpenter/api/kubernetes-compatibility.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asText, groupOf } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import type { Context } from '../context/context.ts';
import { namedMinor } from '../context/karpenter-version.ts';
import { karpenterSteps, requiredStops } from './karpenter-steps.ts';
import { type KubernetesUpgrade, kubernetesUpgrades } from './kubernetes-upgrade.ts';

type Scope = Pick<Context, 'before' | 'target' | 'catalog' | 'base' | 'head' | 'facts'>;

/** Reports upgrades of Karpenter and Kubernetes that skip a version which has to run in between, with the steps to take instead. */
export const upgradePath = (scope: Scope): Diagnostic[] => [
  ...karpenterPath(scope),
  ...kubernetesUpgrades(scope).flatMap((upgrade) => kubernetesPath(upgrade, scope)),
];

function karpenterPath(scope: Scope): Diagnostic[] {
  const { before, target } = scope;
  const [from, to] = [before.target, target].map(namedMinor) as [string, string];
  const span = target.karpenterVersionSpan;
  if (span === undefined || from === to || wasNeverInstalled(scope)) return [];

  const shared = { code: 'upgrade/path', severity: 'error', span, labels: [], resource: null } as const;

  if (compareMinors(to, '1.0') < 0 && compareMinors(from, '1.0') > 0)
    return [
      {
        ...shared,
        message: `Karpenter ${from} cannot be downgraded to ${to}, because the cluster stores objects as v1 and ${to} cannot read them`,
        help: 'Keep 1.0 or later. A way back to v1beta1 exists only from 1.0.',
      },
    ];

  const stops = requiredStops(from, to);
  if (stops.length === 0) return [];

  const all = [...stops.slice(0, -2), stops.slice(-2).join(' and ')].join(', ');

  return [
    {
      ...shared,
      message: `Karpenter ${from} cannot be upgraded to ${to} in one step, because ${all} must run in between. ${reasonsFor(stops)}`,
      help: `Upgrade to ${stops[0]} in this change, and to the next version when the cluster runs it.`,
      steps: stepsThrough([from, ...stops, to], before.target.karpenterRelease),
    },
  ];
}

/** Whether the version before the change cannot run: the registry does not have it, so no cluster stores objects of it. */
function wasNeverInstalled({ before, base, facts: { providers } }: Scope): boolean {
  const file = before.target.karpenterVersionSpan?.file;
  const all = base?.manifests ?? [];
  const installing = all.filter((manifest) => manifest.source.file === file);
  return installing.some((manifest) =>
    providers.some((provider) => provider.installsNoChart?.(manifest, all) === true),
  );
}

/** Why these versions have to run. */
const reasonsFor = (stops: readonly string[]): string =>
  [
    ...listIf(stops.includes('0.32'), 'Only 0.32 has both Provisioners and the NodePools that replace them'),
    ...listIf(
      stops.some((stop) => stop !== '0.32'),
      '1.0 converts the stored objects to v1, and 1.1 and later cannot read older ones',
    ),
  ].join('. ');

/** The steps of each leg, which ends with the upgrade itself. */
const stepsThrough = (versions: readonly string[], release: string | undefined): readonly string[] =>
  versions
    .slice(1)
    .flatMap((to, i) => [
      ...karpenterSteps(versions[i]!, to, { release }),
      `Upgrade Karpenter and its CRDs to the last patch of ${to}, and check that it launches nodes.`,
    ]);

/** Source: docs.aws.amazon.com/eks/latest/userguide/update-cluster.html and rollback-cluster.html. */
function kubernetesPath(upgrade: KubernetesUpgrade, scope: Scope): Diagnostic[] {
  const { from, to, span } = upgrade;
  const { base, head, facts, target } = scope;
  const isDowngrade = compareMinors(to, from) < 0;
  const minors = isDowngrade ? minorsBetween(to, from) : minorsBetween(from, to);
  if (minors.length < (isDowngrade ? 1 : 2)) return [];

  // Otherwise, the cluster may have been upgraded in another way, or may not be one of EKS.
  const { providers } = facts;
  const old = base === null ? [] : createdClusters(base, from, providers);
  const now = createdClusters(head, to, providers);
  const isRefused = old.length > 0 && now.length > 0;
  // A cluster with another name is a new one, which may start with any version.
  if (isRefused && now.every((created) => old.every((other) => haveOtherNames(created, other)))) return [];
  if (isDowngrade) return rollBack(upgrade, minors, isRefused);

  const message = () => {
    if (isRefused)
      return `EKS refuses to upgrade Kubernetes ${from} to ${to} in one step. It upgrades a control plane by one minor version at a time`;
    return `Kubernetes ${from} cannot be upgraded to ${to} in one step. A control plane is upgraded by one minor version at a time`;
  };

  return [
    {
      code: 'upgrade/path',
      severity: isRefused ? 'error' : 'warning',
      message: message(),
      span,
      labels: [],
      resource: null,
      help: `Upgrade to ${minors[0]} in this change, ${minors
        .slice(1)
        .map((minor) => `then to ${minor}`)
        .join(', ')}.`,
      steps: kubernetesSteps(minors, target.isKarpenterAssumed ? undefined : target.karpenterVersion),
    },
  ];
}

/**
 * EKS takes a control plane back by one minor version, for seven days after its upgrade. Source:
 * docs.aws.amazon.com/eks/latest/best-practices/rollback-cluster-upgrades.html.
 */
function rollBack({ from, to, span }: KubernetesUpgrade, minors: readonly string[], isOfEks: boolean): Diagnostic[] {
  if (!isOfEks) return [];

  const shared = { code: 'upgrade/path', span, labels: [], resource: null } as const;
  if (minors.length > 1)
    return [
      {
        ...shared,
        severity: 'error',
        message: `EKS refuses to take Kubernetes ${from} back to ${to}. It takes a control plane back by one minor version at most`,
        help: `Keep ${from}, or create another cluster with ${to}.`,
      },
    ];

  return [
    {
      ...shared,
      severity: 'warning',
      message: `EKS takes Kubernetes ${from} back to ${to} only within seven days of the upgrade. Nodes that run ${from} are then newer than the API server, which Kubernetes does not support`,
      help: `Keep ${from} if the upgrade is older. Otherwise, replace the nodes that run ${from} first.`,
    },
  ];
}

/** The names of a cluster; none if they are unknown. */
type ClusterNames = readonly string[];

const haveOtherNames = (a: ClusterNames, b: ClusterNames): boolean =>
  a.length > 0 && b.length > 0 && !a.some((name) => b.includes(name));

/** The names of each EKS cluster that Terraform creates with a version. */
const createdClusters = (
  { manifests }: ManifestSet,
  version: string,
  providers: readonly CloudProvider[],
): readonly ClusterNames[] =>
  manifests.flatMap((manifest) => {
    if (groupOf(manifest.apiVersion) !== 'terraform') return [];

    const evidence = providers.map(({ clusterEvidence }) => clusterEvidence?.(manifest));
    const created = evidence.find((entry) => entry?.createsCluster === true);
    const written = ['version', 'kubernetes_version', 'cluster_version'].map((name) => manifest.get(['spec', name]));
    if (created === undefined || !written.some((value) => asText(value) === version)) return [];

    return [created.names.flatMap(({ name, isDefined }) => listIf(isDefined, name))];
  });

/** The minors after `from`, up to `to`; none for a downgrade. */
function minorsBetween(from: string, to: string): readonly string[] {
  const [[major, first], [otherMajor, last]] = [from.split('.').map(Number), to.split('.').map(Number)] as [
    [number, number],
    [number, number],
  ];
  const count = major === otherMajor ? Math.max(0, Math.min(last - first, maxMinors)) : 0;
  return Array.from({ length: count }, (_, i) => `${major}.${first + 1 + i}`);
}

/** More than EKS has ever supported at the same time. */
const maxMinors = 20;

/** The upgrades one by one, with the Karpenter that each of them needs. */
function kubernetesSteps(minors: readonly string[], karpenter: string | undefined): readonly string[] {
  let runs = karpenter;
  return minors.flatMap((minor) => {
    const needed = runs === undefined ? undefined : neededKarpenter(minor, runs);
    if (needed !== undefined) runs = needed;
    return [
      ...listIf(needed !== undefined, `Upgrade Karpenter to ${needed} or later, which Kubernetes ${minor} needs.`),
      `Upgrade the control plane to ${minor}, then the add-ons, and wait until the nodes are replaced.`,
    ];
  });
}
