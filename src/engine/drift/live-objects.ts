import { isObject, type Manifest, type Value } from '../manifest/manifest.ts';
import { kindOf } from '../plan/kinds.ts';

type Fields = { readonly [key: string]: Value };

/** Karpenter's objects of a side by kind and name, whatever version they are written in. */
export const kindAndName = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Which of a side's objects are compared: what people write for Karpenter. */
export const isCompared = (manifest: Manifest): boolean => kindOf(manifest) !== undefined && manifest.name !== '';

/**
 * A live object as far as somebody wanted it: without status and bookkeeping, and of labels and annotations only those that
 * the file names too. Controllers, kubectl and GitOps tools write their own beside, and Karpenter reads none of them.
 */
export function wantedPart(live: Fields, file: Fields | undefined): Fields {
  const { status: _, metadata, ...rest } = live;
  const [own, wanted] = [metadata, file?.metadata].map((value) => (isObject(value) ? value : {})) as [Fields, Fields];
  return {
    ...rest,
    metadata: {
      name: own.name ?? '',
      ...only(own.labels, wanted.labels, 'labels'),
      ...only(own.annotations, wanted.annotations, 'annotations'),
    },
  };
}

function only(live: Value | undefined, file: Value | undefined, name: string): Fields {
  if (!isObject(live) || !isObject(file)) return {};
  const kept = Object.entries(live).filter(([key]) => Object.hasOwn(file, key));
  return kept.length === 0 ? {} : { [name]: Object.fromEntries(kept) };
}
