import type { Instance } from '../../manifest/terraform/modules/module.ts';
import { blockObject, terraformObject } from '../../manifest/terraform/resources/block-object.ts';
import { ignoredNames, ignoresAll, ignoresWhole } from '../../manifest/terraform/syntax/ignored-arguments.ts';
import {
  interpolatedText,
  knownText,
  madeText,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfValue,
  textOf,
  tfValueAt,
  unknown,
} from '../../manifest/terraform/values/tf-value.ts';
import { encodeYaml } from '../../manifest/terraform/values/yaml-text.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Span } from '../../text/source.ts';
import { defaultOfArgument } from './documented-defaults.ts';

/** The instance type that EKS uses for a group that names none. */
const defaultInstanceType = 't3.medium';

/** The `ManagedNodeGroup` of an `aws_eks_node_group`, whose nodes Karpenter does not manage. */
export function nodeGroup(instance: Instance): TfString {
  const spec = blockObject(instance);
  const name = knownText(tfValueAt(spec, 'node_group_name') ?? unknown(spec.at)) ?? instance.block.labels[1] ?? '';

  return groupText({
    name,
    at: instance.block.head,
    instanceTypes: spec.entries.get('instance_types'),
    count: sizeOf(tfValueAt(spec, 'scaling_config', 0)),
    ignoresCount: ignoredNames(instance.block).includes('scaling_config'),
    // With `ignore_changes = all`, the block already has what it had before.
    scaling:
      ignoresWhole(instance.block, 'scaling_config') && !ignoresAll(instance.block)
        ? undefined
        : boundsOf(tfValueAt(spec, 'scaling_config', 0), instance.block.head),
    subnets: spec.entries.get('subnet_ids'),
    labels: spec.entries.get('labels'),
    taints: listed(tfValueAt(spec, 'taint')),
    cluster: spec.entries.get('cluster_name'),
    role: spec.entries.get('node_role_arn'),
    capacityType: spec.entries.get('capacity_type'),
    amiType: spec.entries.get('ami_type'),
    diskSize: spec.entries.get('disk_size'),
    launchTemplate: launchTemplateOf(instance, tfValueAt(spec, 'launch_template', 0)),
    version: spec.entries.get('version'),
  });
}

/** The version of a launch template as Terraform knows it: the newest one, or the default one. */
const templateVersion = /^\$?\{?aws_launch_template\.([\w-]+)\.(latest|default)_version\}?$/;

/** Arguments of a launch template that are no part of its versions. */
const unversionedArguments = new Set(['name', 'name_prefix', 'tags', 'tags_all', 'update_default_version']);

/**
 * The launch template of a group, with what a new version of it would have. Terraform gives each changed template a new version, and the group the
 * version that it names. `$Latest` and a number change nothing in the group when the template changes.
 */
function launchTemplateOf({ scope }: Instance, written: TfValue | undefined): TfObject | undefined {
  const version = tfValueAt(written, 'version');
  if (written?.kind !== 'object' || version === undefined) return undefined;

  const reference = version.kind === 'unknown' ? version.name : interpolatedText(version);
  const [, name, kind] = templateVersion.exec(reference ?? '') ?? [];
  const block = name === undefined ? undefined : scope.resource?.('aws_launch_template', name);
  if (block === undefined) return objectOf([['version', { value: version }]], written.at);

  const template = blockObject({ block, scope, address: `aws_launch_template.${name}` });
  const key = templateKey(kind, template.entries.get('update_default_version')?.value);
  if (key === undefined) return objectOf([['version', { value: version }]], written.at);

  const content = [...template.entries].filter(([argument]) => !unversionedArguments.has(argument));
  return objectOf(
    [
      ['version', { value: version }],
      [key, { value: objectOf(content, template.at) }],
    ],
    written.at,
  );
}

/**
 * Under which name a group has the content of its launch template: as what it certainly gets with each new version, or as what it gets if Terraform
 * makes that version the default one. Undefined if it gets none.
 */
