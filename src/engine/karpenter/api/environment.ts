import { ownValue } from '../../text/own-value.ts';
import type { Source } from '../../text/source.ts';
import { isInPaths } from '../../text/words/path-pattern.ts';
import { defaultGate, type Environment, type GatePolicy, type Settings, type WrittenGate } from './settings.ts';

/** The paths of each environment by its name. */
export type NamedPaths = Readonly<Record<string, Pick<Environment, 'paths'>>>;

/** The names of the environments that a text belongs to: the environment of its root, or else those whose paths contain it. */
export function ownersOf({ file, origin }: Source, environments: NamedPaths): readonly string[] {
  const declared = origin?.environment;
  if (declared !== undefined && Object.hasOwn(environments, declared)) return [declared];
  return Object.keys(environments)
    .filter((name) => isInPaths(environments[name]!.paths, origin?.place ?? file))
    .sort();
}

/** The settings of one environment: its own ones, then those of its cluster, then the general ones. */
export function settingsFor(settings: Settings, name: string): Settings {
  const environment = ownValue(settings.environments, name);
  if (environment === undefined) return settings;

  const { rules, gate: _, karpenter, ...overrides } = environment.own;
  const region = overrides.region ?? regionOf(environment) ?? settings.region;

  return {
    ...settings,
    // Zones, subnets and quotas of another region do not belong to this one.
    ...(region !== settings.region && { zones: undefined, nodeClassZones: {}, nodeClassAddresses: {}, vcpuQuotas: {} }),
    ...overrides,
    region,
    karpenter: { ...settings.karpenter, ...karpenter },
    rules: { ...settings.rules, ...rules },
    gate: gateFor(settings.gate, environment),
  };
}

/** The environments that plumbline applies, or whose deployments wait for an approval, sorted. */
export const appliedEnvironments = ({ environments }: Pick<Settings, 'environments'>): string[] =>
  Object.keys(environments)
    .filter((name) => environments[name]!.isApplied === true)
    .sort();

/** The limits of an environment, which override the general ones. */
export const gateFor = (gate: GatePolicy | undefined, environment: Environment | undefined): GatePolicy =>
  mergedGate(gate ?? defaultGate, environment?.own.gate);

/** Limits with those that the configuration writes. */
export const mergedGate = (gate: GatePolicy, { attention, ...written }: WrittenGate = {}): GatePolicy => ({
  ...gate,
  ...written,
  attention: { ...gate.attention, ...attention },
});

/** `arn:aws:eks:eu-central-1:111122223333:cluster/prod`. */
const arnPattern = /^arn:aws[\w-]*:eks:([a-z0-9-]+):(\d{12}):cluster\//;

const regionOf = ({ clusterArn }: Environment): string | undefined => arnPattern.exec(clusterArn ?? '')?.[1];

/** The AWS accounts of an environment, sorted. Empty if none is named. */
export function accountsOf({ clusterArn, allowedAccountIds }: Environment): readonly string[] {
  const account = arnPattern.exec(clusterArn ?? '')?.[2];
  if (account === undefined) return [...new Set(allowedAccountIds)].sort();
  return [account];
}
