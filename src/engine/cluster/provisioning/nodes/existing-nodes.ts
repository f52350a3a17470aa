import type { Taint } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';
import type { ExistingNodeSetting } from '../../../karpenter/api/settings.ts';
import type { NodeGroupLabels } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { countAfter } from '../../../karpenter/cloud-provider/node-groups.ts';
import {
  asList,
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../../text/own-value.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import { listOf, mapOf, readText } from '../input/value-reader.ts';
import { readTaints } from '../pods/pod-spec.ts';
import { readCount } from '../pods/replicas.ts';

/** The largest number of nodes in a group that is simulated. They are named `<group>-0`, `<group>-1` and so on. */
export const maxNodesPerGroup = 5_000;

/** The zones and instance types of a region. */
export interface RegionTypes {
  readonly region: string;
  /** The zones over which nodes of a group without a zone are distributed in turn. */
  readonly zones: readonly string[];
  /** The instance types as they are with the defaults of a node class. */
  readonly instanceTypes: InstanceTypes;
  /** The labels of the nodes of the cloud's own node groups; undefined if the cloud has no node groups. */
  readonly nodeGroupLabels: NodeGroupLabels | undefined;
}

/** Nodes created from a description, and the groups whose nodes are unknown. */
interface MadeNodes {
  readonly nodes: readonly ExistingNode[];
  readonly unknown: readonly { readonly name: string; readonly why: string }[];
}

/** The properties of one node in a group. */
interface NodeShape {
  readonly name: string;
  readonly type: number;
  readonly zone: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly requested: Resources;
}

/** The resource amounts of one instance type, without resources it does not have. */
export function amountsAt(columns: ReadonlyMap<string, Float64Array>, type: number): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const [name, column] of columns) {
    const amount = column[type];
    if (amount !== undefined && !Number.isNaN(amount)) amounts.set(name, amount);
  }
  return amounts;
}

const valueAt = (types: InstanceTypes, label: string, type: number): string =>
  types.labels.get(label)?.[type]?.[0] ?? '';

/** Creates a node that Karpenter does not own, which has only the labels from the kubelet and the cloud provider. */
function makeNode(regionTypes: RegionTypes, shape: NodeShape): ExistingNode {
  const { instanceTypes, region } = regionTypes;
  const allocatable = amountsAt(instanceTypes.allocatable, shape.type);
  for (const [name, amount] of shape.requested) allocatable.set(name, (allocatable.get(name) ?? 0) - amount);

  return {
    name: shape.name,
    labels: {
      'kubernetes.io/arch': valueAt(instanceTypes, 'kubernetes.io/arch', shape.type),
      'kubernetes.io/hostname': shape.name,
      'kubernetes.io/os': 'linux',
      'node.kubernetes.io/instance-type': instanceTypes.names[shape.type] ?? '',
      'topology.kubernetes.io/region': region,
      'topology.kubernetes.io/zone': shape.zone,
      ...shape.labels,
    },
    taints: shape.taints,
    startupTaints: [],
    capacity: amountsAt(instanceTypes.capacity, shape.type),
    allocatable,
    nodePool: undefined,
    isInitialized: true,
    isDeleting: false,
    pods: [],
    volumeLimits: undefined,
  };
}

/** The nodes that the configuration lists under `existingNodes`. */
export function settingNodes(settings: readonly ExistingNodeSetting[], regionTypes: RegionTypes): MadeNodes {
  const nodes: ExistingNode[] = [];
  const unknown: MadeNodes['unknown'][number][] = [];
  for (const setting of settings) {
    const type = regionTypes.instanceTypes.names.indexOf(setting.instanceType);
    if (type < 0) unknown.push({ name: setting.name, why: `the instance type \`${setting.instanceType}\` is unknown` });
    else if (setting.count > maxNodesPerGroup) unknown.push({ name: setting.name, why: tooMany(setting.count) });
    else nodes.push(...groupNodes(setting, type, regionTypes));
  }

  return { nodes, unknown };
}

