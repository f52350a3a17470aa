import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asMapping, isObject, type Mapping, type Path, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { isKnown, seenIn } from '../../text/evidence.ts';
import { compareNames } from '../../text/name-order.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { type Addon, clusterAccount } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { type CniSettings, cniSettingsOf, isOn, writtenSettings } from '../fields/cni-settings.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';
import { type ClusterPair, isOfDaemon, lostDaemon, toleratesAll } from './daemon-addons.ts';

/** What a variable of the VPC CNI decides. Source: https://github.com/aws/amazon-vpc-cni-k8s/blob/master/README.md. */
const variables: ReadonlyMap<string, string> = new Map([
  ['ENABLE_PREFIX_DELEGATION', 'It decides how many pods of a new node get an address'],
  ['AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG', 'Pods of new nodes get addresses of other subnets, those of ENIConfigs'],
  ['ENI_CONFIG_LABEL_DEF', 'It decides which ENIConfig a new node uses'],
  [
    'ENABLE_POD_ENI',
    'Pods with a SecurityGroupPolicy then get interfaces of their own, and a node has one interface fewer for others',
  ],
  ['WARM_ENI_TARGET', 'It decides how many addresses of its subnet a node keeps in reserve'],
  ['WARM_IP_TARGET', 'It decides how many addresses of its subnet a node keeps in reserve'],
  ['MINIMUM_IP_TARGET', 'It decides how many addresses of its subnet a node takes at least'],
  ['WARM_PREFIX_TARGET', 'It decides how many prefixes of 16 addresses a node keeps in reserve'],
  ['AWS_VPC_K8S_CNI_EXTERNALSNAT', 'It decides whether nodes translate the addresses of pods that leave the VPC'],
  ['NETWORK_POLICY_ENFORCING_MODE', 'It decides whether pods have a network before a policy allows it'],
]);

/**
 * The values of these variables that are not set.
 * Source: https://github.com/aws/amazon-vpc-cni-k8s/blob/master/README.md and config/master/aws-k8s-cni.yaml.
 */
const defaults: ReadonlyMap<string, string> = new Map([
  ['ENABLE_PREFIX_DELEGATION', 'false'],
  ['AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG', 'false'],
  ['ENI_CONFIG_LABEL_DEF', 'k8s.amazonaws.com/eniConfig'],
  ['ENABLE_POD_ENI', 'false'],
  ['WARM_ENI_TARGET', '1'],
  ['WARM_PREFIX_TARGET', '1'],
  ['AWS_VPC_K8S_CNI_EXTERNALSNAT', 'false'],
  ['NETWORK_POLICY_ENFORCING_MODE', 'standard'],
]);

/** Values of an add-on that decide where its pods run, and how many they are. */
const placing =
  /^(?:tolerations|tolerateAllTaints|affinity|nodeSelector|topologySpreadConstraints|replicaCount|autoScaling|podDisruptionBudget)$/;

/** The parts of the values of add-ons that have such values of their own. */
const parts = ['controller', 'node'];

/** Reports changed settings of EKS add-ons that concern nodes: addresses of the VPC CNI, and where pods of other add-ons run. */
export function addonSettings({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));
  const clusters = [...new Set(head.manifests.map(head.clusterOf))].filter(({ isExample }) => !isExample);

  return clusters.flatMap((cluster) => {
    const isOfNodes =
      cluster.createsCluster || nodeClassesOf(head.all).some((nodeClass) => head.clusterOf(nodeClass) === cluster);
    if (!isOfNodes) return [];

    return seenIn(clusterAccount(cluster).addons).flatMap((addon): Diagnostic[] => {
      const old = earlier.get(addon.manifest.source.file);
      const before = old && sameAddon(addon, base.clusterOf(old));
      if (before === undefined || isEksctl(addon.manifest)) return [];

      if (addon.name === 'vpc-cni') return changedVariables(before, addon, cluster);
      return changedPlaces(before, addon, { before: base.clusterOf(before.manifest), after: cluster });
    });
  });
}

const sameAddon = ({ manifest, name }: Addon, cluster: ObjectCluster): Addon | undefined =>
  seenIn(clusterAccount(cluster).addons).find(
    (other) => other.name === name && other.manifest.source.file === manifest.source.file,
  );

