import { isObject, type Value } from '../../manifest/manifest.ts';

/** Labels by which people and tools commonly select, whether somebody does so today or not. */
const customary = [
  ...['app', 'component', 'k8s-app', 'name', 'release', 'role', 'tier', 'version'],
  ...['app.kubernetes.io/component', 'app.kubernetes.io/instance', 'app.kubernetes.io/name'],
  ...['app.kubernetes.io/part-of', 'app.kubernetes.io/version', 'kubernetes.io/metadata.name'],
];

/** Labels that controllers give to the pods they make. */
const ofControllers = [
  ...['apps.kubernetes.io/pod-index', 'batch.kubernetes.io/job-completion-index', 'batch.kubernetes.io/job-name'],
  ...['controller-revision-hash', 'job-name', 'pod-template-hash', 'rollouts-pod-template-hash'],
  'statefulset.kubernetes.io/pod-name',
];

/** Label keys that are kept in any case. */
export const customaryKeys: readonly string[] = [...customary, ...ofControllers];

/** Keys that the label selectors below a value name, wherever they stand; those of node affinity are among them. */
export function addSelectorKeys(value: Value | undefined, keys: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) addSelectorKeys(item, keys);
    return;
  }
  if (!isObject(value)) return;
  for (const [field, entry] of Object.entries(value)) {
    if (field === 'matchLabels' && isObject(entry)) for (const key of Object.keys(entry)) keys.add(key);
    else if (field === 'matchLabelKeys' || field === 'mismatchLabelKeys') addTexts(entry, keys);
    else if (field === 'matchExpressions') addTexts(keysOf(entry), keys);
    else addSelectorKeys(entry, keys);
  }
}

const keysOf = (expressions: Value): readonly Value[] =>
  Array.isArray(expressions) ? expressions.flatMap((item: Value) => (isObject(item) ? (item.key ?? []) : [])) : [];

function addTexts(values: Value, keys: Set<string>): void {
  if (Array.isArray(values)) for (const item of values) if (typeof item === 'string') keys.add(item);
}