const tooMany = (count: number): string => `it has ${count} nodes, and plumbline simulates at most ${maxNodesPerGroup}`;

function groupNodes(setting: ExistingNodeSetting, type: number, regionTypes: RegionTypes): readonly ExistingNode[] {
  const zones = setting.zone === undefined ? regionTypes.zones : [setting.zone];
  const requested = new Map<string, number>();
  for (const [name, quantity] of Object.entries(setting.requested)) {
    const amount = parseResource(name, quantity);
    if (amount !== undefined) requested.set(name, amount);
  }

  return Array.from({ length: Math.max(0, Math.floor(setting.count)) }, (_, i) =>
    makeNode(regionTypes, {
      name: `${setting.name}-${i}`,
      type,
      zone: zones[i % zones.length] ?? '',
      labels: setting.labels,
      taints: setting.taints,
      requested,
    }),
  );
}

/** The nodes of node groups that Karpenter does not own: kOps InstanceGroups, groups of eksctl, and the cloud's own ones in Terraform. */
interface NodeGroups extends MadeNodes {
  /** Names of the kOps InstanceGroups that have nodes. */
  readonly instanceGroups: readonly string[];
  /** Names of the other node groups that have nodes: the cloud's own ones, and those of eksctl. */
  readonly managedNodeGroups: readonly string[];
  readonly priced: readonly PricedGroup[];
}

/** A node group with what it costs. */
export interface PricedGroup {
  readonly name: string;
  readonly instanceType: string;
  readonly nodes: number;
  /** The price of one node in USD/hour; null if it is unknown. */
  readonly hourlyUsd: number | null;
}

interface ReadGroup {
  readonly setting: ExistingNodeSetting;
  readonly zones: readonly string[];
  /** Undefined if it is unknown, or not the same for all nodes. */
  readonly capacityType: Offering['capacityType'] | undefined;
}

type UnknownGroup = MadeNodes['unknown'][number];

/** The nodes of the node groups in the manifests that Karpenter does not own. `earlier` are the objects before the change, for the side after it. */
export function groupedNodes(
  manifests: readonly Manifest[],
  regionTypes: RegionTypes,
  earlier: readonly Manifest[] = [],
): NodeGroups {
  const read = manifests.flatMap((manifest) => readGroups(manifest, regionTypes, earlier));
  const groups = read.filter((group) => 'setting' in group);
  const results = groups.map(({ setting, zones }) => settingNodes([setting], { ...regionTypes, zones }));

  return {
    nodes: results.flatMap(({ nodes }) => nodes),
    unknown: [...read.filter((group) => 'why' in group), ...results.flatMap(({ unknown }) => unknown)],
    priced: groups
      .filter((_, i) => results[i]!.unknown.length === 0)
      .map((group) => priced(group, regionTypes.instanceTypes)),
    instanceGroups: groups.flatMap(({ setting }) => {
      if (Object.hasOwn(setting.labels, instanceGroupLabel)) return [setting.name];
      return [];
    }),
    managedNodeGroups: groups.flatMap(({ setting }) => {
      if (Object.hasOwn(setting.labels, instanceGroupLabel)) return [];
      return [setting.name];
    }),
  };
}

/** A spot price is the average of the group's zones, because nobody knows where EC2 launches its nodes. */
function priced({ setting, zones, capacityType }: ReadGroup, { names, offerings }: InstanceTypes): PricedGroup {
  const prices = (offerings[names.indexOf(setting.instanceType)] ?? [])
    .filter((offering) => offering.capacityType === capacityType && zones.includes(offering.zone))
    .map((offering) => offering.billedPrice ?? offering.price)
    .filter(Number.isFinite);

  return {
    name: setting.name,
    instanceType: setting.instanceType,
    nodes: setting.count,
    hourlyUsd: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) / prices.length,
  };
}