function changedVariables(before: Addon, after: Addon, cluster: ObjectCluster): Diagnostic[] {
  const [old] = cniSettingsOf({ manifests: [before.manifest] });
  const [now] = cniSettingsOf({ manifests: [after.manifest] });
  if (old === undefined || now === undefined) return [];

  const reserve = lostReserve(old, now);
  if (reserve !== undefined) return [reserve];

  return [...variables].flatMap(([name, outcome]): Diagnostic[] => {
    const [earlier, later] = [old.variable(name), now.variable(name)];
    if (!isKnown(earlier) || !isKnown(later)) return [];

    const isSame = (earlier.value ?? defaults.get(name)) === (later.value ?? defaults.get(name));
    if (isSame) return [];

    const change = `from ${shown(earlier.value)} to ${shown(later.value)}`;
    const { manifest, path } = now;
    if (name === enforcing)
      return [strictMode(`The change sets \`${name}\` of the VPC CNI ${change}`, { now, after, cluster })];
    return [
      note(`The change sets \`${name}\` of the VPC CNI ${change}. ${outcome}`, manifest.span([...path, 'env', name]), {
        help: 'Check that subnets, `maxPods` of node classes and `settings.reservedENIs` of Karpenter fit.',
      }),
    ];
  });
}

const enforcing = 'NETWORK_POLICY_ENFORCING_MODE';

/** The VPC CNI after a change. */
interface ChangedCni {
  readonly now: CniSettings;
  readonly after: Addon;
  readonly cluster: ObjectCluster;
}

/**
 * The finding about another mode of network policies. With `strict`, a new pod that no policy selects has no network, also pods of kube-system.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/cni-network-policy.html, "Strict mode for network policies".
 */
function strictMode(change: string, { now, after, cluster }: ChangedCni): Diagnostic {
  const { manifest, path } = now;
  const span = manifest.span([...path, 'env', enforcing]);
  const variable = now.variable(enforcing);
  if (!isKnown(variable) || variable.value !== 'strict')
    return note(`${change}. Pods that no NetworkPolicy selects then have the network from their start`, span, {
      help: undefined,
    });

  const isOn = String(valuesOf(after)?.enableNetworkPolicy) === 'true';
  const covered = new Set(cluster.ofKind('NetworkPolicy').map(({ namespace }) => namespace));
  const open = cluster
    .ofKind('Deployment', 'StatefulSet', 'DaemonSet')
    .filter(({ namespace }) => namespace !== '' && !covered.has(namespace));
  const names = open.map((workload) => quoted(nameInNamespace(workload)));

  if (!isOn || names.length === 0)
    return note(`${change}. A new pod has no network then until a NetworkPolicy allows it`, span, {
      help: 'Check that policies select all pods, also those of CoreDNS and Karpenter.',
    });

  const finding = note(
    `${change}, so a new pod has no network until a NetworkPolicy allows it. New pods of ${firstNames(names)} reach nothing, because no NetworkPolicy in these files selects them`,
    span,
    { help: 'Add policies for all pods first, also for CoreDNS and Karpenter, or keep `standard`.' },
  );
  return { ...finding, severity: 'warning' };
}

/** What keeps addresses in reserve, or makes a node take some before a pod needs them. */
const reserves = ['WARM_ENI_TARGET', 'WARM_IP_TARGET', 'MINIMUM_IP_TARGET'];

/**
 * The finding about a change after which nodes keep no address in reserve.
 * Source: https://github.com/aws/amazon-vpc-cni-k8s/issues/2482, and docs/eni-and-ip-target.md there.
 */
function lostReserve(before: CniSettings, after: CniSettings): Diagnostic | undefined {
  if (!hasNoReserve(after) || hasNoReserve(before)) return undefined;

  const message =
    'The change sets both `WARM_ENI_TARGET` and `WARM_IP_TARGET` of the VPC CNI to `0`, so nodes keep no address in reserve. New pods may wait for addresses without end';
  const finding = note(message, after.manifest.span([...after.path, 'env', 'WARM_ENI_TARGET']), {
    help: 'Set `WARM_IP_TARGET` to at least 1, or keep `WARM_ENI_TARGET` at 1.',
  });
  return { ...finding, severity: 'warning' };
}

function hasNoReserve(cni: CniSettings): boolean {
  const [enis, addresses, minimum] = reserves.map((name) => cni.variable(name));
  const isZero = (variable: typeof enis): boolean =>
    variable !== undefined && isKnown(variable) && variable.value === '0';
  const hasMinimum = minimum === undefined || !isKnown(minimum) || (minimum.value ?? '0') !== '0';
  return isZero(enis) && isZero(addresses) && !hasMinimum && isOn(cni, 'ENABLE_PREFIX_DELEGATION') === false;
}

