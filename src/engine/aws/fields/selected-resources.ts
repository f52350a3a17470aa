import type { Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, closed, collection, has, including, openReasons, seenIn } from '../../text/evidence.ts';
import { addToGroup } from '../../text/group-by.ts';
import type { NetworkResource } from './network-resources.ts';
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