const instanceGroupLabel = 'kops.k8s.io/instancegroup';

function readGroups(
  manifest: Manifest,
  regionTypes: RegionTypes,
  earlier: readonly Manifest[],
): readonly (ReadGroup | UnknownGroup)[] {
  const group = groupOf(manifest.apiVersion);
  if (manifest.kind === 'InstanceGroup' && group === 'kops.k8s.io') return instanceGroup(manifest, regionTypes);
  if (manifest.kind === 'ClusterConfig' && group === 'eksctl.io')
    return ['managedNodeGroups', 'nodeGroups'].flatMap((list) =>
      asList(manifest.get([list])).map((item) => eksctlGroup(mappingOrEmpty(item), list, regionTypes)),
    );

  if (manifest.kind === 'ManagedNodeGroup' && group === 'terraform')
    return [managedGroup(manifest, regionTypes, earlier)];

  return [];
}

/** A kOps group of worker nodes, with `minSize` nodes. */
function instanceGroup(manifest: Manifest, regionTypes: RegionTypes): readonly (ReadGroup | UnknownGroup)[] {
  const role = manifest.get(['spec', 'role']);
  // Pods do not run on control planes, and Karpenter creates the nodes of groups that it manages.
  if ((role !== undefined && role !== 'Node') || manifest.get(['spec', 'manager']) === 'Karpenter') return [];

  const machines = groupRead(manifest.name, {
    minSize: manifest.get(['spec', 'minSize']),
    machineType: manifest.get(['spec', 'machineType']),
  });

  if ('why' in machines) return [machines];

  const isMixed = ['maxPrice', 'mixedInstancesPolicy'].some((field) => manifest.get(['spec', field]) !== undefined);

  return [
    {
      setting: { ...groupSetting(manifest), ...machines },
      zones: subnetZones(manifest, regionTypes.zones),
      capacityType: isMixed ? undefined : 'on-demand',
    },
  ];
}

/** A node group in Terraform, with its desired size and its first instance type. */
function managedGroup(
  manifest: Manifest,
  { zones, nodeGroupLabels }: RegionTypes,
  earlier: readonly Manifest[],
): ReadGroup | UnknownGroup {
  const taints = manifest.get(['spec', 'taints']);
  const capacity = readText(manifest.get(['spec', 'capacityType'])) ?? '';
  const capacityType = ownValue(capacityTypes, capacity);
  const setting = {
    name: manifest.name,
    zone: undefined,
    labels: {
      ...(nodeGroupLabels && { [nodeGroupLabels.group]: manifest.name }),
      ...(nodeGroupLabels && capacityType && { [nodeGroupLabels.capacityType]: capacity }),
      ...mapOf(readText)(manifest.get(['spec', 'labels'])),
    },
    taints: Array.isArray(taints) ? taints.flatMap(managedTaint) : [],
    requested: {},
  };

  const machines = groupRead(manifest.name, {
    count: countAfter(manifest, earlier),
    instanceType: manifest.get(['spec', 'instanceType']),
  });

  if ('why' in machines) return machines;
  return { setting: { ...setting, ...machines }, zones, capacityType };
}

const capacityTypes: Readonly<Record<string, Offering['capacityType']>> = { ON_DEMAND: 'on-demand', SPOT: 'spot' };

/** What eksctl creates if a group says nothing else. */
const eksctlDefaults = { desiredCapacity: 2, instanceType: 'm5.large' };

