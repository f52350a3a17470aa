import type { Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, closed, collection, has, including } from '../../text/evidence.ts';
import type { NetworkResource } from './network-resources.ts';
import { type Selected, type SelectorTag, selectorTermsOf } from './selector-fields.ts';
import { matchesFilter } from './tag-pattern.ts';

/** Whether a resource has a tag that a term selects by; undefined if something decides that is unknown. */
export function hasTag(resource: NetworkResource, tag: SelectorTag): boolean | undefined {
  // The API server refuses empty values.
  if (hasPlaceholder(tag.key) || tag.value === '') return undefined;
  const given = resource.tags.get(tag.key);
  if (!given) {
    if (resource.mayAlsoHave(tag.key)) return undefined;
    return false;
  }
  if (given.value === undefined || hasPlaceholder(tag.value)) return undefined;
  return filtersOf(tag).some((filter) => matchesFilter(given.value!, filter));
}

/** The values that a tag is compared with. Before v1beta1, commas separated several. */
const filtersOf = ({ value }: SelectorTag): readonly string[] => value.split(',').map((filter) => filter.trim());

/** The resources that a node class selects. Open if that is unknown for one of them, or if it selects by something else than tags. */
export function selectedAmong(
  nodeClass: Manifest,
  selected: Selected,
  resources: Collection<NetworkResource>,
): Collection<NetworkResource> {
  const terms = selectorTermsOf(nodeClass, selected);
  if (terms.length === 0 || terms.some(({ hasOther, tags }) => hasOther || tags.length === 0))
    return collection([], [`\`${nodeClass.name}\` does not select by tags alone`]);

  return including(resources, (resource) =>
    has(closed(terms), ({ tags }) => hasAll(tags.map((tag) => hasTag(resource, tag)))),
  );
}

function hasAll(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;

  if (answers.includes(undefined)) return undefined;
  return true;
}
