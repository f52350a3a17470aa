import { parseDuration } from '../../api/duration.ts';
import type { KubeletFieldType } from '../../api/kubelet-fields.ts';
import { isObject, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** What a field takes, in words. */
export const expected: Readonly<Record<KubeletFieldType, string>> = {
  boolean: 'true or false',
  whole: 'a whole number below 2³¹',
  large: 'a whole number',
  number: 'a number',
  text: 'a text',
  duration: 'a duration, such as `90s`',
  texts: 'a list of texts',
  textMap: 'texts by name',
  flags: 'true or false by name',
  list: 'a list',
  mapping: 'a mapping',
};

/** Whether a value has the type of a field, as Go decodes it; what stands within lists and mappings of more is not looked at. */
export function isOfType(value: Value, type: KubeletFieldType): boolean {
  const isText = (one: Value): boolean => typeof one === 'string' || one === null;
  switch (type) {
    case 'whole':
      return typeof value === 'number' && (value | 0) === value;
    case 'large':
      return Number.isInteger(value);
    case 'text':
      return isText(value);
    case 'duration':
      return typeof value === 'string' && parseDuration(value) !== undefined;
    case 'texts':
      return Array.isArray(value) && value.every(isText);
    case 'list':
      return Array.isArray(value);
    case 'textMap':
      return isObject(value) && Object.values(value).every(isText);
    case 'flags':
      return (
        isObject(value) &&
        Object.values(value).every((one) => typeof one === 'boolean' || one === null || hasPlaceholder(one))
      );
    case 'mapping':
      return isObject(value);
    default:
      return typeof value === type;
  }
}
