import { harmless, type Judgement, notUnderstood, weakest } from './judgement.ts';
import type { ReadRoot } from './ledger-input.ts';
import type { RenderedPlaces } from './rendered-places.ts';

/**
 * What the kustomizations and charts that use a file say about a change in it: what the change does to their rendered texts. Undefined if none
 * of them has anything that a review needs, or none uses it.
 */
export function judgedByRoots(what: string, file: string, rendered: RenderedPlaces): Judgement | undefined {
  const roots = (['before', 'after'] as const).flatMap((side) => rendered.rootsUsing(side, file));
  const active = roots.filter(({ isIdle }) => !isIdle);
  if (active.length === 0 && roots.length > 0 && roots.every(({ isQuiet }) => isQuiet))
    return harmless(what, `\`${roots[0]!.name}\` renders to nothing that a review needs`);
  const unseen = roots.find((root) => root.unseen !== undefined);
  if (active.length === 0 && unseen)
    return notUnderstood(file, `\`${unseen.name}\` is not rendered, because ${unseen.unseen}`);
  return weakest(active.map((root) => judgedByRoot({ what, file }, root, rendered)));
}

function judgedByRoot(
  { what, file }: { readonly what: string; readonly file: string },
  { name, rendered: text, gap }: ReadRoot,
  rendered: RenderedPlaces,
): Judgement {
  const isNear = /karpenter|node-?pool|node-?class/i.test(`${name} ${what}`);
  if (text === null) return notUnderstood(file, `\`${name}\` is not rendered`, isNear);
  const found = rendered.ofText(text);
  if (found)
    return found.class === 'not understood' ? { ...found, what: `${what}: ${found.what}` } : { ...found, what };
  return gap === undefined
    ? harmless(what, `\`${name}\` renders to the same objects`)
    : notUnderstood(what, `\`${name}\` renders to the same objects here, but ${gap}`, isNear);
}

/** A file that Terraform, or a root that was not rendered, uses, and of which no object shows anything. */
export function unshownFile(file: string, rendered: RenderedPlaces, isNear: boolean): Judgement {
  const [root] = (['after', 'before'] as const).flatMap((side) => rendered.rootsUsing(side, file));
  return root === undefined
    ? notUnderstood(file, 'Terraform reads this file, and no object shows what its values become', true)
    : notUnderstood(file, `\`${root.name}\` is not rendered`, isNear);
}
