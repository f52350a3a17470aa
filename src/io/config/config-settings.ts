import type { CustomRule } from '../../engine/karpenter/api/custom-rule.ts';
import { mergedGate } from '../../engine/karpenter/api/environment.ts';
import { defaultPricing, type PriceFilter, type Pricing } from '../../engine/karpenter/api/pricing.ts';
import {
  defaultGate,
  type Environment,
  type EnvironmentSettings,
  type ExistingNodeSetting,
  type Settings,
  type SourceSettings,
  type SystemPodSetting,
} from '../../engine/karpenter/api/settings.ts';
import { resolvePath } from '../../engine/text/source.ts';
import type { Config, EnvironmentConfig } from './config-value.ts';
import { statedVersion } from './stated-version.ts';

/** The settings of a configuration. Keys that it does not set are absent. */
export function configSettings(config: Config): Partial<Settings> {
  const { karpenter, existingNodes, systemPods, capacityReservations, catalog, crds, prices, ...others } = config;
  const { extends: _, pricing, customRules, sources, environments, gate, ...same } = others;

  return {
    ...same,
    ...(karpenter?.version !== undefined && { karpenterVersion: karpenter.version }),
    ...(karpenter?.settings && { karpenter: karpenter.settings }),
    ...(existingNodes && { existingNodes: existingNodes.map(existingNode) }),
    ...(systemPods && { systemPods: systemPods.map(systemPod) }),
    ...(capacityReservations && reservationsOf(capacityReservations)),
    ...(catalog !== undefined && { catalog: catalog.replace(/^\.\/|(?<!\/)\/+$/g, '') }),
    ...(crds && { crds: crds.map((path) => path.replace(/^\.\//, '')) }),
    ...(prices?.spot && { spotPricing: prices.spot }),
    ...(pricing && { pricing: pricingOf(pricing) }),
    ...(customRules && { customRules: customRules as readonly CustomRule[] }),
    ...(sources && { sources: sourcesOf(sources) }),
    ...(environments && { environments: environmentsOf(environments, gate) }),
    ...(gate && { gate: mergedGate(defaultGate, gate) }),
  };
}

/** The free instances of each reservation, and what is said about them. */
function reservationsOf(
  reservations: NonNullable<Config['capacityReservations']>,
): Pick<Settings, 'capacityReservations' | 'describedReservations'> {
  const entries = Object.entries(reservations);
  return {
    capacityReservations: Object.fromEntries(
      entries.map(([id, reservation]) => [id, typeof reservation === 'number' ? reservation : reservation.count]),
    ),
    describedReservations: Object.fromEntries(
      entries.flatMap(([id, reservation]) => {
        if (typeof reservation === 'number') return [];
        return [[id, { instanceType: reservation.instanceType, zone: reservation.zone }]];
      }),
    ),
  };
}

const environmentsOf = (
  environments: NonNullable<Config['environments']>,
  gate: Config['gate'],
): Settings['environments'] =>
  Object.fromEntries(
    Object.entries(environments).map(([name, environment]) => [name, environmentOf(environment, gate)]),
  );

const environmentOf = (environment: EnvironmentConfig, gate: Config['gate']): Environment => ({
  paths: (environment.paths ?? []).map(environmentPath),
  clusterArn: environment.clusterArn,
  roleArn: environment.roleArn,
  allowedAccountIds: environment.allowedAccountIds ?? [],
  context: environment.context,
  delivery: environment.delivery,
  leaseNamespace: environment.leaseNamespace ?? 'kube-system',
  readyMinutes: environment.readyMinutes ?? 10,
  ...(isApplied(environment, gate) && { isApplied: true }),
  own: ownSettings(environment),
});

/** A path of an environment without `.`, `..` and slashes at its ends. One that leaves the repository is an error before. */
const environmentPath = (path: string): string => resolvePath('', path.replace(/^\/+/, '')) ?? path;

/** Whether a key is set that only an apply, or a deployment that waits for approval, needs. Reviews need none of them. */
const isApplied = (environment: EnvironmentConfig, gate: Config['gate']): boolean =>
  connectingKeys.some((key) => environment[key] !== undefined) ||
  [environment.gate, gate].some((written) => written?.approvals !== undefined || written?.freeze !== undefined);

const connectingKeys = ['clusterArn', 'roleArn', 'context', 'delivery', 'leaseNamespace', 'readyMinutes'] as const;

function ownSettings(environment: EnvironmentConfig): EnvironmentSettings {
  const { region, zones, nodeClassAddresses, vcpuQuotas, capacityReservations } = environment;
  const { karpenter, kubernetesVersion, snapshot, rules, gate } = environment;

  return {
    ...(region !== undefined && { region }),
    ...(zones && { zones }),
    ...(nodeClassAddresses && { nodeClassAddresses }),
    ...(vcpuQuotas && { vcpuQuotas }),
    ...(capacityReservations && reservationsOf(capacityReservations)),
    ...(karpenter?.version !== undefined && { karpenterVersion: statedVersion('Karpenter', karpenter.version) }),
    ...(karpenter?.settings && { karpenter: karpenter.settings }),
    ...(kubernetesVersion !== undefined && { kubernetesVersion: statedVersion('Kubernetes', kubernetesVersion) }),
    ...(snapshot !== undefined && { snapshot }),
    ...(rules && { rules }),
    ...(gate && { gate }),
  };
}

const sourcesOf = ({ render, roots, ignore, chartRepositories }: NonNullable<Config['sources']>): SourceSettings => ({
  render: render ?? true,
  roots: (roots ?? []).map(({ path, values, release, namespace, environment }) => ({
    path: path.replace(/^\.\/|\/$/g, ''),
    values: values ?? [],
    release,
    namespace,
    environment,
  })),
  ignore: (ignore ?? []).map((path) => path.replace(/^\.\/|\/$/g, '')),
  chartRepositories: chartRepositories ?? [],
});

const everywhere: PriceFilter = { regions: [], families: [] };

const pricingOf = ({
  discounts = [],
  savingsPlans = [],
  perNodeMonthlyUsd,
  teamLabel,
}: NonNullable<Config['pricing']>): Pricing => ({
  discounts: discounts.map((discount) => ({ ...everywhere, capacityTypes: [], ...discount })),
  savingsPlans: savingsPlans.map((plan) => ({ ...everywhere, ...plan })),
  perNodeMonthlyUsd: perNodeMonthlyUsd ?? defaultPricing.perNodeMonthlyUsd,
  teamLabel: teamLabel ?? defaultPricing.teamLabel,
});

const existingNode = (node: Partial<ExistingNodeSetting>): ExistingNodeSetting => ({
  name: node.name!,
  instanceType: node.instanceType!,
  count: node.count ?? 1,
  zone: node.zone,
  labels: node.labels ?? {},
  taints: node.taints ?? [],
  requested: node.requested ?? {},
});

const systemPod = ({ name, requests, replicas, daemonSet }: Partial<SystemPodSetting>): SystemPodSetting => ({
  name: name!,
  requests: requests ?? {},
  replicas: replicas ?? 1,
  daemonSet: daemonSet ?? false,
});
