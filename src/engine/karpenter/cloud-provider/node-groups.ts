import type { Effect, FieldChange } from '../../manifest/change.ts';
import { asMapping, asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { compareMinors } from '../api/versions.ts';

/** Whether an object is a node group of the cloud in Terraform. */
export const isNodeGroup = ({ kind }: Pick<Manifest, 'kind'>): boolean => kind === 'ManagedNodeGroup';

/**
 * The effect of a node group that Terraform no longer creates. `siblings` are the objects of its cluster after the change. EKS drains the nodes
 * of a group that is deleted, and honors PodDisruptionBudgets for 15 minutes.
 * https://docs.aws.amazon.com/eks/latest/userguide/delete-managed-node-group.html
 */
export function removedGroup(group: Manifest, siblings: readonly Manifest[]): [Effect, string] {
  if (siblings.some((other) => mayHaveGroup(other, group)))
    return ['unknown', 'whether it is removed is unknown, because the groups of its module are no longer known'];
  if (group.get(['spec', 'count']) === 0 && group.get(['spec', 'ignoresCount']) !== true)
    return ['none', 'removed; it has no nodes'];
  return ['delete', 'removed; Terraform deletes the group with all of its nodes'];
}

/** Whether a call of a module creates groups that nobody knows, in the root of a group. */
function mayHaveGroup({ kind, source, object }: Manifest, group: Manifest): boolean {
  if (kind !== 'module' || source.origin?.root !== group.source.origin?.root) return false;
  const [address = '', isInModule] = group.source.file.split('.eks_managed_node_group');
  const groups = asMapping(object.spec)?.eks_managed_node_groups;
  return isInModule !== undefined && source.file === address && groups !== undefined && !isReadable(groups);
}

/** Whether every group of a call is known by its name and its arguments. */
const isReadable = (groups: Value): boolean =>
  asMapping(groups) !== undefined &&
  Object.entries(asMapping(groups)!).every(([key, group]) => !holdsPlaceholder(key) && asMapping(group) !== undefined);

/**
 * The arguments with which Terraform replaces a group and all of its nodes.
 * Source: terraform-provider-aws internal/service/eks/node_group.go, arguments with ForceNew.
 */
export const replacingPath =
  /^spec\.(?:instanceTypes?|amiType|diskSize|capacityType|clusterName|nodeRole|subnetIds)(?:\.|$)/;

/**
 * The size in GiB of the disk of a node without Windows, if nobody writes one.
 * https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html
 */
const defaultDisk = 20;

/** Whether a group only names the disk that it has by default, or no longer names it. Terraform computes an argument that is not set. */
export function isDefaultDisk(group: Manifest, field: string, values: readonly (Value | undefined)[]): boolean {
  const isWindows = /^(?:WINDOWS|\$\{)/.test(String(group.get(['spec', 'amiType']) ?? ''));
  if (field !== 'spec.diskSize' || isWindows) return false;
  return values.every((value) => value === undefined || Number(value) === defaultDisk);
}

/**
 * The number of nodes that a group has after a change. `earlier` are the objects before it. If Terraform ignores the
 * number (`ignore_changes`), a group that exists keeps its nodes, whatever the files ask for.
 */
export function countAfter(group: Manifest, earlier: readonly Manifest[]): Value | undefined {
  const count = group.get(['spec', 'count']);
  if (group.get(['spec', 'ignoresCount']) !== true) return count;

  const before = earlier.find(
    (other) => isNodeGroup(other) && other.name === group.name && other.source.file === group.source.file,
  );
  if (before === undefined || isReplacedGroup(before, group)) return count;

  return before.get(['spec', 'count']);
}

/** Whether Terraform replaces a group with all of its nodes. */
export function isReplacedGroup(before: Manifest, after: Manifest): boolean {
  const [specBefore, specAfter] = [before, after].map((group) => asMapping(group.get(['spec'])) ?? {});
  const names = new Set([...Object.keys(specBefore!), ...Object.keys(specAfter!)]);
  return [...names].some((name) => {
    const [valueBefore, valueAfter] = [specBefore![name], specAfter![name]];
    const isUnnamed = computedPath.test(`spec.${name}`) && (valueBefore === undefined || valueAfter === undefined);
    return (
      !isUnnamed && replacingPath.test(`spec.${name}`) && JSON.stringify(valueBefore) !== JSON.stringify(valueAfter)
    );
  });
}

/** What a number of nodes does that Terraform ignores. */
export const ignoredCount = 'is ignored by Terraform once the group exists (`ignore_changes`): running nodes stay';

/** What another number of nodes does to a group; undefined if nodes only come, or if Terraform leaves their number to something else. */
export function otherCount(
  group: Manifest,
  [before, after]: readonly [Value | undefined, Value | undefined],
): { readonly effect: Effect; readonly reason: string } | undefined {
  if (!isCount(before) || !isCount(after)) return undefined;
  if (group.get(['spec', 'ignoresCount']) === true) return { effect: 'none', reason: ignoredCount };
  if (typeof before !== 'number' || typeof after !== 'number') {
    if (before === 0) return undefined;
    return { effect: 'unknown', reason: 'is unknown on a side, so EKS may remove nodes of the group' };
  }
  if (after >= before) return undefined;

  const which = after === 0 ? 'all nodes' : 'nodes';

  return {
    effect: 'delete',
    reason: `lets EKS remove ${which} of the group, and evict the pods on them`,
  };
}

const isCount = (value: Value | undefined): boolean => typeof value === 'number' || hasPlaceholder(value);

/** Arguments that AWS requires. If no file names one, a module or a variable gives it. */
const requiredPath = /^spec\.(?:clusterName|nodeRole|subnetIds)$/;
/** The same, and the type of image, which EKS chooses if nobody names one. */
const computedPath = /^spec\.(?:clusterName|nodeRole|subnetIds|amiType)$/;

/** The images that EKS chooses for new groups. Since this minor, it has no older ones that a group could have kept. */
const chosenImages = { amiType: 'AL2023_x86_64_STANDARD', since: '1.33' } as const;

/**
 * Whether a group only names the type of image that EKS chose for it. A group without a type that has this version cannot have AL2.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html.
 */
export function isChosenImage(
  groups: readonly Manifest[],
  field: string,
  values: readonly (Value | undefined)[],
): boolean {
  const isNew = groups.every((group) => {
    const version = asText(group.get(['spec', 'version']));
    return version !== undefined && compareMinors(version, chosenImages.since) >= 0;
  });
  return (
    field === 'spec.amiType' && isNew && values.every((value) => value === undefined || value === chosenImages.amiType)
  );
}

/**
 * An argument that is named on one side only, although the group has it on both. A group that names no Kubernetes version keeps the one that it has.
 * Source: terraform-provider-aws internal/service/eks/node_group.go, `version`, which is optional and computed.
 */
function namedOnOneSide(field: FieldChange): FieldChange {
  if (field.before !== undefined && field.after !== undefined) return field;
  const path = field.path.join('.');
  if (requiredPath.test(path))
    return {
      ...field,
      effect: 'unknown',
      reason: 'is named on one side only: Terraform replaces the group and all of its nodes if it is another one',
    };
  if (path === 'spec.amiType' && field.after === undefined)
    return { ...field, effect: 'none', reason: 'is no longer named, so the group keeps its type of image' };
  if (path === 'spec.amiType')
    return {
      ...field,
      effect: 'unknown',
      reason: 'is named now: Terraform replaces the group and all of its nodes if EKS chose another one for it',
    };
  if (path !== 'spec.version') return field;

  if (field.after === undefined)
    return { ...field, effect: 'none', reason: 'is no longer named, so the group keeps its version' };
  return {
    ...field,
    effect: 'unknown',
    reason: 'is named now: EKS replaces all nodes of the group if it has another one',
  };
}

/** The sizes between which a group scales, if one of them is unknown. */
function unknownBounds(field: FieldChange): FieldChange {
  if (field.path[1] !== 'scaling' || !holdsPlaceholder([field.before ?? null, field.after ?? null])) return field;
  return { ...field, effect: 'unknown', reason: 'is unknown on a side, so EKS may refuse it' };
}

/** Tags of nodes that a variable decides about, and nothing here says its value: they may be none, or the same as before. */
function unknownTags(field: FieldChange): FieldChange {
  const [, first, ...rest] = field.path;
  if (field.effect !== 'all-nodes' || first !== 'launchTemplate') return field;

  const sides = [field.before, field.after].filter((value) => value !== undefined);
  const tags = sides.map((value) => onlyValueAt(value, ['template', 'tags'].slice(rest.length)));
  if (tags.includes(undefined) || !tags.some((value) => typeof value === 'string' && hasPlaceholder(value)))
    return field;
  if (rest.some((step, i) => step !== ['template', 'tags'][i])) return field;
  return {
    ...field,
    effect: 'unknown',
    reason: 'is unknown on a side: EKS replaces all nodes of the group if tags differ',
  };
}

/** The value at the end of a path, if there is nothing next to it; undefined otherwise. */
function onlyValueAt(value: Value, path: readonly string[]): Value | undefined {
  const [step, ...others] = path;
  if (step === undefined) return value;
  const mapping = asMapping(value);
  const inner = mapping?.[step];
  if (mapping === undefined || inner === undefined || Object.keys(mapping).length > 1) return undefined;
  return onlyValueAt(inner, others);
}

/**
 * The fields of a group with what its number of nodes does. A group that Terraform replaces gets the new number, even if Terraform ignores the
 * number of one that exists. Source: OpenTofu internal/tofu/node_resource_abstract_instance.go, which plans a replacement without ignore_changes.
 */
export const withOwnCount = (changed: readonly FieldChange[]): FieldChange[] => {
  const fields = changed.map((field) => unknownTags(unknownBounds(namedOnOneSide(field))));

  // Another version of the launch template or of Kubernetes replaces nodes, and not the group.
  if (
    fields.some(({ effect, path }) => effect === 'all-nodes' && path[1] !== 'launchTemplate' && path[1] !== 'version')
  )
    return fields.map((field) => {
      if (field.path.join('.') === 'spec.count' && field.effect === 'none')
        return { ...field, reason: 'takes effect, because Terraform replaces the group' };

      return field;
    });

  return fields;
};
