import type { ChangedValue } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { EffectCause, FieldChange } from '../../manifest/change.ts';
import { asList, asMapping, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

type Known = Pick<FieldChange, 'effect' | 'cause' | 'reason'>;

/**
 * The certain effect of changed selector terms of an EC2NodeClass. Undefined if it depends on what the terms select in the account.
 * Source: provider-aws pkg/cloudprovider/drift.go isAMIDrifted, isSubnetDrifted, isCapacityReservationDrifted.
 */
export function changedSelection(cause: EffectCause, { before, after }: ChangedValue): Known | undefined {
  if (cause === 'ami') {
    if (selectsOtherImages(before, after)) return { ...allOthers('images'), cause };
    return undefined;
  }
  if (cause === 'security-groups') return changedSecurityGroups(before, after);
  if (cause !== 'subnets' && cause !== 'capacity-reservations') return undefined;

  if (holdsAll(after, before))
    return {
      effect: 'new-nodes',
      cause,
      reason: 'selects more than before: running nodes stay, and new nodes may use the additional ones',
    };

  if (cause === 'subnets' && haveOtherIds(before, after)) return { ...allOthers('subnets'), cause };
  return undefined;
}

/**
 * The effect of other terms for security groups. Nodes drift if they select another set of groups, and the terms are no part of the drift hash.
 * Undefined if the set certainly differs, or if a term is only added or taken away, which is done to change the set.
 */
function changedSecurityGroups(before: Value | undefined, after: Value | undefined): Known | undefined {
  if (holdsAll(after, before) || holdsAll(before, after)) return undefined;
  const [oldTerms, newTerms] = [asList(before), asList(after)];
  const areOthers = oldTerms.every((term) =>
    newTerms.every((other) => selectsOthers(asMapping(term) ?? {}, asMapping(other) ?? {})),
  );
  if (areOthers) return undefined;
  return { effect: 'unknown', cause: 'security-groups', reason: mayBeSameGroups };
}

const mayBeSameGroups =
  'selects the security groups in another way: if the set differs, all nodes drift and must be replaced, and if it is the same, they stay';

/** Whether two terms certainly have no security group in common: another id, another name, or another value of the same tag. */
function selectsOthers(term: Mapping, other: Mapping): boolean {
  const differ = (a: Value | undefined, b: Value | undefined): boolean =>
    typeof a === 'string' &&
    typeof b === 'string' &&
    a !== b &&
    ![a, b].some((text) => /[*?]/.test(text) || hasPlaceholder(text));

  const [tags, others] = [asMapping(term.tags) ?? {}, asMapping(other.tags) ?? {}];

  return (
    differ(term.id, other.id) ||
    differ(term.name, other.name) ||
    Object.keys(tags).some((key) => differ(tags[key], others[key]))
  );
}

const allOthers = (what: string) =>
  ({
    effect: 'all-nodes',
    reason: `selects none of the ${what} from before: all nodes drift and must be replaced`,
  }) as const;

/** Whether one list contains every term of another. Terms are alternatives. */
function holdsAll(terms: Value | undefined, wanted: Value | undefined): boolean {
  const texts = new Set(asList(terms).map((term) => JSON.stringify(term)));
  return texts.size > 0 && asList(wanted).every((term) => texts.has(JSON.stringify(term)));
}

function haveOtherIds(before: Value | undefined, after: Value | undefined): boolean {
  const [oldIds, newIds] = [before, after].map((terms) => asList(terms).map((term) => asMapping(term)?.id));
  const areIds = [...oldIds!, ...newIds!].every((id) => typeof id === 'string' && !hasPlaceholder(id));
  return areIds && oldIds!.length > 0 && newIds!.length > 0 && !oldIds!.some((id) => newIds!.includes(id));
}

/**
 * Whether two lists of `amiSelectorTerms` certainly have no image in common: they have other versions in aliases, other ids, or other
 * names without wildcards. Aliases of different families never share an image, even with `@latest`. The images of tags and SSM parameters
 * are unknown here.
 */
export function selectsOtherImages(before: Value | undefined, after: Value | undefined): boolean {
  const [oldImages, newImages] = [imagesOf(before), imagesOf(after)];
  if (oldImages === null || newImages === null || oldImages.kind !== newImages.kind) return false;
  return ![...oldImages.images].some((image) => [...newImages.images].some((other) => mayBeSameImage(image, other)));
}

/** Whether two images of one kind are the same. `@latest` may be any version of its family. */
function mayBeSameImage(image: string, other: string): boolean {
  const [[family, version], [otherFamily, otherVersion]] = [image.split('@'), other.split('@')];
  const isOpen = [version, otherVersion].includes('latest');
  return image === other || (isOpen && family === otherFamily);
}

interface Images {
  /** Images of different kinds of terms may be the same. */
  readonly kind: 'alias' | 'id' | 'name';
  readonly images: ReadonlySet<string>;
}

/** The images of all terms, if each term names exactly one. */
function imagesOf(terms: Value | undefined): Images | null {
  const images = asList(terms).map((term) => imageOf(asMapping(term) ?? {}));
  const [first] = images;
  if (!first || images.some((image) => image?.kind !== first.kind)) return null;
  return { kind: first.kind, images: new Set(images.map((image) => image!.image)) };
}

function imageOf(term: { readonly [key: string]: Value }): { kind: Images['kind']; image: string } | undefined {
  const { alias, id, name, owner = '', ...others } = term;
  if (Object.keys(others).length > 0 || hasPlaceholder(JSON.stringify(term))) return undefined;
  // Bottlerocket's versions are written with and without `v`.
  if (typeof alias === 'string') return { kind: 'alias', image: alias.replace('@v', '@') };
  if (typeof id === 'string') return { kind: 'id', image: id };
  if (typeof name === 'string' && !/[*?]/.test(name)) return { kind: 'name', image: JSON.stringify([owner, name]) };

  return undefined;
}