function templateKey(kind: string | undefined, updates: TfValue | undefined): string | undefined {
  if (kind !== 'default' || (updates && isBoolean(updates, 'true'))) return 'template';
  if (updates !== undefined && interpolatedText(updates) === undefined && !isNull(updates)) return 'perhapsTemplate';
  return undefined;
}

const isNull = (value: TfValue): boolean => value.kind === 'scalar' && value.value === null;

const isBoolean = (value: TfValue | undefined, text: 'true' | 'false'): boolean =>
  value !== undefined && interpolatedText(value) === text;

/** The groups that the EKS module creates from its input `eks_managed_node_groups`. */
export function moduleNodeGroups(instance: Instance): { readonly name: string; readonly text: TfString }[] {
  const inputs = blockObject(instance);
  const groups = tfValueAt(inputs, 'eks_managed_node_groups');
  const defaults = tfValueAt(inputs, 'eks_managed_node_group_defaults');

  if (groups?.kind !== 'object') return [];

  return [...groups.entries].flatMap(([key, { value, key: place }]) => {
    if (value.kind !== 'object') return [];
    const all = defaults?.kind === 'object' ? objectOf([...defaults.entries, ...value.entries], value.at) : value;
    const name = knownText(tfValueAt(all, 'name') ?? unknown(value.at)) ?? key;
    const cluster = inputs.entries.get('cluster_name') ?? inputs.entries.get('name');
    const subnets = all.entries.get('subnet_ids') ?? inputs.entries.get('subnet_ids');
    const at = place?.at ?? value.at;
    const ofModule = {
      cluster,
      subnets,
      tags: inputs.entries.get('tags'),
      version: versionIn(all) ?? versionIn(inputs),
      call: inputs,
    };
    return [{ name: key, text: moduleGroup(all, { name, at, ...ofModule }) }];
  });
}

/** The group that the module `eks-managed-node-group` creates, which is also a part of the EKS module. */
export function moduleNodeGroup(instance: Instance): TfString {
  const inputs = blockObject(instance);
  const at = instance.block.head;
  const name = knownText(tfValueAt(inputs, 'name') ?? unknown(at)) ?? instance.block.labels[0] ?? '';

  return moduleGroup(inputs, {
    name,
    at,
    cluster: inputs.entries.get('cluster_name'),
    subnets: inputs.entries.get('subnet_ids'),
    tags: inputs.entries.get('tags'),
    version: versionIn(inputs),
    call: inputs,
  });
}

/** The Kubernetes version among some inputs, which the module has under another name since version 21. */
const versionIn = ({ entries }: TfObject): TfEntry | undefined =>
  entries.get('kubernetes_version') ?? entries.get('cluster_version');

interface ModuleGroup extends Pick<Group, 'name' | 'at' | 'cluster' | 'subnets' | 'version'> {
  /** The tags of everything that the module creates. */
  readonly tags: TfEntry | undefined;
  /** The arguments of the call of the module. */
  readonly call: TfObject;
}

/** The type of image of a group that names none: version 21 of the module has one by default. A group with an image of its own has none. */
function defaultImage(group: TfObject, call: TfObject): TfEntry | undefined {
  if (group.entries.has('ami_id')) return undefined;
  const [source, version] = ['source', 'version'].map((name) => knownText(tfValueAt(call, name)));
  const type = defaultOfArgument('module', { source, version }, 'eks_managed_node_groups.ami_type');
  if (type === undefined || type === 'null') return undefined;
  return { value: madeText(type, group.at) };
}

