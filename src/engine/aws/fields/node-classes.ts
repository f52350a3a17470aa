import { nodeClassRefOf } from '../../karpenter/api/pool-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import {
  asList,
  asMapping,
  asText,
  groupOf,
  type Manifest,
  type Mapping,
  type Path,
} from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { type Collection, collection } from '../../text/evidence.ts';
import { amiFamilies, familyNamed } from '../catalog/ami-families.ts';

/** A term of `amiSelectorTerms`. */
export interface AmiTerm {
  readonly path: Path;
  readonly term: Mapping;
}

/** The terms with which an EC2NodeClass selects its AMIs. */
export const amiTermsOf = (nodeClass: Manifest): AmiTerm[] => {
  const path = ['spec', 'amiSelectorTerms'];
  return asList(nodeClass.get(path)).flatMap((term, index) => {
    const mapping = asMapping(term);
    if (mapping) return [{ path: [...path, index], term: mapping }];
    return [];
  });
};

const familyNames = [...amiFamilies.map(({ name }) => name), 'Ubuntu'];

/**
 * The family that decides the user data of a class: `amiFamily`, else the family of the alias. Undefined if neither is known.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go AMIFamily.
 */
export function writtenAmiFamily(nodeClass: Manifest): string | undefined {
  const written = asText(nodeClass.get(['spec', 'amiFamily']));
  if (written !== undefined) {
    if (familyNames.includes(written)) return written;
    return undefined;
  }
  const [alias] = amiTermsOf(nodeClass).flatMap(({ term }) => asText(term.alias) ?? []);
  const family = alias?.split('@')[0];
  return familyNames.find((name) => name.toLowerCase() === family);
}

/** Whether the nodes of a class run Windows, as far as its family is known. */
export const isWindowsClass = (nodeClass: Manifest): boolean =>
  familyNamed(writtenAmiFamily(nodeClass))?.windowsBuild !== undefined;

/** Where an EC2NodeClass and a NodeClass of EKS Auto Mode ask for public addresses. */
export const publicAddressPaths: readonly Path[] = [
  ['spec', 'associatePublicIPAddress'],
  ['spec', 'advancedNetworking', 'associatePublicIPAddress'],
];

/** The user data of a class. Undefined if there is none, or if it contains a placeholder. */
export function userDataOf(nodeClass: Manifest): string | undefined {
  const text = nodeClass.get(['spec', 'userData']);
  if (typeof text === 'string' && !nodeClass.isPartial && !hasPlaceholder(text)) return text;
  return undefined;
}

const isClass = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'EC2NodeClass' && groupOf(apiVersion) === 'karpenter.k8s.aws';

/** The node classes of a set and their NodePools. Kept, because the check of every object needs them. */
interface Found {
  readonly classes: readonly Manifest[];
  readonly poolsByClass: ReadonlyMap<string, readonly Manifest[]>;
  readonly classesByName: ReadonlyMap<string, readonly Manifest[]>;
}

const foundIn = new WeakMap<ManifestSet, Found>();

function found(all: ManifestSet): Found {
  const cached = foundIn.get(all);
  if (cached) return cached;

  const classes = all.manifests.filter(isClass);
  const result: Found = {
    classes,
    poolsByClass: groupedBy(nodePoolsOf(all), classNameOf),
    classesByName: groupedBy(classes, ({ name }) => name),
  };

  foundIn.set(all, result);

  return result;
}

/** The name of the EC2NodeClass that a NodePool refers to. */
function classNameOf(pool: Manifest): string | undefined {
  const { group = 'karpenter.k8s.aws', name } = nodeClassRefOf(pool) ?? {};
  if (group === 'karpenter.k8s.aws') return name;
  return undefined;
}

function groupedBy(
  manifests: readonly Manifest[],
  nameOf: (manifest: Manifest) => string | undefined,
): Map<string, Manifest[]> {
  const groups = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const name = nameOf(manifest);
    if (name === undefined) continue;

    const group = groups.get(name);
    if (group) group.push(manifest);
    else groups.set(name, [manifest]);
  }

  return groups;
}

/** All EC2NodeClasses of a set. */
export const nodeClassesOf = (all: ManifestSet): readonly Manifest[] => found(all).classes;

/** All NodeClasses of EKS Auto Mode in a set. */
export const autoModeClassesOf = (all: ManifestSet): readonly Manifest[] =>
  all.manifests.filter(({ kind, apiVersion }) => kind === 'NodeClass' && groupOf(apiVersion) === 'eks.amazonaws.com');

/** The NodePools that refer to a class by name. In a repository with several clusters, classes may share names. */
export const nodePoolsOfClass = (all: ManifestSet, nodeClass: Manifest): readonly Manifest[] =>
  found(all).poolsByClass.get(nodeClass.name) ?? [];

/** The NodePools of a class. Open if another NodePool, or a file that could not be read, may refer to it. */
export function poolsOfClass(all: ManifestSet, nodeClass: Manifest): Collection<Manifest> {
  const pools = nodePoolsOf(all);
  const unsure = pools.filter((pool) => nodeClassRefOf(pool) === undefined && pool.kind === 'NodePool');
  const unread = all.files.filter(({ isBroken }) => isBroken);

  return collection(nodePoolsOfClass(all, nodeClass), [
    ...unsure.map(({ name }) => `the node class of NodePool \`${name}\` is unknown`),
    ...unread.map(({ source }) => `\`${source.file}\` could not be read`),
  ]);
}

/** The only class that a NodePool refers to. Undefined if none or several have that name. */
export function nodeClassOf(all: ManifestSet, pool: Manifest): Manifest | undefined {
  const classes = found(all).classesByName.get(classNameOf(pool) ?? '') ?? [];
  if (classes.length === 1) return classes[0];
  return undefined;
}
