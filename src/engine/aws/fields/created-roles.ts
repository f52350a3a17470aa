import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asText, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, collection } from '../../text/evidence.ts';
import { covers } from '../../text/words/covers.ts';
import { resourceRole } from '../setup/terraform-roles.ts';
import { openingsOf } from './cluster-openings.ts';
import { clusterNameAt } from './interruption-queues.ts';
import { calledModule } from './terraform-modules.ts';

/** A role or instance profile that the files create. */
export interface CreatedRole {
  readonly manifest: Manifest;
  /** Where its name, its prefix or the name of its cluster is written. */
  readonly path: Path;
  readonly tool: 'Terraform' | 'eksctl' | 'kOps';
  /** The Terraform root, and the resource or module in it. */
  readonly address: string;
  /** Undefined if it is unknown. */
  readonly name?: string;
  /** The text to which Terraform adds 26 digits to get the name. */
  readonly prefix?: string;
  /** Its name as far as the files show it, `*` for what Terraform adds, and perhaps with placeholders. Undefined if nothing shows it. */
  readonly written?: string;
  /** Whether it can have this name. */
  canBeNamed(name: string): boolean;
}

/** The roles and instance profiles that the files of a cluster create and that nodes may have. */
interface CreatedRoles {
  readonly roles: Collection<CreatedRole>;
  readonly profiles: Collection<CreatedRole>;
}

const cache = new WeakMap<ObjectCluster, CreatedRoles>();

/** What the files of a cluster create. Kept, because several rules need it for each node class. */
export function createdRoles(cluster: ObjectCluster): CreatedRoles {
  const before = cache.get(cluster);
  if (before) return before;

  const others = otherIamCreators(cluster);
  const roles = [
    ...resourceRoles(cluster),
    ...cluster.manifests.flatMap((manifest) => toolRole(manifest, cluster, 'role') ?? []),
  ];

  const profiles = [
    ...cluster.ofKind('aws_iam_instance_profile').map(namedResource),
    ...cluster.manifests.flatMap((manifest) => toolRole(manifest, cluster, 'profile') ?? []),
  ];

  const created = { roles: collection(roles, others), profiles: collection(profiles, others) };

  cache.set(cluster, created);

  return created;
}

/** Modules that create no roles of nodes and let nobody join a cluster. */
const harmless =
  /\bterraform-aws-modules\/(?:terraform-aws-)?(?!iam\b|eks\b)[\w-]+|\b(?:vpc|subnets?|s3|ecr|kms|acm|route53|argocd|helm|label|rds|dynamodb|security-group)\b/;

/** What may create roles of nodes that are not here, or may let nodes join the cluster. */
export const otherIamCreators = (cluster: ObjectCluster): string[] =>
  openingsOf(cluster, (module) => !harmless.test(asText(module.get(['spec', 'source'])) ?? ''));

/** How a resource or module is identified across the objects of a cluster. */
export const addressIn = ({ source }: Manifest, address: string): string =>
  `${source.origin?.root ?? source.file}: ${address}`;

interface Naming {
  readonly name?: string | undefined;
  readonly prefix?: string | undefined;
  /** A text with placeholders. */
  readonly pattern?: string | undefined;
  /** The same, if it only shows whether the name changes. */
  readonly written?: string | undefined;
}

function created(manifest: Manifest, path: Path, naming: Naming): CreatedRole {
  const { name, prefix } = naming;
  const written = name ?? (prefix === undefined ? (naming.pattern ?? naming.written) : `${prefix}*`);
  const pattern = prefix === undefined ? naming.pattern?.replaceAll(/\$\{[^}]{0,200}\}/g, '*') : `${prefix}?*`;

  return {
    manifest,
    path,
    tool: 'Terraform',
    address: addressIn(manifest, `${manifest.kind}.${manifest.name}`),
    ...(name !== undefined && { name }),
    ...(prefix !== undefined && { prefix }),
    ...(written !== undefined && { written }),
    canBeNamed: (wanted) => {
      if (name === undefined) return covers(pattern ?? '*', wanted);
      return name === wanted;
    },
  };
}

/** A reference to the name of a role or instance profile that Terraform creates. */
const nameReference =
  /^(?:module\.([\w-]+)\.(node_iam_role_name|instance_profile_name)|(aws_iam_role|aws_iam_instance_profile)\.([\w-]+)\.name)$/;

/** The role or instance profile that a reference in a Terraform root names; undefined if none or several of its objects are that. */
export function roleReferredTo(
  reference: string,
  root: string | undefined,
  cluster: Pick<ClusterObjects, 'ofKind'>,
): CreatedRole | undefined {
  const [, module, output, kind, resource] = nameReference.exec(reference) ?? [];
  const named = cluster
    .ofKind(kind ?? 'module')
    .filter(({ name, source }) => name === (module ?? resource) && source.origin?.root === root);
  const [match] = named;
  if (match === undefined || named.length > 1) return undefined;
  if (kind !== undefined) return namedResource(match);

  if (calledModule(match) === 'karpenter')
    return moduleRole(match, cluster, output === 'node_iam_role_name' ? 'role' : 'profile');

  return undefined;
}

const inSpec = (name: string): Path => ['spec', name];

/** An `aws_iam_role` or `aws_iam_instance_profile`. */
function namedResource(manifest: Manifest): CreatedRole {
  const [name, prefix] = [inSpec('name'), inSpec('name_prefix')];
  const text = asText(manifest.get(name));
  if (text !== undefined) return created(manifest, name, { name: knownTextAt(manifest, name), pattern: text });

  const written = asText(manifest.get(prefix));
  // Without any name, Terraform makes one up.
  if (written === undefined) return created(manifest, ['metadata', 'name'], { prefix: 'terraform-' });

  return created(manifest, prefix, hasPlaceholder(written) ? { pattern: `${written}*` } : { prefix: written });
}

