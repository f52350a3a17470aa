import { isObject, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { isTemplateOfObject } from '../structural/placeholder-faults.ts';

/** Whether the whole object is known: it contains no placeholders, and no template adds to it. */
export const isFullyKnown = ({ isPartial, object }: Manifest): boolean =>
  !isPartial && isPlain(object as Value) && !isTemplateOfObject({ object });

const isPlain = (value: Value): boolean => {
  if (Array.isArray(value)) return value.every(isPlain);

  if (isObject(value)) return Object.entries(value).every(([key, child]) => !hasPlaceholder(key) && isPlain(child));

  return !hasPlaceholder(value);
};
