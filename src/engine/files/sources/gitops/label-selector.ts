import { selects } from '../../../karpenter/api/label-selector.ts';
import { isObject, type Mapping } from '../../../manifest/model/manifest.ts';
import { mappingsOf, stringOf, stringsOf } from '../repository/yaml-data.ts';

/**
 * Whether a Kubernetes label selector, as parsed from YAML, matches these labels. A selector that cannot be read matches
 * nothing.
 */
export function isSelected(labels: Mapping, { matchLabels, matchExpressions }: Mapping): boolean {
  const selector = {
    matchLabels: isObject(matchLabels) ? textsOf(matchLabels) : {},
    matchExpressions: mappingsOf(matchExpressions).map(({ key, operator, values }) => ({
      key: stringOf(key) ?? '',
      operator: stringOf(operator) ?? '',
      values: stringsOf(values),
    })),
  };

  const entries = Object.entries(labels).filter(([, value]) => value !== null);
  return selects(selector, textsOf(Object.fromEntries(entries)));
}

const textsOf = (values: Mapping): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
