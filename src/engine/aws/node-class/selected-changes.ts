import { mayBeSameText } from '../../changes/diff/placeholders/placeholder-texts.ts';
import type { ClassInCluster, MissingSelection, ObjectsOfHead } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { referenceAt } from '../../karpenter/installation/helm-releases.ts';
import type { FieldChange } from '../../manifest/change.ts';
import { asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { withoutKeys } from '../../manifest/terraform/syntax/addresses.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { closed, isClosed, seenIn } from '../../text/evidence.ts';
import { listIf } from '../../text/list-if.ts';
import { isCluster, isSwitchedOff } from '../fields/cluster-evidence.ts';
import { roleReferredTo } from '../fields/created-roles.ts';
import { type NetworkResource, networkOf, newCreators } from '../fields/network-resources.ts';
import { selectedAmong, unmatchedTag } from '../fields/selected-resources.ts';
import { type Selected, selectorTermsOf } from '../fields/selector-fields.ts';
import { changedImages } from './found-images.ts';

/**
 * The effect of images, subnets and security groups that a class selects on one side only: because tags come or go,
 * because Terraform creates or deletes resources, or because of other terms. Only what is certain. Source: provider-aws
 * pkg/cloudprovider/drift.go isSubnetDrifted, areSecurityGroupsDrifted.
 */
export function selectedChanges(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  // Where Terraform no longer creates a cluster, its nodes go with it, whatever else goes.
  if (hasCluster(before) && !hasCluster(after)) return [];

  return [
    ...changedSubnets(before, after),
    ...changedGroups(before, after),
    ...changedRoles(before, after),
    ...changedImages(before, after),
  ];
}

/**
 * What the changed terms of a class select none of: without subnets or security groups in its status, the check for drift fails, and the class is not
 * ready. Undefined if the files show something, or if the class selected nothing of them before.
 * Source: provider-aws pkg/cloudprovider/drift.go.
 */
export function missingSelection(
  before: ClassInCluster,
  after: ClassInCluster,
  head: ObjectsOfHead,
): MissingSelection | undefined {
  const missing = (['subnet', 'securityGroup'] as const).flatMap((selected): readonly MissingSelection[] => {
    const [old, now] = [before, after].map(({ nodeClass }) => selectorTermsOf(nodeClass, selected));
    const isSame = JSON.stringify(old!.map(({ tags }) => tags)) === JSON.stringify(now!.map(({ tags }) => tags));
    if (isSame || selectedBy(selected, before).length === 0) return [];

    const noun = nounOf(selected);
    const chosen = selectedAmong(after.nodeClass, selected, networkOf(after.cluster, selected));
    if (isClosed(chosen)) return listIf(chosen.all.length === 0, { noun, isCertain: true });
    const isUnmatched = unmatchedTag({ selected, terms: now! }, before, head) !== undefined;
    return listIf(isUnmatched, { noun, isCertain: false });
  });

  return missing.find(({ isCertain }) => isCertain) ?? missing[0];
}

const nounOf = (selected: Selected): string => (selected === 'subnet' ? 'subnet' : 'security group');

/** Whether the files create the cluster that a class belongs to. */
const hasCluster = ({ cluster }: ClassInCluster): boolean =>
  cluster.manifests.some((manifest) => isCluster(manifest) && !isSwitchedOff(manifest));

/**
 * The role or instance profile that a reference names, if Terraform gives it another name: it creates a new one, because the name of a role cannot
 * be changed, and the name is part of the drift hash.
 */
function changedRoles(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  return ['role', 'instanceProfile'].flatMap((field): FieldChange[] => {
    const path = ['spec', field];
    const reference = referenceAt(before.nodeClass, path);
    if (reference === undefined || reference !== referenceAt(after.nodeClass, path)) return [];

    const [oldRole, newRole] = [before, after].map(({ nodeClass, cluster }) =>
      roleReferredTo(reference, nodeClass.source.origin?.root, cluster),
    );
    if (
      oldRole?.written === undefined ||
      newRole?.written === undefined ||
      mayBeSameName(oldRole.written, newRole.written)
    )
      return [];

    return [
      {
        path,
        before: oldRole.written,
        after: newRole.written,
        effect: 'all-nodes',
        cause: 'hash',
        reason: `comes from \`${reference}\`, and is part of the drift hash: all nodes drift and must be replaced`,
      },
    ];
  });
}

/** What Terraform adds to a prefix changes only if the prefix does. */
const mayBeSameName = (oldName: string, newName: string): boolean =>
  oldName === newName || mayBeSameText(oldName, newName);

/**
 * What happens if the files show nothing that a class selects: without subnets or security groups in its status, the check for drift fails, and the
 * class is not ready. Nodes drift only if something else has the tags. Undefined if the files show something.
 * Source: provider-aws pkg/cloudprovider/drift.go.
 */
function withoutSelection(
  selected: Selected,
  state: ClassInCluster,
): Pick<FieldChange, 'after' | 'effect' | 'reason'> | undefined {
  if (selectedBy(selected, state).length > 0) return undefined;

  const noun = nounOf(selected);
  const isNone = isClosed(selectedAmong(state.nodeClass, selected, networkOf(state.cluster, selected)));
  const stays = 'running nodes stay, and Karpenter launches none';
  if (isNone) return { after: 'none', effect: 'none', reason: `is what the terms select: no ${noun}, so ${stays}` };

  return {
    after: 'unknown',
    effect: 'unknown',
    reason: `is what the terms select: these files have no such ${noun}. Without any, ${stays}. With another, nodes drift`,
  };
}

function changedSubnets(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  const lost = shownSubnets(lostResources('subnet', before, after));
  const cut = selectedBy('subnet', before).flatMap((old) => {
    const now = counterpart(old, 'subnet', after);
    if (now && isSelected(now, 'subnet', after) === true) return lostParts(old, now);
    return [];
  });

  const names = [...lost, ...cut];
  if (names.length === 0) return gainedSubnets(before, after);

  const field = { path: ['status', 'subnets'], before: names.join(', '), cause: 'subnets' } as const;
  const empty = withoutSelection('subnet', after);
  if (empty !== undefined) return [{ ...field, ...empty }];

  return [
    {
      ...field,
      after: 'no longer selected',
      effect: 'some-nodes',
      reason: `the terms no longer select ${names.join(', ')}: nodes there drift and must be replaced in other subnets`,
    },
  ];
}

/** `aws_subnet.a` (eu-west-1a): the subnets whose address is known. */
const shownSubnets = (subnets: readonly NetworkResource[]): string[] =>
  subnets.flatMap((subnet) => {
    if (addressOf(subnet) === undefined) return [];
    return [`\`${addressOf(subnet)}\`${inZones(subnet.zones)}`];
  });

/** Subnets that a class begins to select. Nodes stay where they are. */
function gainedSubnets(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  const added = shownSubnets(
    // Of an unknown number of subnets, nobody knows which ones are new.
    lostResources('subnet', after, before).filter((resource) => addressOf(resource)?.includes('…') === false),
  );
  const parts = selectedBy('subnet', after).flatMap((now) => {
    const old = counterpart(now, 'subnet', before);
    if (old && isSelected(old, 'subnet', before) === true) return addedParts(old, now);
    return [];
  });

  const names = [...added, ...parts];
  if (names.length === 0) return [];

  return [
    {
      path: ['status', 'subnets'],
      before: 'not selected',
      after: names.join(', '),
      cause: 'subnets',
      effect: 'none',
      reason: 'is also what the terms select: running nodes stay, and new nodes may be launched there, too',
    },
  ];
}

function changedGroups(before: ClassInCluster, after: ClassInCluster): FieldChange[] {
  const lost = lostResources('securityGroup', before, after).flatMap((resource) => addressOf(resource) ?? []);
  const gained = lostResources('securityGroup', after, before).flatMap((resource) => addressOf(resource) ?? []);
  if (lost.length + gained.length === 0) return [];

  const field = {
    path: ['status', 'securityGroups'],
    before: selectedNames(before),
    cause: 'security-groups',
  } as const;
  const empty = withoutSelection('securityGroup', after);
  if (empty !== undefined) return [{ ...field, ...empty }];

  return [
    {
      ...field,
      after: selectedNames(after),
      effect: 'all-nodes',
      reason: 'is what the terms select: the set differs, so all nodes drift and must be replaced',
    },
  ];
}

/**
 * The subnets that a class selects and that Terraform destroys, as resources of their own. Those of the VPC module, and resources with another range,
 * have findings of their own. `isKept` says whether something keeps what a file of base has, such as a `removed` block.
 */
export function destroyedSubnets(
  before: ClassInCluster,
  after: ClassInCluster,
  isKept: (file: string) => boolean,
): readonly string[] {
  const gone = lostResources('subnet', before, after).filter(
    (old) => counterpart(old, 'subnet', after) === undefined && !isKept(old.manifest.source.file),
  );
  return [...new Set(shownSubnets(gone))];
}

/** The security groups that a class selects, by their addresses. */
function selectedNames({ nodeClass, cluster }: ClassInCluster): string {
  const selected = selectedAmong(nodeClass, 'securityGroup', networkOf(cluster, 'securityGroup'));
  const names = seenIn(selected).flatMap((group) => addressOf(group) ?? []);

  return [...new Set(names)].join(', ') || 'others';
}

/** What a class selects for certain in one state of its cluster, and certainly not in another. */
function lostResources(selected: Selected, before: ClassInCluster, after: ClassInCluster): NetworkResource[] {
  const others = selectedBy(selected, after);

  return selectedBy(selected, before).filter((old) => {
    const now = counterpart(old, selected, after);
    if (now) return isSelected(withoutRemoved(now, old), selected, after) === false;
    if (mayHaveUnknownKey(old, selected, after) || newCreators(before.cluster, after.cluster, selected).length > 0)
      return false;

    // It may be the same under another address, or belong to a root that is gone, which deletes nothing.
    return hasRoot(old, after) && !others.some((resource) => isSameSpec(resource, old));
  });
}

const selectedBy = (selected: Selected, { nodeClass, cluster }: ClassInCluster): readonly NetworkResource[] =>
  seenIn(selectedAmong(nodeClass, selected, networkOf(cluster, selected)));

/** The resource with the same address in another state of the cluster. */
const counterpart = (
  { manifest, tagsIn }: NetworkResource,
  selected: Selected,
  { cluster }: ClassInCluster,
): NetworkResource | undefined =>
  seenIn(networkOf(cluster, selected)).find(
    (resource) => resource.manifest.source.file === manifest.source.file && resource.tagsIn === tagsIn,
  );

/** Whether the block of a resource is still there with an unknown number of resources, or with unknown keys. */
const mayHaveUnknownKey = (
  { manifest: { source } }: NetworkResource,
  selected: Selected,
  { cluster }: ClassInCluster,
): boolean =>
  seenIn(networkOf(cluster, selected)).some(
    ({ manifest: { source: now } }) => now.file.includes('…') && withoutKeys(now.file) === withoutKeys(source.file),
  );

function isSelected(resource: NetworkResource, selected: Selected, { nodeClass }: ClassInCluster): boolean | undefined {
  const selection = selectedAmong(nodeClass, selected, closed([resource.asWritten ?? resource]));
  if (isClosed(selection)) return selection.all.length > 0;
  return undefined;
}

/** A resource without the tags that it had before, and that Terraform removes. AWS set other tags of this kind long ago, if at all. */
function withoutRemoved(now: NetworkResource, old: NetworkResource): NetworkResource {
  const written = now.asWritten ?? now;
  if (now.tool !== 'Terraform') return written;

  return {
    ...written,
    mayAlsoHave: (key) => {
      if (old.tags.has(key)) return written.mayBeGiven(key);
      return written.mayAlsoHave(key);
    },
  };
}

const hasRoot = ({ manifest }: NetworkResource, { cluster }: ClassInCluster): boolean =>
  cluster.manifests.some(({ source }) => source.origin?.root === manifest.source.origin?.root);

/** Whether two resources are the same apart from their address. Names of resources are part of neither. */
const isSameSpec = (a: NetworkResource, b: NetworkResource): boolean =>
  JSON.stringify(a.manifest.get(['spec'])) === JSON.stringify(b.manifest.get(['spec']));

/** The address in Terraform; undefined for what another tool creates. */
const addressOf = ({ manifest, tool }: NetworkResource): string | undefined => {
  if (tool === 'Terraform') return splitName(manifest.source.file)[1];
  return undefined;
};

const inZones = (zones: readonly string[] | undefined): string => {
  if (zones) return ` (${zones.join(', ')})`;
  return '';
};

/** Arguments of a subnet that cannot change in place. Source: terraform-provider-aws internal/service/ec2/vpc_subnet.go. */
const replacingArguments = ['cidr_block', 'availability_zone', 'availability_zone_id'];

/** A subnet that Terraform deletes and creates again, with its range and its zone before the change. */
function replacedSubnet(old: NetworkResource, now: NetworkResource): string[] {
  const [before, after] = [old, now].map(({ manifest }) =>
    replacingArguments.map((argument) => asText(manifest.get(['spec', argument])) ?? ''),
  ) as [string[], string[]];
  // An argument that is absent may be computed from another one.
  const isReplaced = before.some((value, i) => value !== '' && after[i] !== '' && isOther(value, after[i]));
  if (!isReplaced) return [];

  const range = hasPlaceholder(before[0]!) ? [] : [before[0]!];
  return [[`\`${addressOf(old)}\``, ...range].join(' ') + inZones(old.zones)];
}

/** The subnets of a module that the change deletes or replaces: those with another range, or without one. */
function lostParts(old: NetworkResource, now: NetworkResource): string[] {
  if (old.manifest.kind === 'aws_subnet') return replacedSubnet(old, now);
  const { before, after } = partsOn(old, now);
  const lost = before.filter((part, i) => isOther(part.range, after[i]?.range) || isOther(part.zone, after[i]?.zone));
  return lost.map((part) => nameOfPart(old, part));
}

/** The subnets that the change adds to a module, after those that it has. */
function addedParts(old: NetworkResource, now: NetworkResource): string[] {
  const { before, after } = partsOn(old, now);
  return after.slice(before.length).map((part) => nameOfPart(now, part));
}

/** The subnets of a module on both sides; none if those of a side are unknown. */
function partsOn(
  old: NetworkResource,
  now: NetworkResource,
): { readonly before: readonly Part[]; readonly after: readonly Part[] } {
  const family = familyOf(old);
  const [before, after] = [old, now].map(({ manifest }) => family && partsOf(manifest, `${family}s`)) as [Parts, Parts];
  if (before === undefined || after === undefined || addressOf(old) === undefined) return { before: [], after: [] };
  return { before, after };
}

/** The family of subnets of a module: `private_subnet`. */
const familyOf = ({ tagsIn }: NetworkResource): string | undefined => /^`(\w+_subnet)_tags`/.exec(tagsIn)?.[1];

const nameOfPart = (resource: NetworkResource, { range, zone }: Part): string =>
  [
    `\`${addressOf(resource)}\` ${familyOf(resource)?.replace('_', ' ')}`,
    hasPlaceholder(range) ? [] : range,
    zone ? `(${zone})` : [],
  ]
    .flat()
    .join(' ');

/** A subnet of a module: its range and its zone, perhaps with placeholders. */
interface Part {
  readonly range: string;
  readonly zone: string;
}

type Parts = readonly Part[] | undefined;

/** The subnets of a family in the order in which the module creates them; undefined if not even their number is known. */
function partsOf(manifest: Manifest, field: string): Parts {
  const [written, zones] = [field, 'azs'].map((name) => manifest.get(['spec', name]));
  if (!Array.isArray(written) || manifest.isPartial) return undefined;

  return written.map((range, i) => ({ range: asText(range) ?? '', zone: zoneAt(zones, i) }));
}

/** A zone of a list. The text of an unknown list is a placeholder. */
function zoneAt(zones: Value | undefined, index: number): string {
  if (Array.isArray(zones)) return asText(zones[index]) ?? '';
  return asText(zones) ?? '';
}

/** Whether a value is certainly another one than before, or gone. */
const isOther = (before: string, after: string | undefined): boolean =>
  after === undefined || (before !== after && !hasPlaceholder(before) && !hasPlaceholder(after));