const moduleGroup = (group: TfObject, { name, at, cluster, subnets, tags, version, call }: ModuleGroup): TfString =>
  groupText({
    name,
    at,
    cluster,
    subnets,
    // Source: terraform-aws-modules/eks, modules/eks-managed-node-group/main.tf, `ignore_changes`.
    ignoresCount: true,
    instanceTypes: group.entries.get('instance_types'),
    // The default of the module is one node.
    count: sizeOf(group) ?? { value: scalar(1, at) },
    labels: group.entries.get('labels'),
    taints: listed(tfValueAt(group, 'taints')),
    capacityType: group.entries.get('capacity_type'),
    amiType: group.entries.get('ami_type') ?? defaultImage(group, call),
    diskSize: writesDisk(group) ? group.entries.get('disk_size') : undefined,
    launchTemplate: moduleTemplate(group, tags),
    // The images of a group with its own AMI do not follow the cluster. Source: modules/eks-managed-node-group/main.tf, `version`.
    version: group.entries.has('ami_id') ? undefined : version,
  });

/**
 * Inputs from which the module makes the launch template of a group. It makes the newest version the default one, which the group has.
 * Source: terraform-aws-modules/eks, modules/eks-managed-node-group/main.tf.
 */
const templateInputs =
  /^(?:ami_id|block_device_mappings|bootstrap_extra_args|capacity_reservation_specification|cloudinit_(?:pre|post)_nodeadm|cpu_options|credit_specification|ebs_optimized|efa_indices|enable_bootstrap_user_data|enable_efa_(?:only|support)|enable_monitoring|enclave_options|instance_market_options|kernel_id|key_name|launch_template_version|license_specifications|maintenance_options|metadata_options|network_interfaces|placement|(?:pre|post)_bootstrap_user_data|private_dns_name_options|ram_disk_id|user_data_template_path|vpc_security_group_ids|remote_access)$/;

/** What the module puts into the launch template of a group; undefined if the group has none, or one from elsewhere. */
function moduleTemplate(group: TfObject, tags: TfEntry | undefined): TfObject | undefined {
  const isMadeByModule = [
    'use_custom_launch_template',
    'create_launch_template',
    'update_launch_template_default_version',
  ].every((input) => !isBoolean(tfValueAt(group, input), 'false'));
  const isPinned = tfValueAt(group, 'launch_template_version') !== undefined;
  const content = [...group.entries].filter(
    ([input]) => templateInputs.test(input) && (!isPinned || input === 'launch_template_version'),
  );
  const tagged = isPinned ? [] : tagsOfInstances(group, tags);
  if (!isMadeByModule || content.length + tagged.length === 0) return undefined;

  return objectOf([['template', { value: objectOf([...content, ...tagged], group.at) }]], group.at);
}

/**
 * Tags that the module writes into the launch template, so that EKS gives them to instances and volumes: those of all resources, of the group and of
 * the template. Source: terraform-aws-modules/eks, modules/eks-managed-node-group/main.tf, `tag_specifications`.
 */
function tagsOfInstances(group: TfObject, all: TfEntry | undefined): (readonly [string, TfEntry])[] {
  const specifications = tfValueAt(group, 'tag_specifications');
  if (specifications?.kind === 'list' && specifications.items.length === 0) return [];

  const written = [all, group.entries.get('tags'), group.entries.get('launch_template_tags')].flatMap(
    (entry) => entry ?? [],
  );
  const entries = written.flatMap(({ value }) => {
    if (value.kind === 'object') return [...value.entries];
    return [];
  });
  const unread = written.find(({ value }) => value.kind !== 'object');
  if (unread !== undefined) return [['tags', unread]];
  if (entries.length === 0) return [];
  const isPartial = written.some(({ value }) => value.kind === 'object' && value.isPartial === true);
  return [['tags', { value: objectOf(entries, group.at, isPartial) }]];
}

/** Whether the module gives the size of the disk to the group. By default it has a launch template, which takes none. */
const writesDisk = (group: TfObject): boolean => knownText(tfValueAt(group, 'use_custom_launch_template')) === 'false';

