import { asList, asMapping, type Value } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/placeholder.ts';

/**
 * Whether two lists of `amiSelectorTerms` have no image in common for certain, so that every node drifts: other versions behind one
 * kind of alias, other ids, or other names without a wildcard. What tags, `@latest` or SSM parameters stand for, nobody knows here.
 */
export function selectsOtherImages(before: Value | undefined, after: Value | undefined): boolean {
  const [was, is] = [imagesOf(before), imagesOf(after)];
  return was !== null && is !== null && was.kind === is.kind && ![...was.images].some((image) => is.images.has(image));
}

interface Images {
  /** Images told in different ways may be the same. */
  readonly kind: 'alias' | 'id' | 'name';
  readonly images: ReadonlySet<string>;
}

/** The images of all terms, where each names one for certain. */
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
  if (typeof alias === 'string' && !alias.endsWith('@latest'))
    return { kind: 'alias', image: alias.replace('@v', '@') };
  if (typeof id === 'string') return { kind: 'id', image: id };
  if (typeof name === 'string' && !/[*?]/.test(name)) return { kind: 'name', image: JSON.stringify([owner, name]) };
  return undefined;
}