/** A node group of eksctl. It has as many nodes as it asks for, or else its minimum. */
function eksctlGroup(group: Mapping, list: string, { zones, nodeGroupLabels }: RegionTypes): ReadGroup | UnknownGroup {
  const name = readText(group.name) ?? list;
  const isManaged = list === 'managedNodeGroups';
  const instanceType = group.instanceType ?? asList(group.instanceTypes)[0];

  const machines = groupRead(name, {
    desiredCapacity: group.desiredCapacity ?? group.minSize ?? eksctlDefaults.desiredCapacity,
    // eksctl chooses types for a group with a selector, or with a mix of types.
    instanceType:
      group.instanceSelector !== undefined || group.instancesDistribution !== undefined
        ? undefined
        : (instanceType ?? eksctlDefaults.instanceType),
  });

  if ('why' in machines) return machines;

  const availabilityZones = listOf(readText)(group.availabilityZones) ?? [];
  const setting = {
    name,
    zone: undefined,
    requested: {},
    ...machines,
    labels: {
      'alpha.eksctl.io/nodegroup-name': name,
      ...(isManaged &&
        nodeGroupLabels && {
          [nodeGroupLabels.group]: name,
          [nodeGroupLabels.capacityType]: group.spot === true ? 'SPOT' : 'ON_DEMAND',
        }),
      ...mapOf(readText)(group.labels),
    },
    taints: readTaints(group.taints) ?? [],
  };

  return {
    setting,
    zones: availabilityZones.length > 0 ? availabilityZones : zones,
    capacityType: group.spot === true ? 'spot' : 'on-demand',
  };
}

/** The size and the instance type of a group, by the names of the two fields, or which of them is unknown. */
function groupRead(
  name: string,
  fields: Readonly<Record<string, Value | undefined>>,
): { readonly count: number; readonly instanceType: string } | UnknownGroup {
  const [[sizeField, size], [typeField, type]] = Object.entries(fields) as unknown as readonly [Field, Field];
  const count = readCount(size);
  const instanceType = readText(type);

  if (typeof count !== 'number') return { name, why: `its \`${sizeField}\` is unknown` };
  if (instanceType === undefined || hasPlaceholder(instanceType))
    return { name, why: `its \`${typeField}\` is unknown` };

  return { count, instanceType };
}

type Field = readonly [string, Value | undefined];

/** Reads a taint whose effect is in capitals, as EKS writes it: `NO_SCHEDULE`. */
function managedTaint(value: Value): readonly Taint[] {
  const key = isObject(value) ? readText(value.key) : undefined;
  const effect = isObject(value) ? ownValue(managedEffects, String(value.effect)) : undefined;
  if (!isObject(value) || key === undefined || effect === undefined) return [];
  return [{ key, value: readText(value.value) ?? '', effect }];
}

const managedEffects: Readonly<Record<string, string>> = {
  NO_SCHEDULE: 'NoSchedule',
  NO_EXECUTE: 'NoExecute',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
};

/** The zones of a kOps group. By default, kOps names subnets after their zone, with a role prefix for some: `utility-us-west-1a`. */
function subnetZones(manifest: Manifest, zones: readonly string[]): readonly string[] {
  const subnets = listOf(readText)(manifest.get(['spec', 'subnets'])) ?? [];
  const named = subnets.flatMap((subnet) => /(?:^|-)([a-z]{2}(?:-[a-z]+)+-\d[a-z])$/.exec(subnet)?.[1] ?? []);
  if (named.length > 0) return named;
  return zones;
}

function groupSetting(manifest: Manifest): Omit<ExistingNodeSetting, 'instanceType' | 'count'> {
  const taints = listOf(readText)(manifest.get(['spec', 'taints'])) ?? [];
  return {
    name: manifest.name,
    zone: undefined,
    labels: {
      [instanceGroupLabel]: manifest.name,
      'node-role.kubernetes.io/node': '',
      ...mapOf(readText)(manifest.get(['spec', 'nodeLabels'])),
    },
    taints: taints.flatMap(parseTaint),
    requested: {},
  };
}

/** Parses `key=value:Effect`, the format of kOps and kubectl for taints. */
function parseTaint(written: string): readonly { key: string; value: string; effect: string }[] {
  const match = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(written);
  if (match) return [{ key: match[1]!, value: match[2] ?? '', effect: match[3]! }];
  return [];
}
