import type { ClassInCluster, ObjectsOfHead } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import {
  type Collection,
  closed,
  collection,
  has,
  including,
  isClosed,
  openReasons,
  seenIn,
} from '../../text/evidence.ts';
import { addToGroup } from '../../text/group-by.ts';
import { type NetworkResource, networkOf } from './network-resources.ts';
import { type Selected, type SelectorTag, selectorTermsOf, type TagTerm } from './selector-fields.ts';
import { matchesFilter } from './tag-pattern.ts';

/** Whether a resource has a tag that a term selects by; undefined if something decides that is unknown. */
export function hasTag(resource: NetworkResource, tag: SelectorTag): boolean | undefined {
  if (decidesNothing(tag)) return undefined;
  const given = resource.tags.get(tag.key);
  if (!given) {
    if (resource.mayAlsoHave(tag.key)) return undefined;
    return false;
  }
  if (given.value === undefined || hasPlaceholder(tag.value)) return undefined;
  return filtersOf(tag).some((filter) => matchesFilter(given.value!, filter));
}

/** Whether a tag says nothing about any resource: its key is unknown, or its value is empty, which the API server refuses. */
const decidesNothing = ({ key, value }: SelectorTag): boolean => hasPlaceholder(key) || value === '';

/** The values that a tag is compared with. Before v1beta1, commas separated several. */
const filtersOf = ({ value }: SelectorTag): readonly string[] => value.split(',').map((filter) => filter.trim());

/** Resources by the keys of their tags. A repository can have a thousand subnets and a thousand node classes, each with a key of its own. */
export class TagIndex {
  /** How many resources and answers about keys were looked at. */
  work = 0;

  readonly #resources: readonly NetworkResource[];
  /** The places of resources with a key. */
  readonly #byKey = new Map<string, number[]>();
  /** The places of resources that have the same other keys. */
  readonly #byOtherKeys = new Map<NetworkResource['mayAlsoHave'], number[]>();

  constructor(resources: readonly NetworkResource[]) {
    this.#resources = resources;
    for (const [at, { tags, mayAlsoHave }] of resources.entries()) {
      addToGroup(this.#byOtherKeys, mayAlsoHave, at);
      for (const key of tags.keys()) addToGroup(this.#byKey, key, at);
    }
  }

  /** The resources that may have all tags of a term, and perhaps others, in their order. */
  candidates({ tags }: Pick<TagTerm, 'tags'>): readonly NetworkResource[] {
    const tag = tags.find((tag) => !decidesNothing(tag));
    if (tag === undefined) return this.#resources;

    const places = new Set(this.#byKey.get(tag.key));
    for (const [mayAlsoHave, others] of this.#byOtherKeys) {
      this.work += 1;
      if (mayAlsoHave(tag.key)) for (const at of others) places.add(at);
    }

    this.work += places.size;
    return [...places].sort((a, b) => a - b).map((at) => this.#resources[at]!);
  }
}

const indexes = new WeakMap<Collection<NetworkResource>, TagIndex>();

function indexOf(resources: Collection<NetworkResource>): TagIndex {
  const index = indexes.get(resources) ?? new TagIndex(seenIn(resources));
  indexes.set(resources, index);
  return index;
}

/** The resources of a network that may have all tags of a term, and perhaps others, in their order. */
export const candidatesFor = (
  term: Pick<TagTerm, 'tags'>,
  network: Collection<NetworkResource>,
): readonly NetworkResource[] => indexOf(network).candidates(term);

/** The resources that a node class selects. Open if that is unknown for one of them, or if it selects by something else than tags. */
export function selectedAmong(
  nodeClass: Manifest,
  selected: Selected,
  resources: Collection<NetworkResource>,
): Collection<NetworkResource> {
  const terms = selectorTermsOf(nodeClass, selected);
  if (terms.length === 0 || terms.some(({ hasOther, tags }) => hasOther || tags.length === 0))
    return collection([], [`\`${nodeClass.name}\` does not select by tags alone`]);

  const candidates = new Set(terms.flatMap((term) => candidatesFor(term, resources)));
  const network = collection(
    terms.length === 1 ? [...candidates] : seenIn(resources).filter((resource) => candidates.has(resource)),
    openReasons(resources),
  );

  return including(network, (resource) =>
    has(closed(terms), ({ tags }) => hasAll(tags.map((tag) => hasTag(resource, tag)))),
  );
}

function hasAll(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;

  if (answers.includes(undefined)) return undefined;
  return true;
}

/** Whether a resource has a tag, or may have it because something is unknown. */
export const mayHave = (resource: NetworkResource, tag: SelectorTag): boolean => hasTag(resource, tag) !== false;

/** A tag that no resource of the files has, and one of the resources that a class selected before instead. */
interface UnmatchedTag {
  readonly tag: SelectorTag;
  readonly selectedBefore: NetworkResource;
}

/**
 * The tag of a class's new terms that no resource of the repository has, while those that the class selected before are
 * still there. With the name of another cluster, the files no longer say to which one the class belongs. Undefined if
 * something in the repository may have it.
 */
export function unmatchedTag(
  { selected, terms }: { readonly selected: Selected; readonly terms: readonly TagTerm[] },
  { nodeClass, cluster }: ClassInCluster,
  head: ObjectsOfHead,
): UnmatchedTag | undefined {
  if (terms.length === 0 || terms.some(({ hasOther, tags }) => hasOther || tags.length === 0)) return undefined;

  const network = networkOf(cluster, selected);
  const [before] = seenIn(selectedAmong(nodeClass, selected, network));
  if (!isClosed(network) || before === undefined) return undefined;

  const after = resourcesOfFiles(selected, head);
  const isThere = after?.some(({ manifest }) => manifest.source.file === before.manifest.source.file);
  const hasTags = after?.some((resource) => terms.some(({ tags }) => tags.every((tag) => mayHave(resource, tag))));
  if (after === undefined || isThere !== true || hasTags === true) return undefined;

  const tag = terms[0]!.tags.find((candidate) => !after.some((resource) => mayHave(resource, candidate)));
  return tag && { tag, selectedBefore: before };
}

/** All subnets or security groups that the repository creates; undefined if Terraform of the repository may create others. */
function resourcesOfFiles(
  selected: Selected,
  { manifests, clusterOf }: ObjectsOfHead,
): readonly NetworkResource[] | undefined {
  const clusters = [...new Set(manifests.map((manifest) => clusterOf(manifest)))];
  const creators = clusters.filter(({ manifests: objects }) => objects.some(isOfTerraform));
  if (!creators.every((cluster) => isClosed(networkOf(cluster, selected)))) return undefined;
  return clusters.flatMap((cluster) => seenIn(networkOf(cluster, selected)));
}

const isOfTerraform = ({ source }: Manifest): boolean => source.origin?.tool === 'terraform';