interface Group {
  readonly name: string;
  readonly at: Span;
  readonly instanceTypes: TfEntry | undefined;
  readonly count: TfEntry | undefined;
  /** Whether Terraform leaves the number of nodes to something else once the group exists. */
  readonly ignoresCount: boolean;
  /** The least and the most nodes, unless Terraform ignores both. */
  readonly scaling?: TfObject | undefined;
  readonly labels: TfEntry | undefined;
  readonly taints: TfValue | undefined;
  /** The name of its cluster. */
  readonly cluster: TfEntry | undefined;
  /** The ARN of the role of its nodes, if it does not create its own. */
  readonly role?: TfEntry | undefined;
  /** `ON_DEMAND` unless it is set. */
  readonly capacityType: TfEntry | undefined;
  readonly amiType: TfEntry | undefined;
  /** The ids of its subnets, a set. */
  readonly subnets: TfEntry | undefined;
  readonly diskSize: TfEntry | undefined;
  /** The version of its launch template, and what is in it. */
  readonly launchTemplate?: TfObject | undefined;
  /** The Kubernetes version of its nodes. Without it, EKS leaves the nodes as they are when the cluster gets another one. */
  readonly version: TfEntry | undefined;
}

/** The desired size, or else the minimum size. */
const sizeOf = (value: TfValue | undefined): TfEntry | undefined => {
  if (value?.kind === 'object') return value.entries.get('desired_size') ?? value.entries.get('min_size');
  return undefined;
};

/** The sizes between which a group scales. */
function boundsOf(value: TfValue | undefined, at: Span): TfObject | undefined {
  if (value?.kind !== 'object') return undefined;
  const bounds = [...value.entries].filter(([key]) => key === 'min_size' || key === 'max_size');
  if (bounds.length === 0) return undefined;
  return objectOf(bounds, at);
}

/** In some versions of the module taints are a list, in others a map. */
const listed = (value: TfValue | undefined): TfValue | undefined => {
  if (value?.kind === 'object')
    return { kind: 'list', items: [...value.entries.values()].map((entry) => entry.value), at: value.at };

  return value;
};

function groupText(group: Group): TfString {
  const {
    name,
    at,
    instanceTypes,
    count,
    labels,
    taints,
    cluster,
    role,
    subnets,
    ignoresCount,
    scaling,
    capacityType,
    amiType,
    diskSize,
    launchTemplate,
    version,
  } = group;

  const types = instanceTypes?.value;
  const first = types?.kind === 'list' ? types.items[0] : types;

  const entries: (readonly [string, TfEntry])[] = [
    ['instanceType', { value: first ?? madeText(defaultInstanceType, at) }],
    ...(types?.kind === 'list' && types.items.length > 1 ? [['instanceTypes', { value: types }] as const] : []),
    ['count', count ?? { value: unknown(at) }],
    ['capacityType', capacityType ?? { value: madeText('ON_DEMAND', at) }],
    ...(amiType ? [['amiType', amiType] as const] : []),
    ...(diskSize ? [['diskSize', diskSize] as const] : []),
    ...(version ? [['version', version] as const] : []),
    ...(launchTemplate ? [['launchTemplate', { value: launchTemplate }] as const] : []),
    ...(labels ? [['labels', labels] as const] : []),
    ...(taints ? [['taints', { value: taints }] as const] : []),
    ...(cluster ? [['clusterName', cluster] as const] : []),
    ...(role ? [['nodeRole', role] as const] : []),
    ...(scaling ? [['scaling', { value: scaling }] as const] : []),
    ...(ignoresCount ? [['ignoresCount', { value: scalar(true, at) }] as const] : []),
    ...(subnets ? [['subnetIds', { value: sorted(subnets.value) }] as const] : []),
  ];

  return encodeYaml(terraformObject('ManagedNodeGroup', { name, at, spec: objectOf(entries, at) }));
}

/** A set as a list that has the same order on both sides of a change. */
function sorted(value: TfValue): TfValue {
  if (value.kind !== 'list') return value;
  const items = value.items.toSorted((a, b) => compareNames(textOfItem(a), textOfItem(b)));
  return { ...value, items };
}

const textOfItem = (item: TfValue): string => {
  if (item.kind === 'string') return textOf(item);
  return '';
};
