import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, collection } from '../../text/evidence.ts';
import { listIf } from '../../text/list-if.ts';
import { openingsOf } from './cluster-openings.ts';
import type { Selected } from './selector-fields.ts';
import { calledModule } from './terraform-modules.ts';

/** A tag that an object sets on a subnet or security group. */
export interface GivenTag {
  readonly manifest: Manifest;
  readonly path: Path;
  /** Undefined if the value is unknown. */
  readonly value: string | undefined;
}

/** Subnets or security groups with the same tags that an object creates. */
export interface NetworkResource {
  readonly manifest: Manifest;
  /** What creates it, for people: `Terraform`, `eksctl` or `kOps`. */
  readonly tool: string;
  readonly tags: ReadonlyMap<string, GivenTag>;
  /** The keys of tags that it may also have with unknown values. */
  mayAlsoHave(key: string): boolean;
  /** Those among them that the files give it, and not AWS or its tool. */
  mayBeGiven(key: string): boolean;
  /** The keys of tags that its tool sets itself, whatever the tags of all resources say. */
  setsItself(key: string): boolean;
  /** The resource as its own block has it, if it also stands for others that are elsewhere. */
  readonly asWritten?: NetworkResource;
  /** Where its tags are written, or else the object. */
  readonly tagsAt: Path;
  /** Where a tag for node classes belongs: `\`private_subnet_tags\` of module \`vpc\``. */
  readonly tagsIn: string;
  /** Whether nodes should be in it rather than in the others. */
  readonly isPreferred: boolean;
  /** The zones of a subnet; undefined if unknown. */
  readonly zones?: readonly string[] | undefined;
  /** Whether a subnet has a route to the internet and gives out public addresses; undefined if unknown. */
  readonly isPublic?: boolean | undefined;
}

/** The networks of clusters. Kept, because several rules need them for each node class. */
const caches: Readonly<Record<Selected, WeakMap<ClusterObjects, Collection<NetworkResource>>>> = {
  subnet: new WeakMap(),
  securityGroup: new WeakMap(),
};

/** The subnets or security groups of a cluster. Open if some may be created elsewhere, or if nothing here creates one. */
export function networkOf(cluster: ClusterObjects, selected: Selected): Collection<NetworkResource> {
  const network = caches[selected].get(cluster) ?? createdNetwork(cluster, selected);
  caches[selected].set(cluster, network);
  return network;
}

function createdNetwork(cluster: ClusterObjects, selected: Selected): Collection<NetworkResource> {
  const created = cluster.manifests.flatMap((manifest) => {
    if (selected === 'subnet') return subnetsOf(manifest);
    return securityGroupsOf(manifest, cluster);
  });
  const added = sharedTags(cluster, selected);
  const resources = created.map((resource) => withShared(resource, added));

  const isElsewhere = resources.length === 0 || (selected === 'subnet' && !areSubnetsOfCluster(cluster, resources));

  return collection(resources, [
    ...otherCreators(cluster, selected),
    ...listIf(isElsewhere, 'the network of the cluster comes from elsewhere'),
  ]);
}

/** What modules from elsewhere are about if they create no network. */
const harmless =
  /\/modules\/|blueprints-addons?|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/;

/** What may create subnets or security groups only in the second of two states of a cluster, so that one that is gone may be there. */
export function newCreators(before: ClusterObjects, after: ClusterObjects, selected: Selected): readonly string[] {
  const old = otherCreators(before, selected);
  return otherCreators(after, selected).filter((creator) => !old.includes(creator));
}

/** What may create resources of the cluster that are not here. */
const otherCreators = (cluster: ClusterObjects, selected: Selected): string[] =>
  openingsOf(cluster, (module) => {
    const source = asText(module.get(['spec', 'source'])) ?? '';
    if (source.includes('security-group')) return selected === 'securityGroup';
    const name = /\bterraform-aws-modules\/(?:terraform-aws-)?([\w-]+)/.exec(source)?.[1];
    if (name === undefined) return !harmless.test(source);
    return /^(?:vpc|eks)$/.test(name) && !harmless.test(source);
  });

interface TagSource {
  readonly manifest: Manifest;
  /** Fields with tags, the last of which wins. */
  readonly fields: readonly Path[];
}

interface ReadTags {
  readonly tags: Map<string, GivenTag>;
  /** Beginnings of unknown keys. The empty text stands for any key. */
  readonly unknownKeys: readonly string[];
}