/** The roles of a cluster, without those that EC2 cannot assume. */
function resourceRoles(cluster: ObjectCluster): CreatedRole[] {
  const roles = cluster.ofKind('aws_iam_role');
  const byFile = new Map(cluster.manifests.map((manifest) => [manifest.source.file, manifest]));
  return roles.flatMap((role) => {
    const { statements } = resourceRole(role, byFile);
    const isOther = statements?.every(({ principals }) => ![...principals.values()].flat().some(mayBeEc2));
    if (isOther) return [];
    return [namedResource(role)];
  });
}

const mayBeEc2 = (principal: string): boolean => /^(?:ec2\.|\*$)/.test(principal) || hasPlaceholder(principal);

/** The role or instance profile of nodes that a public module, eksctl or kOps creates. */
function toolRole(
  manifest: Manifest,
  cluster: Pick<ClusterObjects, 'ofKind'>,
  of: 'role' | 'profile',
): CreatedRole | undefined {
  if (calledModule(manifest) === 'karpenter') return moduleRole(manifest, cluster, of);

  const group = groupOf(manifest.apiVersion);
  const path = ['metadata', 'name'];
  const name = knownTextAt(manifest, path);

  if (manifest.kind === 'ClusterConfig' && group === 'eksctl.io' && manifest.get(['karpenter']) !== undefined) {
    const start = of === 'role' ? 'eksctl-KarpenterNodeRole-' : 'eksctl-KarpenterNodeInstanceProfile-';
    return { ...created(manifest, path, withName(start, name)), tool: 'eksctl' };
  }

  if (manifest.kind === 'Cluster' && group === 'kops.k8s.io')
    return { ...created(manifest, path, withName('nodes.', name)), tool: 'kOps' };

  return undefined;
}

const withName = (start: string, name: string | undefined): Naming => {
  if (name === undefined) return { pattern: `${start}*` };
  return { name: `${start}${name}` };
};

/** The inputs of Karpenter's module about nodes. Up to v19, they had names of their own. */
const moduleInputs = {
  new: {
    creates: 'create_node_iam_role',
    arn: 'node_iam_role_arn',
    name: 'node_iam_role_name',
    usesPrefix: 'node_iam_role_use_name_prefix',
  },
  old: {
    creates: 'create_iam_role',
    arn: 'iam_role_arn',
    name: 'iam_role_name',
    usesPrefix: 'iam_role_use_name_prefix',
  },
} as const;

/** The major version of a module; undefined if it is unknown. */
export function moduleMajor(manifest: Manifest): number | undefined {
  const written = knownTextAt(manifest, inSpec('version')) ?? asText(manifest.get(inSpec('source'))) ?? '';
  // `>=` allows every later version, and so does `~> 19`. `~> 19.0` allows only 19.
  const major = /(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(written)?.[1];
  if (major === undefined) return undefined;
  return Number(major);
}

/** The inputs of Karpenter's module about nodes, by its version. */
export const nodeInputs = (manifest: Manifest): (typeof moduleInputs)['new' | 'old'] => {
  if ((moduleMajor(manifest) ?? 20) < 20) return moduleInputs.old;
  return moduleInputs.new;
};

/** Whether an input of a module, or its default, is true; undefined if that is unknown. */
export function inputIs(manifest: Manifest, name: string, byDefault: boolean): boolean | undefined {
  const value = manifest.get(inSpec(name));
  if (value === undefined || value === null) return byDefault;
  if (typeof value === 'boolean') return value;
  return undefined;
}

function moduleRole(
  manifest: Manifest,
  cluster: Pick<ClusterObjects, 'ofKind'>,
  of: 'role' | 'profile',
): CreatedRole | undefined {
  const inputs = nodeInputs(manifest);
  const isOld = inputs === moduleInputs.old;
  const creates = of === 'role' ? inputIs(manifest, inputs.creates, true) : createsProfile(manifest, isOld);
  if (creates === false || inputIs(manifest, 'create', true) === false) return undefined;

  const usesPrefix = inputIs(manifest, inputs.usesPrefix, true);
  const named = inSpec(inputs.name);
  const isNamed = manifest.get(named) !== undefined && manifest.get(named) !== null;
  const path = isNamed ? named : inSpec('cluster_name');
  const name = isNamed ? knownTextAt(manifest, named) : nameOfCluster(manifest, cluster);
  // Without a version, inputs of old versions may be meant.
  const isOfAnyVersion =
    moduleMajor(manifest) === undefined && !isNamed && manifest.get(inSpec('iam_role_name')) !== undefined;
  const isSure = usesPrefix !== undefined && creates === true && !isOfAnyVersion;
  if (!isSure) return created(manifest, path, {});

  if (name === undefined) {
    const text = asText(manifest.get(path));
    if (text === undefined) return created(manifest, path, {});

    const stem = isNamed ? text : `Karpenter-${text}`;
    return created(manifest, path, { written: usesPrefix ? `${stem}-*` : stem });
  }

  return created(manifest, path, usesPrefix ? { prefix: `${name}-` } : { name });
}

function nameOfCluster(manifest: Manifest, cluster: Pick<ClusterObjects, 'ofKind'>): string | undefined {
  const name = clusterNameAt(manifest, inSpec('cluster_name'), cluster);
  if (name === undefined) return undefined;
  return `Karpenter-${name}`;
}

const createsProfile = (manifest: Manifest, isOld: boolean): boolean | undefined =>
  inputIs(manifest, 'create_instance_profile', isOld);
