import { isObject, type Value } from '../manifest/manifest.ts';
import { mappingsOf, stringOf, stringsOf } from './yaml-data.ts';

type Data = { readonly [key: string]: Value };

/** Whether a label selector of Kubernetes picks these labels; one that cannot be read picks nothing. */
export function isSelected(labels: Data, { matchLabels, matchExpressions }: Data): boolean {
  const labelOf = (key: string): string | undefined =>
    Object.hasOwn(labels, key) && labels[key] !== null ? String(labels[key]) : undefined;
  const wanted = isObject(matchLabels) ? Object.entries(matchLabels) : [];
  return (
    wanted.every(([key, value]) => labelOf(key) === String(value)) &&
    mappingsOf(matchExpressions).every(({ key, operator, values }) =>
      isMatch(labelOf(stringOf(key) ?? ''), stringOf(operator) ?? '', stringsOf(values)),
    )
  );
}

function isMatch(value: string | undefined, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