function readTags({ manifest, fields }: TagSource): ReadTags {
  const tags = new Map<string, GivenTag>();
  // Template lines may add any tag.
  const unknownKeys: string[] = manifest.isPartial ? [''] : [];

  for (const field of fields) {
    const written = manifest.get(field);
    const map = asMapping(written);
    if (!map) {
      if (written !== undefined && written !== null) unknownKeys.push('');
      continue;
    }

    for (const [key, value] of Object.entries(map)) {
      const path = [...field, key];
      const text = asText(value);
      if (hasPlaceholder(key)) unknownKeys.push(key.split(/\$\{|\{\{/)[0]!);
      else tags.set(key, { manifest, path, value: text === undefined || hasPlaceholder(text) ? undefined : text });
    }
  }

  return { tags, unknownKeys };
}

interface Described extends Pick<NetworkResource, 'tagsIn' | 'isPreferred' | 'zones' | 'isPublic'> {
  readonly tool?: string;
  /** The keys of tags that the tool or AWS sets in addition. */
  readonly setByOthers?: RegExp;
  /** Those among them that it sets over the tags of all resources. */
  readonly setOverAll?: RegExp;
}

/** The field with the tags of all resources that an object creates. */
const isOfAll = ({ path }: GivenTag): boolean => path[1] === 'tags' || path[1] === 'cloudLabels';

const isNever = /^(?!)/;

/** Tags that AWS and Kubernetes set themselves. EKS tagged the subnets of old clusters with `kubernetes.io/cluster/NAME`. */
const setByAws = /^(?:aws:|kubernetes\.io\/cluster\/)/;

function resource(
  source: TagSource,
  { tool = 'Terraform', setByOthers = setByAws, setOverAll = isNever, ...described }: Described,
): NetworkResource {
  const { manifest, fields } = source;
  const { tags: written, unknownKeys } = readTags(source);
  const setsItself = (key: string): boolean => setOverAll.test(key);
  const tags = new Map([...written].filter(([key, tag]) => !(setsItself(key) && isOfAll(tag))));
  const mayBeGiven = (key: string): boolean => unknownKeys.some((start) => key.startsWith(start));
  const tagsAt = fields.toReversed().find((field) => manifest.get(field) !== undefined) ?? ['metadata', 'name'];

  return {
    manifest,
    tool,
    tags,
    tagsAt,
    setsItself,
    mayBeGiven,
    mayAlsoHave: otherKeys(setByOthers, unknownKeys),
    ...described,
  };
}

const anyKey = (): boolean => true;

/** What decides on keys that only others set, by their pattern. */
const keysOfOthers = new Map<RegExp, (key: string) => boolean>();

/** The keys that a resource may also have. Resources with the same answers share the function, so that each key is asked for once. */
function otherKeys(setByOthers: RegExp, unknownKeys: readonly string[]): (key: string) => boolean {
  if (unknownKeys.includes('')) return anyKey;
  if (unknownKeys.length > 0)
    return (key) => setByOthers.test(key) || unknownKeys.some((start) => key.startsWith(start));

  const ofOthers = keysOfOthers.get(setByOthers) ?? ((key: string): boolean => setByOthers.test(key));
  keysOfOthers.set(setByOthers, ofOthers);
  return ofOthers;
}

/** Tags that are set on resources from elsewhere: those of the provider, and single tags for resources that are unknown here. */
interface SharedTags {
  readonly tags: ReadonlyMap<string, GivenTag>;
  mayAlsoHave(key: string): boolean;
  /** What decides on the keys of resources that may also have these tags, by what decides on their own keys. */
  readonly otherKeys: Map<NetworkResource['mayAlsoHave'], NetworkResource['mayAlsoHave']>;
}

function sharedTags(cluster: ClusterObjects, selected: Selected): SharedTags {
  const defaults = cluster
    .ofKind('aws_default_tags')
    .map((manifest) => readTags({ manifest, fields: [['spec', 'default_tags', 0, 'tags']] }));
  const single = cluster.ofKind('aws_ec2_tag').filter((tag) => mayTag(tag, selected));
  const keys = single.map((tag) => asText(tag.get(['spec', 'key'])) ?? '${unknown}');

  return {
    tags: new Map(defaults.flatMap(({ tags }) => [...tags])),
    mayAlsoHave: (key) =>
      keys.some((tag) => tag === key || hasPlaceholder(tag)) ||
      defaults.some(({ unknownKeys }) => unknownKeys.some((start) => key.startsWith(start))),
    otherKeys: new Map(),
  };
}

/** Whether an `aws_ec2_tag` may be for a kind of resource. A reference shows it, unless the id comes from elsewhere. */
function mayTag(tag: Manifest, selected: Selected): boolean {
  const id = asText(tag.get(['spec', 'resource_id'])) ?? '';
  if (selected === 'subnet') return !/security_group/.test(id);
  return !/subnet/.test(id);
}

function withShared(resource: NetworkResource, shared: SharedTags): NetworkResource {
  const { mayAlsoHave, asWritten } = resource;
  const otherKeys =
    shared.otherKeys.get(mayAlsoHave) ?? ((key: string): boolean => mayAlsoHave(key) || shared.mayAlsoHave(key));
  shared.otherKeys.set(mayAlsoHave, otherKeys);

  return {
    ...resource,
    tags: new Map([...[...shared.tags].filter(([key]) => !resource.setsItself(key)), ...resource.tags]),
    mayBeGiven: (key) => resource.mayBeGiven(key) || shared.mayAlsoHave(key),
    mayAlsoHave: otherKeys,
    ...(asWritten && { asWritten: withShared(asWritten, shared) }),
  };
}

function subnetsOf(manifest: Manifest): NetworkResource[] {
  if (manifest.kind === 'aws_subnet') return [terraformSubnet(manifest)];
  if (calledModule(manifest) === 'vpc') return moduleSubnets(manifest);
  if (isEksctl(manifest)) return eksctlSubnets(manifest);
  if (isKops(manifest)) return kopsSubnets(manifest);
  return [];
}

function terraformSubnet(manifest: Manifest): NetworkResource {
  const zone = asText(manifest.get(['spec', 'availability_zone']));
  const isPublic = manifest.get(['spec', 'map_public_ip_on_launch']);

  const givesPublicAddresses = (): boolean | undefined => {
    if (isPublic === true) return true;
    if (/private/i.test(manifest.name)) return false;
    return undefined;
  };

  return resource(
    { manifest, fields: [['spec', 'tags']] },
    {
      tagsIn: `\`tags\` of \`aws_subnet.${manifest.name}\``,
      isPreferred: isPublic !== true && !/public/i.test(manifest.name),
      zones: zone === undefined || hasPlaceholder(zone) ? undefined : [zone],
      isPublic: givesPublicAddresses(),
    },
  );
}

/** The kinds of subnets that the VPC module creates, in the order in which node classes should use them. */
const subnetFamilies = ['private', 'public', 'intra', 'database', 'elasticache', 'redshift', 'outpost'];

function moduleSubnets(manifest: Manifest): NetworkResource[] {
  const families = subnetFamilies.filter((family) => isFilled(manifest, `${family}_subnets`));
  return families.map((family) => {
    const field = `${family}_subnet_tags`;
    const perZone = ['spec', `${field}_per_az`];

    const subnets = resource(
      {
        manifest,
        fields: [
          ['spec', 'tags'],
          ['spec', field],
        ],
      },
      {
        tagsIn: `\`${field}\` of \`module.${manifest.name}\``,
        isPreferred: family === 'private',
        zones: zonesOf(manifest, `${family}_subnets`),
        isPublic: family === 'public',
        // The module names its subnets itself.
        setByOthers: /^(?:aws:|kubernetes\.io\/cluster\/|Name$)/,
      },
    );

    if (manifest.get(perZone) === undefined) return subnets;
    return { ...subnets, mayBeGiven: () => true, mayAlsoHave: () => true };
  });
}

const isFilled = (manifest: Manifest, field: string): boolean => {
  const value = manifest.get(['spec', field]);
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
};

/** The zones of a family of subnets: the module puts one subnet after the other into the zones of `azs`. */
function zonesOf(manifest: Manifest, field: string): readonly string[] | undefined {
  const [zones, subnets] = ['azs', field].map((name) => manifest.get(['spec', name]));
  if (!Array.isArray(zones) || !Array.isArray(subnets) || manifest.isPartial) return undefined;
  const names = zones.slice(0, subnets.length).map((zone) => asText(zone) ?? '');
  if (names.length > 0 && names.every((zone) => /^[a-z0-9-]+$/.test(zone))) return names;
  return undefined;
}

/** What a ClusterConfig says about nodes and the network of the cluster that eksctl creates from it. */
const eksctlNetwork = [
  ...['nodeGroups', 'managedNodeGroups', 'fargateProfiles', 'autoModeConfig', 'karpenter'],
  ...['vpc', 'availabilityZones', 'localZones', 'kubernetesNetworkConfig', 'privateCluster'],
];

/** What eksctl also adds to a cluster that exists, from a file that says nothing about its nodes and network. */
const eksctlAdditions = ['iam', 'addons', 'iamIdentityMappings', 'accessConfig', 'identityProviders', 'gitops'];

/** Whether eksctl creates a cluster from an object. A file for `eksctl create iamserviceaccount` and the like belongs to an existing cluster. */
function isEksctl(manifest: Manifest): boolean {
  if (manifest.kind !== 'ClusterConfig' || groupOf(manifest.apiVersion) !== 'eksctl.io') return false;
  const hasAny = (fields: readonly string[]): boolean => fields.some((field) => manifest.get([field]) !== undefined);
  if (addsNodeGroups(manifest)) return false;
  return hasAny(eksctlNetwork) || !hasAny(eksctlAdditions);
}

/** Whether a file only adds node groups: they name subnets, and only those of a network that exists have names before the file is applied. */
const addsNodeGroups = (manifest: Manifest): boolean =>
  manifest.get(['vpc']) === undefined &&
  ['nodeGroups', 'managedNodeGroups']
    .flatMap((field) => asList(manifest.get([field])))
    .some((group) => asList(asMapping(group)?.subnets).length > 0);

const isKops = ({ kind, apiVersion }: Manifest): boolean => kind === 'Cluster' && groupOf(apiVersion) === 'kops.k8s.io';

const setByEksctl = /^(?:aws:|alpha\.eksctl\.io\/|eksctl\.|kubernetes\.io\/|Name$)/;

/** Without `vpc.id` or `vpc.subnets`, eksctl creates the VPC. */
function eksctlSubnets(manifest: Manifest): NetworkResource[] {
  const isGiven = manifest.get(['vpc', 'id']) !== undefined || manifest.get(['vpc', 'subnets']) !== undefined;
  if (isGiven) return [];
  return [eksctlResource(manifest)];
}

/** eksctl chooses the zones if the file does not name them, and creates subnets in each of them. */
function eksctlResource(manifest: Manifest): NetworkResource {
  const zones = knownTexts(['availabilityZones', 'localZones'].flatMap((field) => asList(manifest.get([field]))));
  const subnets = resource(
    { manifest, fields: [['metadata', 'tags']] },
    {
      tool: 'eksctl',
      tagsIn: '`metadata.tags` of the ClusterConfig',
      isPreferred: true,
      setByOthers: setByEksctl,
      setOverAll: setByEksctl,
      zones: manifest.get(['availabilityZones']) === undefined || manifest.isPartial ? undefined : zones,
    },
  );

  return withNameIn(subnets, 'alpha.eksctl.io/cluster-name');
}

/** Some texts; undefined if one of them is unknown. */
function knownTexts(values: readonly (Value | undefined)[]): readonly string[] | undefined {
  const texts = values.map((value) => asText(value) ?? '');
  if (texts.some((text) => text === '' || hasPlaceholder(text))) return undefined;
  return texts;
}

const setByKops = /^(?:aws:|kops\.k8s\.io\/|kubernetes\.io\/|k8s\.io\/|Name$|SubnetType$)/;

/** kOps creates the subnets without an `id`. */
function kopsSubnets(manifest: Manifest): NetworkResource[] {
  const subnets = asList(manifest.get(['spec', 'subnets']));
  const isShared = subnets.some((subnet) => asMapping(subnet)?.id !== undefined);
  if (isShared || subnets.length === 0) return [];
  return [kopsResource(manifest)];
}

function kopsResource(manifest: Manifest): NetworkResource {
  const subnets = resource(
    { manifest, fields: [['spec', 'cloudLabels']] },
    {
      tool: 'kOps',
      tagsIn: '`spec.cloudLabels` of the Cluster',
      isPreferred: true,
      setByOthers: setByKops,
      setOverAll: setByKops,
      zones: knownTexts(asList(manifest.get(['spec', 'subnets'])).map((subnet) => asMapping(subnet)?.zone)),
    },
  );

  return withNameIn(subnets, 'KubernetesCluster');
}

/** A resource with a tag whose value is the name of the object that creates it. */
const withNameIn = (resource: NetworkResource, tag: string): NetworkResource => {
  const { manifest, tags } = resource;
  const path = ['metadata', 'name'];
  const value = asText(manifest.get(path)) ?? '';
  const isKnown = value !== '' && !hasPlaceholder(value);
  if (isKnown) return { ...resource, tags: new Map([...tags, [tag, { manifest, path, value }]]) };
  return resource;
};

function securityGroupsOf(manifest: Manifest, cluster: ClusterObjects): NetworkResource[] {
  if (manifest.kind === 'aws_security_group') {
    const group = terraformGroup(manifest);
    // Without the cluster, its own security group is elsewhere, and its tags are unknown.
    if (hasCluster(cluster)) return [group];
    return [{ ...group, mayAlsoHave: (key) => !group.tags.has(key), asWritten: group }];
  }

  if (manifest.kind === 'aws_eks_cluster') return [clusterGroup(manifest)];
  if (calledModule(manifest) === 'eks') return moduleGroups(manifest);
  if (isEksctl(manifest)) return [eksctlResource(manifest)];

  if (isKops(manifest)) return [{ ...kopsResource(manifest), mayAlsoHave: (key) => setByKops.test(key) }];
  return [];
}

const terraformGroup = (manifest: Manifest): NetworkResource =>
  resource(
    { manifest, fields: [['spec', 'tags']] },
    {
      tagsIn: `\`tags\` of \`aws_security_group.${manifest.name}\``,
      isPreferred: /node|worker/i.test(manifest.name),
      // EKS tags the security group that it creates itself, and no other.
      setByOthers: /^aws:/,
    },
  );

/** Tags that EKS and the EKS module set on security groups. */
const setByEks = /^(?:aws:|kubernetes\.io\/|Name$)/;

/** The security group that EKS creates for a cluster. */
const clusterGroup = (manifest: Manifest): NetworkResource =>
  resource(
    { manifest, fields: [['spec', 'tags']] },
    {
      tagsIn: `an \`aws_ec2_tag\` for the cluster security group of \`aws_eks_cluster.${manifest.name}\``,
      isPreferred: false,
      setByOthers: setByEks,
      setOverAll: setByEks,
    },
  );

/** The inputs of the EKS module that turn its security groups off, and those with their tags. */
const moduleGroupInputs = [
  { off: ['create_node_security_group'], tags: ['node_security_group_tags'] },
  {
    off: ['create_cluster_security_group', 'create_security_group'],
    tags: ['cluster_security_group_tags', 'security_group_tags'],
  },
  {
    off: ['create_cluster_primary_security_group_tags', 'create_primary_security_group_tags'],
    tags: ['cluster_tags'],
  },
];

const moduleGroups = (manifest: Manifest): NetworkResource[] =>
  moduleGroupInputs
    .filter(({ off }) => off.every((name) => manifest.get(['spec', name]) !== false))
    .map(({ tags }) =>
      resource(
        { manifest, fields: ['tags', ...tags].map((field) => ['spec', field]) },
        {
          tagsIn: `\`${tags[0]}\` of \`module.${manifest.name}\``,
          isPreferred: tags.includes('node_security_group_tags'),
          setByOthers: setByEks,
          // The module merges `tags`, its own tags, and those of the security group, in this order.
          setOverAll: setByEks,
        },
      ),
    );

const isEks = (manifest: Manifest): boolean => manifest.kind === 'aws_eks_cluster' || calledModule(manifest) === 'eks';

const hasCluster = ({ manifests }: ClusterObjects): boolean => manifests.some(isEks);

const isOfKubernetes = (key: string): boolean => /^(?:kubernetes\.io|karpenter\.sh|k8s\.io)\//.test(key);

/**
 * Whether the cluster runs in these subnets, and not in others from elsewhere: the cluster refers to them, or tags show that they are for
 * Kubernetes.
 */
function areSubnetsOfCluster(cluster: ClusterObjects, subnets: readonly NetworkResource[]): boolean {
  if (subnets.some(({ tool }) => tool !== 'Terraform')) return true;
  const isTagged = subnets.some(({ tags }) => [...tags.keys()].some(isOfKubernetes));
  const references = cluster.manifests.filter(isEks).map((eks) => referencesOf(eks, subnets));
  if (references.includes('elsewhere')) return false;
  return references.includes('here') || isTagged;
}

/** Where the subnets of an EKS cluster come from, as far as its references show. */
function referencesOf(eks: Manifest, subnets: readonly NetworkResource[]): 'here' | 'elsewhere' | 'unknown' {
  const written = [
    ...['subnet_ids', 'control_plane_subnet_ids', 'subnets'].map((name) => eks.get(['spec', name])),
    ...asList(eks.get(['spec', 'vpc_config'])).map((config) => asMapping(config)?.subnet_ids),
  ];

  const texts = written
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((item) => asText(item) ?? []);

  const isHere = (text: string): boolean =>
    subnets.some(
      ({ manifest }) => text.includes(`${addressOf(manifest)}.`) || text.includes(`${addressOf(manifest)}}`),
    );

  if (texts.some(isHere)) return 'here';

  const isBeside = subnets.some(({ manifest }) => manifest.source.origin?.root === eks.source.origin?.root);
  // With the subnets in another root, references to data and variables may well lead to them.
  if (isBeside && texts.some((text) => /^(?:subnet-|\$\{(?:data|var)\.)/.test(text))) return 'elsewhere';
  return 'unknown';
}

const addressOf = ({ kind, name }: Manifest): string => `${kind}.${name}`;
