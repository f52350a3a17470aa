import { type Collection, collection } from '../text/evidence.ts';
import { listIf } from '../text/list-if.ts';
import { asList, isObject, type Manifest, type Path, type Value } from './model/manifest.ts';
import { hasPlaceholder } from './yaml/placeholder.ts';

/** An item of a list in an object. */
interface ShownItem {
  readonly path: Path;
  readonly value: Value;
}

/** The items of a list. It is open if a template may add some: the whole list, one of its items, or lines around it are unknown. */
export function itemsAt(manifest: Manifest, path: Path): Collection<ShownItem> {
  const list = manifest.get(path);
  const items = asList(list).map((value, index) => ({ path: [...path, index], value }));
  const shown = items.filter(({ value }) => isObject(value) || !hasPlaceholder(value));
  const isUnknown = hasPlaceholder(list) || shown.length < items.length;

  return collection(shown, [
    ...listIf(isUnknown, `\`${path.at(-1)}\` of \`${manifest.name}\` is a placeholder`),
    ...listIf(manifest.isPartial, `template lines of \`${manifest.name}\` may add some`),
  ]);
}
