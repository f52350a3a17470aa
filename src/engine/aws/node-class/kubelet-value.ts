import { parseDuration } from '../../karpenter/api/duration.ts';
import type { KubeletFieldType } from '../../karpenter/api/kubelet-fields.ts';
import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** The types of fields, in words. */
export const expected: Readonly<Record<KubeletFieldType, string>> = {
  boolean: 'true or false',
  whole: 'a whole number below 2³¹',
  large: 'a whole number',
  number: 'a number',
  text: 'a string',
  duration: 'a duration such as `90s`',
  texts: 'a list of strings',
  textMap: 'a mapping of names to strings',
  flags: 'a mapping of names to true or false',
  list: 'a list',
  mapping: 'a mapping',
};

/** Whether Go can decode a value into the type of a field. The contents of lists and mappings with other types are not checked. */
export function isOfType(value: Value, type: KubeletFieldType): boolean {
  const isText = (value: Value): boolean => typeof value === 'string' || value === null;
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
        Object.values(value).every((item) => typeof item === 'boolean' || item === null || hasPlaceholder(item))
      );
    case 'mapping':
      return isObject(value);
    default:
      return typeof value === type;
  }
}
