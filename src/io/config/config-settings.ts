import type { CustomRule } from '../../engine/api/custom-rule.ts';
import { mergedGate } from '../../engine/api/environment.ts';
import { defaultPricing, type PriceFilter, type Pricing } from '../../engine/api/pricing.ts';
import {
  defaultGate,
  type Environment,
  type EnvironmentSettings,
  type ExistingNodeSetting,
  type Settings,
  type SourceSettings,
  type SystemPodSetting,
} from '../../engine/api/settings.ts';
import type { Config, EnvironmentConfig } from './config-value.ts';
import { statedVersion } from './stated-version.ts';

/** The settings of a configuration. Keys that it does not set are absent. */
export function configSettings(config: Config): Partial<Settings> {
  const settings: { -readonly [K in keyof Settings]?: Settings[K] } = {};
  if (config.region !== undefined) settings.region = config.region;
  if (config.zones) settings.zones = config.zones;
  if (config.nodeClassZones) settings.nodeClassZones = config.nodeClassZones;
  if (config.nodeClassAddresses) settings.nodeClassAddresses = config.nodeClassAddresses;
  if (config.vcpuQuotas) settings.vcpuQuotas = config.vcpuQuotas;
  if (config.karpenter?.version !== undefined) settings.karpenterVersion = config.karpenter.version;
  if (config.karpenter?.settings) settings.karpenter = config.karpenter.settings;
  if (config.kubernetesVersion !== undefined) settings.kubernetesVersion = config.kubernetesVersion;
  if (config.existingNodes) settings.existingNodes = config.existingNodes.map(existingNode);
  if (config.systemPods) settings.systemPods = config.systemPods.map(systemPod);
  if (config.capacityReservations) Object.assign(settings, reservationsOf(config.capacityReservations));
  if (config.snapshot !== undefined) settings.snapshot = config.snapshot;
  if (config.catalog !== undefined) settings.catalog = config.catalog.replace(/^\.\/|\/+$/g, '');
  if (config.crds) settings.crds = config.crds.map((path) => path.replace(/^\.\//, ''));
  if (config.prices?.spot) settings.spotPricing = config.prices.spot;
  if (config.pricing) settings.pricing = pricingOf(config.pricing);
  if (config.currency) settings.currency = config.currency;
  if (config.rules) settings.rules = config.rules;
  if (config.customRules) settings.customRules = config.customRules as readonly CustomRule[];
  if (config.ignore) settings.ignore = config.ignore;
  if (config.overrides) settings.overrides = config.overrides;
  if (config.neverSuppress) settings.neverSuppress = config.neverSuppress;
  if (config.changedLines !== undefined) settings.changedLines = config.changedLines;
  if (config.timeZone !== undefined) settings.timeZone = config.timeZone;
  if (config.scorecard !== undefined) settings.scorecard = config.scorecard;
  if (config.failOn) settings.failOn = config.failOn;
  if (config.comment) settings.comment = config.comment;
  if (config.notify) settings.notify = config.notify;
  if (config.set) settings.set = config.set;
  if (config.sources) settings.sources = sourcesOf(config.sources);
  if (config.environments) settings.environments = environments(config.environments);
  if (config.gate) settings.gate = mergedGate(defaultGate, config.gate);
  return settings;
}

/** The free instances of each reservation, and what is said about them. */
function reservationsOf(
  given: NonNullable<Config['capacityReservations']>,
): Pick<Settings, 'capacityReservations' | 'describedReservations'> {
  const entries = Object.entries(given);
  return {
    capacityReservations: Object.fromEntries(
      entries.map(([id, one]) => [id, typeof one === 'number' ? one : one.count]),
    ),
    describedReservations: Object.fromEntries(
      entries.flatMap(([id, one]) =>
        typeof one === 'number' ? [] : [[id, { instanceType: one.instanceType, zone: one.zone }]],
      ),
    ),
  };
}

const environments = (given: NonNullable<Config['environments']>): Settings['environments'] =>
  Object.fromEntries(Object.entries(given).map(([name, environment]) => [name, environmentOf(environment)]));

const environmentOf = (given: EnvironmentConfig): Environment => ({
  paths: (given.paths ?? []).map((path) => path.replace(/^\.?\/+|\/+$/g, '')),
  clusterArn: given.clusterArn,
  roleArn: given.roleArn,
  allowedAccountIds: given.allowedAccountIds ?? [],
  context: given.context,
  delivery: given.delivery,
  leaseNamespace: given.leaseNamespace ?? 'kube-system',
  readyMinutes: given.readyMinutes ?? 10,
  own: ownSettings(given),
});

function ownSettings(given: EnvironmentConfig): EnvironmentSettings {
  const { region, zones, nodeClassAddresses, vcpuQuotas, capacityReservations } = given;
  const { karpenter, kubernetesVersion, snapshot, rules, gate } = given;
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
    ...{ path: path.replace(/^\.\/|\/$/g, ''), values: values ?? [], release, namespace, environment },
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