const shown = (value: string | undefined): string => (value === undefined ? 'its default' : quoted(value));

function changedPlaces(before: Addon, after: Addon, clusters: ClusterPair): Diagnostic[] {
  const [old, now] = [before, after].map(valuesOf);
  if (old === undefined || now === undefined) return [];

  const { manifest, name } = after;
  const [earlier, later] = [placesIn(old), placesIn(now)];
  const isTolerant = toleratesAll(name, later);
  const changed = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
    .filter((key) => canonical(inAnyOrder(earlier[key])) !== canonical(inAnyOrder(later[key])))
    .filter((key) => !holdsPlaceholder([earlier[key] ?? null, later[key] ?? null]))
    .sort();

  const isUnread = Object.entries(later).some(([key, value]) => isOfDaemon(name, key) && holdsPlaceholder([value]));
  const lost = isUnread ? undefined : lostDaemon({ name, earlier, later }, clusters);
  if (lost !== undefined) {
    const { severity, message, pool } = lost;
    const help = `Add a toleration of the taint to the values of the add-on, or \`operator: Exists\` for all taints.`;
    const labels = [{ span: pool.span(['spec', 'template', 'spec', 'taints']), message: 'the taints of the NodePool' }];
    return [{ ...note(message, manifest.span(pathOfValues(after)), { help }), severity, labels }];
  }
  if (changed.length === 0) return [];

  const names = firstNames(changed.map(quoted));

  const helpText = (): string | undefined => {
    if (changed.every((key) => isTolerant && isOfDaemon(name, key))) return undefined;
    if (changed.every((key) => key.endsWith('nodeSelector') && isOfGroup(later[key], clusters.after))) return undefined;
    if (changed.every((key) => isOfDaemon(name, key)))
      return 'Check that its pods tolerate the taints of all nodes that need them.';
    return 'Check that nodes for these pods exist, also while Karpenter launches none.';
  };

  return [
    note(
      `The change edits ${names} of the add-on ${quoted(name)}, which ${byCount(changed.length, 'decides', 'decide')} how many pods it has or where they run`,
      manifest.span(pathOfValues(after)),
      { help: helpText() },
    ),
  ];
}

/** Whether a node group in the files has all labels of a selector, so that its nodes exist without Karpenter. */
function isOfGroup(selector: Value | undefined, cluster: ObjectCluster): boolean {
  const wanted = Object.entries(asMapping(selector) ?? {});
  return cluster.ofKind('ManagedNodeGroup').some((group) => {
    const labels = asMapping(group.get(['spec', 'labels'])) ?? {};
    return group.get(['spec', 'count']) !== 0 && wanted.every(([label, value]) => labels[label] === value);
  });
}

/** A value with sorted lists. No list among tolerations, affinities and constraints has an order. */
function inAnyOrder(value: Value | undefined): Value {
  if (Array.isArray(value)) return value.map(inAnyOrder).toSorted((a, b) => compareNames(canonical(a), canonical(b)));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inAnyOrder(inner)]));
}

/** The values of an add-on that decide where its pods run, by their names: `controller.tolerations`. */
function placesIn(values: Mapping): Mapping {
  const ofAddon = Object.entries(values).filter(([key]) => placing.test(key));
  const ofParts = parts.flatMap((part) =>
    Object.entries(asMapping(values[part]) ?? {})
      .filter(([key]) => placing.test(key))
      .map(([key, value]) => [`${part}.${key}`, value] as const),
  );
  return Object.fromEntries([...ofAddon, ...ofParts]);
}

const pathOfValues = ({ manifest, path }: Addon): Path => {
  const settings = asMapping(manifest.get(path)) === undefined ? path.slice(0, -1) : path;
  return [...settings, 'configuration_values'];
};

/** The settings of an add-on; undefined if they are unknown. */
function valuesOf(addon: Addon): Mapping | undefined {
  const written = addon.manifest.get(pathOfValues(addon));
  if (written !== undefined && written !== null) return writtenSettings(written);

  if (addon.manifest.isPartial) return undefined;
  return {};
}

const note = (message: string, span: Diagnostic['span'], { help }: { readonly help: string | undefined }): Diagnostic =>
  accountFinding({
    code: 'terraform/addon-setting',
    severity: 'note',
    message,
    span,
    ...(help !== undefined && { help }),
  });
