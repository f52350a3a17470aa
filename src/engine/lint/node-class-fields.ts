import { groupOf, type Manifest, type Path } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { hasPlaceholder } from '../manifest/placeholder.ts';
import { asList, asMapping, asText, type Mapping, nodeClassRefOf } from './pool-fields.ts';

/** A term of `amiSelectorTerms`. */
export interface AmiTerm {
  readonly path: Path;
  readonly term: Mapping;
}

/** The terms by which an EC2NodeClass selects its AMIs. */
export const amiTermsOf = (nodeClass: Manifest): AmiTerm[] => {
  const path = ['spec', 'amiSelectorTerms'];
  return asList(nodeClass.get(path)).flatMap((term, index) => {
    const mapping = asMapping(term);
    return mapping ? [{ path: [...path, index], term: mapping }] : [];
  });
};

const familyNames = ['AL2', 'AL2023', 'Bottlerocket', 'Windows2019', 'Windows2022', 'Windows2025', 'Custom', 'Ubuntu'];

/**
 * Which family writes the user data of a class: `amiFamily`, else the alias; undefined where neither can be told.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go AMIFamily.
 */
export function amiFamilyOf(nodeClass: Manifest): string | undefined {
  const written = asText(nodeClass.get(['spec', 'amiFamily']));
  if (written !== undefined) return familyNames.includes(written) ? written : undefined;
  const [alias] = amiTermsOf(nodeClass).flatMap(({ term }) => asText(term.alias) ?? []);
  const family = alias?.split('@')[0];
  return familyNames.find((name) => name.toLowerCase() === family);
}

/** The user data of a class, where all of it is written out; undefined where there is none, or a placeholder in it. */
export function userDataOf(nodeClass: Manifest): string | undefined {
  const text = nodeClass.get(['spec', 'userData']);
  return typeof text === 'string' && !nodeClass.isPartial && !hasPlaceholder(text) ? text : undefined;
}

const isClass = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'EC2NodeClass' && groupOf(apiVersion) === 'karpenter.k8s.aws';

const isPool = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'NodePool' && groupOf(apiVersion) === 'karpenter.sh';

/** All NodePools of a set. */
export const nodePoolsOf = (all: ManifestSet): Manifest[] => all.manifests.filter(isPool);

/** All EC2NodeClasses of a set. */
export const nodeClassesOf = (all: ManifestSet): Manifest[] => all.manifests.filter(isClass);

/** The NodePools that refer to a class by name. A repository may hold several clusters, whose classes share names. */
export const nodePoolsOfClass = (all: ManifestSet, nodeClass: Manifest): Manifest[] =>
  nodePoolsOf(all).filter((pool) => nodeClassRefOf(pool)?.name === nodeClass.name);

/** The one class that a pool refers to; undefined where there is none, or several of that name. */
export function nodeClassOf(all: ManifestSet, pool: Manifest): Manifest | undefined {
  const reference = nodeClassRefOf(pool);
  const found = nodeClassesOf(all).filter(({ name }) => name === reference?.name);
  return found.length === 1 ? found[0] : undefined;
}
