import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/**
 * A reference of Terraform that is a whole value. Names of clusters, roles and queues have no dots, except for a cluster of kOps, which is a domain
 * without underscores. Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html
 */
const reference =
  /^(?:var\.[a-z]\w*|local\.[a-z][a-zA-Z0-9]*_\w+|module\.[a-z][\w-]*\.[a-z]\w*|(?:data\.)?aws_\w+\.[\w-]+\.[a-z]\w*)$/;

/** Whether a name is a reference without `${…}`, such as `var.cluster_name`, so that it is the name of nothing. */
export const isLiteralReference = (text: string): boolean => reference.test(text);

/** A tag in a selector term. */
export interface SelectorTag {
  readonly path: Path;
  readonly key: string;
  readonly value: string;
  /** Neither key nor value contains a placeholder, and the value has no wildcard and is no reference. */
  readonly isKnown: boolean;
}

/** Whether an object selects subnets and security groups: a node class of any version, or a Provisioner with its own settings. */
export const selectsNetwork = ({ kind, apiVersion }: Manifest): boolean =>
  (kind === 'NodeClass' && groupOf(apiVersion) === autoModeGroup) ||
  (/^(?:EC2NodeClass|AWSNodeTemplate|Provisioner)$/.test(kind) && /^karpenter\./.test(groupOf(apiVersion)));

/** One selector term: its tags, and whether it also has an id or a name. */
export interface TagTerm {
  readonly path: Path;
  readonly tags: readonly SelectorTag[];
  readonly hasOther: boolean;
}

export type Selected = 'subnet' | 'securityGroup';

/** The terms with which a node class of any API version selects its subnets or security groups. */
export function selectorTermsOf(manifest: Manifest, selected: Selected): TagTerm[] {
  if (manifest.kind === 'EC2NodeClass' || manifest.kind === 'NodeClass') {
    const path = ['spec', `${selected}SelectorTerms`];
    return asList(manifest.get(path)).map((term, index) => termAt(term, [...path, index]));
  }

  const path = [...(manifest.kind === 'Provisioner' ? ['spec', 'provider'] : ['spec']), `${selected}Selector`];
  const selector = asMapping(manifest.get(path));
  if (!selector) return [];

  // v1alpha1 writes ids among the tags, as `aws::ids` or `aws-ids`.
  const isTag = ([key]: [string, Value]): boolean => !/^aws(::|-)ids$/.test(key);
  const entries = Object.entries(selector);

  return [{ path, tags: tagsOf(entries.filter(isTag), path), hasOther: !entries.every(isTag) }];
}

function termAt(term: Value, path: Path): TagTerm {
  const { tags, ...others } = asMapping(term) ?? {};
  return {
    path,
    tags: tagsOf(Object.entries(asMapping(tags) ?? {}), [...path, 'tags']),
    hasOther: Object.keys(others).some((key) => key === 'id' || key === 'name'),
  };
}

const tagsOf = (entries: readonly (readonly [string, Value])[], path: Path): SelectorTag[] =>
  entries.map(([key, value]) => {
    const text = asText(value) ?? '';
    const isFilled = !hasPlaceholder(text) && !hasPlaceholder(key) && !isLiteralReference(text);
    const isKnown = text !== '' && !text.includes('*') && isFilled;
    return { path: [...path, key], key, value: text, isKnown };
  });

/** A tag that names the cluster to which a resource belongs. */
export interface ClusterTag {
  readonly scheme: string;
  readonly cluster: string;
  readonly tag: SelectorTag;
}

/** Tags whose value is the name of a cluster, by the conventions of Karpenter, kOps, eksctl and EKS. */
const schemes = [
  'karpenter.sh/discovery',
  'KubernetesCluster',
  'alpha.eksctl.io/cluster-name',
  'aws:eks:cluster-name',
  'eks:cluster-name',
];
const ownership = 'kubernetes.io/cluster/';

/** Beginnings of keys that end with the name of a cluster, so that a resource can belong to several. */
const prefixes = [ownership, 'karpenter.sh/discovery/'];

const prefixOf = (key: string): string | undefined => prefixes.find((prefix) => key.startsWith(prefix));

/** The name of the cluster that a tag contains; undefined if the tag is about something else. */
export function clusterNameInTag(key: string, value: string | undefined): string | undefined {
  if (schemes.includes(key)) return value;
  const prefix = prefixOf(key);
  if (prefix === undefined) return undefined;
  return key.slice(prefix.length);
}

/** The tag that people and programs name a resource with. */
export const nameTag = 'Name';

/** Names that eksctl gives to everything of a cluster, and EKS to the security group of a cluster. */
const nameForms = [/^eksctl-([\w-]+)-(?:cluster|nodegroup-[\w-]+)\//, /^eks-cluster-sg-([\w-]+)-\d{6,12}$/];

/** The tags of a term that name a cluster. */
export const clusterTagsOf = (term: TagTerm): ClusterTag[] =>
  term.tags.flatMap((tag) => {
    const inName = tag.key === nameTag && nameForms.map((form) => form.exec(tag.value)?.[1]).find(Boolean);
    if (inName) return [{ scheme: nameTag, cluster: inName, tag: { ...tag, isKnown: true } }];
    const cluster = clusterNameInTag(tag.key, tag.value);
    if (cluster === undefined) return [];

    const prefix = prefixOf(tag.key);
    return [{ scheme: prefix === undefined ? tag.key : `${prefix}…`, cluster, tag }];
  });
