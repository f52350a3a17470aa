import { parse } from 'yaml';
import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { isIgnoredValue, unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { RuleContext } from '../../rules/lint/rule.ts';
import { type Collection, collection, isClosed, seenIn } from '../../text/evidence.ts';
import { addressIn, inputIs, moduleMajor, nodeInputs, otherIamCreators } from './created-roles.ts';
import { type NamedRole, roleAt, roleIn } from './named-roles.ts';
import { calledModule } from './terraform-modules.ts';

/** Something that lets the nodes of a role join a cluster. */
export interface Grant {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly role: NamedRole;
  /**
   * An entry for nodes, an entry that is not for nodes, or a node group. EKS adds the role of a node group itself, and removes it with the last
   * group that has the role.
   */
  readonly by: 'entry' | 'otherEntry' | 'nodeGroup';
  /** Whether it is an entry of `aws-auth`, which EKS does not read with the authentication mode `API`. */
  readonly isInAwsAuth: boolean;
  /** The access entry, if the files write one. */
  readonly entry?: Path;
}

/** An access entry that an object writes. */
export interface AccessEntryPlace {
  readonly entry: Path;
  /** Where it names the role. */
  readonly principal: Path;
}

/** The access entries that an object writes, with everything that EKS reads of them. */
export function accessEntriesIn(manifest: Manifest): AccessEntryPlace[] {
  const { kind, apiVersion } = manifest;
  if (kind === 'aws_eks_access_entry') return [entryOf(['spec'], 'principal_arn')];
  if (kind === 'AccessEntry' && groupOf(apiVersion) === 'eks.services.k8s.aws')
    return [entryOf(['spec'], 'principalARN')];

  if (kind === 'ClusterConfig' && groupOf(apiVersion) === 'eksctl.io') {
    const list = ['accessConfig', 'accessEntries'];
    return asList(manifest.get(list)).map((_, index) => entryOf([...list, index], 'principalARN'));
  }

  if (calledModule(manifest) !== 'eks') return [];

  const map = ['spec', 'access_entries'];
  return Object.keys(asMapping(manifest.get(map)) ?? {})
    .filter((key) => !hasPlaceholder(key))
    .map((key) => entryOf([...map, key], 'principal_arn'));
}

const entryOf = (entry: Path, field: string): AccessEntryPlace => ({ entry, principal: [...entry, field] });

const accessOfClusters = new WeakMap<ObjectCluster, Collection<Grant>>();

/** What lets roles join a cluster. Kept, because several node classes need it. */
export function nodeAccess(cluster: ObjectCluster): Collection<Grant> {
  const access = accessOfClusters.get(cluster) ?? accessIn(cluster);
  accessOfClusters.set(cluster, access);
  return access;
}

function accessIn(cluster: ObjectCluster): Collection<Grant> {
  const grants = grantsByObject(cluster).flatMap((object) => object.grants);
  return collection(
    grants.filter((grant) => grant !== unknownGrant),
    [...otherIamCreators(cluster), ...unknownGrants(cluster)],
  );
}

/** The objects of a cluster that let a role join which is unknown here. */
const unknownGrants = (cluster: ObjectCluster): string[] =>
  grantsByObject(cluster)
    .filter(({ grants }) => grants.includes(unknownGrant))
    .map(({ manifest: { kind, name } }) => `\`${kind}/${name}\` may let other roles join`);

interface ObjectGrants {
  readonly manifest: Manifest;
  readonly grants: readonly PossibleGrant[];
}

/** What each object of a cluster lets join. */
function grantsByObject(cluster: ObjectCluster): ObjectGrants[] {
  const readsAwsAuth = !usesOnlyEntries(cluster);
  const takesEntries = !refusesEntries(cluster);
  return cluster.manifests.map((manifest) => ({
    manifest,
    grants: grantsIn({ manifest, cluster, readsAwsAuth, takesEntries }),
  }));
}

/** Whether a role can join a cluster; undefined if that is unknown. */
export function canJoin(role: NamedRole, access: Collection<Grant>): boolean | undefined {
  const { names, addresses, unnamed, unaddressed } = indexOf(seenIn(access));
  const { name, address } = role;
  if (name !== undefined && names.has(name)) return true;
  if (address !== undefined && (name === undefined ? addresses : unnamed).has(address)) return true;
  const isIncomparable = name === undefined ? unaddressed : address === undefined && unnamed.size > 0;
  if (isIncomparable || !isClosed(access)) return undefined;
  return false;
}

/** Grants by what is known about their roles, so that many node classes can ask. */
interface GrantIndex {
  readonly names: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
  /** The addresses of roles whose names are unknown. */
  readonly unnamed: ReadonlySet<string>;
  /** Whether only the name is known of some role. */
  readonly unaddressed: boolean;
}

const indexes = new WeakMap<readonly Grant[], GrantIndex>();

function indexOf(grants: readonly Grant[]): GrantIndex {
  const roles = grants.map(({ role }) => role);
  const index = indexes.get(grants) ?? {
    names: new Set(roles.flatMap(({ name }) => name ?? [])),
    addresses: new Set(roles.flatMap(({ address }) => address ?? [])),
    unnamed: new Set(
      roles.flatMap(({ name, address }) => {
        if (name === undefined) return address ?? [];
        return [];
      }),
    ),
    unaddressed: roles.some(({ address }) => address === undefined),
  };

  indexes.set(grants, index);

  return index;
}

/** The names of all roles that some file lets join a cluster, whichever it is. */
export function grantedNames({ all, clusterOf }: Pick<RuleContext, 'all' | 'clusterOf'>): Collection<string> {
  const cached = namesIn.get(all);
  if (cached) return cached;

  const clusters = [...new Set(all.manifests.map(clusterOf))];
  const names = collection(
    [...new Set(clusters.flatMap((cluster) => [...indexOf(seenIn(nodeAccess(cluster))).names]))],
    clusters.flatMap(unknownGrants),
  );

  namesIn.set(all, names);

  return names;
}

const namesIn = new WeakMap<ManifestSet, Collection<string>>();

/** A grant for a role that is unknown. */
const unknownGrant = 'unknown';
type PossibleGrant = Grant | typeof unknownGrant;

const grantsIn = (reading: Reading): PossibleGrant[] => [
  ...(reading.takesEntries ? accessEntriesIn(reading.manifest) : []).flatMap((entry) => grantOf(entry, reading)),
  ...otherGrantsIn(reading),
];

function otherGrantsIn(reading: Reading): PossibleGrant[] {
  const { manifest } = reading;
  const group = groupOf(manifest.apiVersion);

  switch (manifest.kind) {
    case 'ManagedNodeGroup':
      if (group === 'terraform') return groupAt(reading, ['spec', 'nodeRole']);
      return [];
    case 'ConfigMap':
      if (manifest.name === 'aws-auth') return mapRolesAt(reading, ['data', 'mapRoles']);
      return [];
    case 'kubernetes_config_map':
      return mapRolesOf(reading);
    case 'ClusterConfig':
      if (group === 'eksctl.io') return eksctlGrants(reading);
      return [];
    // kOps lets all nodes of its cluster join.
    case 'Cluster':
      if (group === 'kops.k8s.io') return [unknownGrant];
      return [];
    case 'module':
      return moduleGrants(reading);
    default:
      return [];
  }
}

interface Reading {
  readonly manifest: Manifest;
  readonly cluster: ObjectCluster;
  /** Whether EKS reads the ConfigMap `aws-auth` of the cluster. */
  readonly readsAwsAuth: boolean;
  /** Whether the cluster may have access entries. */
  readonly takesEntries: boolean;
}

/** Whether an access entry can be one for nodes. Without a type, it is for people. */
const isForNodes = (type: Value | undefined): boolean =>
  type !== undefined && type !== null && !['STANDARD', 'FARGATE_LINUX'].includes(asText(type) ?? '');

function grantOf({ entry, principal: path }: AccessEntryPlace, { manifest, cluster }: Reading): PossibleGrant[] {
  const role = roleAt(manifest, path, cluster);
  const isEntry = isForNodes(manifest.get([...entry, 'type']));
  if (role) return [{ manifest, path, role, by: isEntry ? 'entry' : 'otherEntry', isInAwsAuth: false, entry }];
  if (isEntry) return [unknownGrant];
  return [];
}

function groupAt({ manifest, cluster }: Reading, path: Path): PossibleGrant[] {
  if (manifest.get(path) === undefined) return [];
  const role = roleAt(manifest, path, cluster);
  return [role ? { manifest, path, role, by: 'nodeGroup', isInAwsAuth: false } : unknownGrant];
}

/** A longer text is not a list of roles. */
const maxLength = 1024 * 1024;

/** The entries of `mapRoles`, as a text or a list. Undefined if they cannot be read. */
export function mapRolesIn(value: Value | undefined): readonly Value[] | undefined {
  if (Array.isArray(value)) return value;

  const text = asText(value);
  // A whole value that is unknown can be any list. So can templates other than those that the entries themselves use.
  const isUnknown = /^\s*\$\{[^}]*\}\s*$|\{%|\{\{(?!\s*(?:EC2PrivateDNSName|SessionName|AccountID))/.test(text ?? '');
  if (text === undefined || text.length > maxLength || isUnknown) return undefined;

  try {
    const list: unknown = parse(text, { maxAliasCount: 10 });
    if (list === null) return [];
    if (Array.isArray(list)) return list as Value[];
    return undefined;
  } catch {
    return undefined;
  }
}

function mapRolesAt({ manifest, cluster, readsAwsAuth }: Reading, path: Path): PossibleGrant[] {
  if (!readsAwsAuth) return [];
  if (manifest.isPartial) return [unknownGrant];

  const value = manifest.get(path);
  if (value === undefined) return [];

  const entries = mapRolesIn(value);
  if (!entries) return [unknownGrant];

  return entries.flatMap((entry): PossibleGrant[] => {
    const { rolearn, username } = asMapping(entry) ?? {};
    const role = roleIn(asText(rolearn), { manifest, cluster });
    if (role) return [{ manifest, path, role, by: isNode(username) ? 'entry' : 'otherEntry', isInAwsAuth: true }];
    const isKnown = typeof username === 'string' && !hasPlaceholder(username);
    if (isKnown && !isNode(username)) return [];
    return [unknownGrant];
  });
}

const isNode = (username: Value | undefined): boolean =>
  typeof username === 'string' && username.startsWith('system:node:');

/** The `aws-auth` of a Terraform resource, unless Terraform ignores its content. */
function mapRolesOf(reading: Reading): PossibleGrant[] {
  const { manifest, readsAwsAuth } = reading;
  const data = manifest.get(['spec', 'data']);
  if (!readsAwsAuth || data === undefined || isIgnoredValue(data)) return [];
  if (asMapping(data)) return mapRolesAt(reading, ['spec', 'data', 'mapRoles']);
  return [unknownGrant];
}

function eksctlGrants(reading: Reading): PossibleGrant[] {
  const { manifest } = reading;
  const indexes = (...path: Path): Path[] => asList(manifest.get(path)).map((_, index) => [...path, index]);
  const name = asText(manifest.get(['metadata', 'name']));

  return [
    ...indexes('iamIdentityMappings').flatMap((entry) => identityMapping(reading, entry)),
    ...[...indexes('managedNodeGroups'), ...indexes('nodeGroups')].flatMap((group) =>
      ['instanceRoleARN', 'instanceRoleName', 'instanceProfileARN'].flatMap((field) =>
        groupAt(reading, [...group, 'iam', field]),
      ),
    ),
    // eksctl lets the role join that it creates for Karpenter.
    ...(manifest.get(['karpenter']) === undefined || name === undefined
      ? []
      : [grantTo({ name: `eksctl-KarpenterNodeRole-${name}` }, manifest, ['karpenter'])]),
  ];
}

/** An entry of `aws-auth` as eksctl writes it. */
function identityMapping({ manifest, cluster, readsAwsAuth }: Reading, entry: Path): PossibleGrant[] {
  if (!readsAwsAuth) return [];

  const path = [...entry, 'arn'];
  const role = roleAt(manifest, path, cluster);
  const by = isNode(manifest.get([...entry, 'username'])) ? 'entry' : 'otherEntry';

  return [role ? { manifest, path, role, by, isInAwsAuth: true } : unknownGrant];
}

const grantTo = (role: NamedRole, manifest: Manifest, path: Path): Grant => ({
  manifest,
  path,
  role,
  by: 'entry',
  isInAwsAuth: false,
});

function moduleGrants(reading: Reading): PossibleGrant[] {
  const called = calledModule(reading.manifest);
  if (called === 'karpenter') return karpenterGrants(reading);
  if (called === 'eks') return clusterGrants(reading);
  if (called === 'aws-auth') return mappingModuleGrants(reading);
  return [];
}

/**
 * The module that creates `aws-auth`, or takes it over, which is its default.
 * Source: terraform-aws-eks, modules/aws-auth/variables.tf of version 20.
 */
function mappingModuleGrants(reading: Reading): PossibleGrant[] {
  const isOn = (input: string, byDefault: boolean): boolean => inputIs(reading.manifest, input, byDefault) !== false;
  const writes = isOn('create_aws_auth_configmap', false) || isOn('manage_aws_auth_configmap', true);
  if (!writes || !isOn('create', true)) return [];
  return mapRolesAt(reading, ['spec', 'aws_auth_roles']);
}

function karpenterGrants(reading: Reading): PossibleGrant[] {
  const { manifest, cluster } = reading;
  if (inputIs(manifest, 'create', true) === false) return [];

  // Up to v19, the module created no access entry.
  const creates = inputIs(manifest, 'create_access_entry', !((moduleMajor(manifest) ?? 20) < 20));
  if (creates === false) return [];

  const inputs = nodeInputs(manifest);
  if (inputIs(manifest, inputs.creates, true) === false) {
    const path = ['spec', inputs.arn];
    const role = roleAt(manifest, path, cluster);
    return [role ? grantTo(role, manifest, path) : unknownGrant];
  }

  const address = addressIn(manifest, `module.${manifest.name}`);

  const pathOf = () => {
    if (manifest.get(['spec', 'create_access_entry']) === undefined) return ['metadata', 'name'];
    return ['spec', 'create_access_entry'];
  };

  const path = pathOf();

  return [grantTo({ address }, manifest, path)];
}

/** Inputs of the EKS module with entries of `aws-auth`. */
const mapRoleInputs = ['aws_auth_roles', 'map_roles'];

function clusterGrants(reading: Reading): PossibleGrant[] {
  const { manifest } = reading;
  const entries = manifest.get(['spec', 'access_entries']);
  const isReadable = entries === undefined || entries === null || asMapping(entries) !== undefined;
  const isUnknown = !isReadable || Object.keys(asMapping(entries) ?? {}).some(hasPlaceholder);

  return [
    ...(isUnknown ? ([unknownGrant] as const) : []),
    ...mapRoleInputs.flatMap((name) => mapRolesAt(reading, ['spec', name])),
    ...['node_groups', 'node_groups_defaults', 'worker_groups', 'worker_groups_launch_template']
      .filter((name) => manifest.get(['spec', name]) !== undefined)
      .map((): PossibleGrant => unknownGrant),
    ...['eks_managed_node_groups', 'self_managed_node_groups'].flatMap((name) => groupsIn(reading, name)),
  ];
}

/** The roles of the node groups of the EKS module, for those that do not create their own. */
function groupsIn(reading: Reading, input: string): PossibleGrant[] {
  const { manifest } = reading;
  const path = ['spec', input];
  const groups = manifest.get(path);
  if (groups === undefined || groups === null) return [];

  const mapping = asMapping(groups);
  const defaults = `${input.replace(/s$/, '')}_defaults`;
  const shared = groupAt(reading, ['spec', defaults, 'iam_role_arn']);

  if (!mapping) return [unknownGrant];

  return [
    ...shared,
    ...Object.entries(mapping).flatMap(([key, value]): PossibleGrant[] => {
      if (asMapping(value)) return groupAt(reading, [...path, key, 'iam_role_arn']);
      return [unknownGrant];
    }),
  ];
}

/** Whether a cluster uses only access entries, so that nothing else lets nodes join. */
export const usesOnlyEntries = (cluster: ObjectCluster): boolean => modeOfEntries(cluster) !== undefined;

/** Whether EKS ignores a grant, because it is in `aws-auth` and the cluster uses only access entries. */
export const isIgnoredIn = (cluster: ObjectCluster, { isInAwsAuth }: Grant): boolean =>
  isInAwsAuth && usesOnlyEntries(cluster);

/** Where an authentication mode is written. */
interface WrittenMode {
  readonly manifest: Manifest;
  readonly path: Path;
}

/** Where the files set the authentication mode `API`, if no cluster among them has another one. */
export const modeOfEntries = (cluster: ObjectCluster): WrittenMode | undefined => onlyMode(cluster, 'API');

/**
 * Whether EKS refuses access entries, because the files set the authentication mode `CONFIG_MAP` and no cluster among them has another one.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/setting-up-access-entries.html
 */
export const refusesEntries = (cluster: ObjectCluster): boolean => onlyMode(cluster, 'CONFIG_MAP') !== undefined;

function onlyMode({ manifests }: ObjectCluster, mode: string): WrittenMode | undefined {
  const modes = manifests.flatMap((manifest) => modeIn(manifest) ?? []);
  if (modes.every(({ manifest, path }) => manifest.get(path) === mode)) return modes[0];
  return undefined;
}

/** Where the authentication mode of a cluster is written, or would be. */
function modeIn(manifest: Manifest): WrittenMode | undefined {
  const input = ['spec', 'authentication_mode'];

  switch (manifest.kind) {
    case 'aws_eks_cluster':
      return { manifest, path: ['spec', 'access_config', 0, 'authentication_mode'] };
    case 'ClusterConfig':
      if (groupOf(manifest.apiVersion) === 'eksctl.io')
        return { manifest, path: ['accessConfig', 'authenticationMode'] };
      return undefined;
    case 'module':
    case unreadModuleKind:
      if (calledModule(manifest) === 'eks' || manifest.get(input) !== undefined) return { manifest, path: input };
      return undefined;
    default:
      return undefined;
  }
}
