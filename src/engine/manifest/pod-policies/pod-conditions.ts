import { asList, asMapping, asText, isObject, type Mapping, type Value } from '../model/manifest.ts';

/** What a policy requires of the pod itself: exact values in its node selector and its labels. */
export interface PodConditions {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

type Condition = readonly [field: keyof PodConditions, key: string, value: string];

const noConditions: PodConditions = { nodeSelector: {}, labels: {} };

function conditionsOf(conditions: readonly (readonly Condition[] | undefined)[]): PodConditions | undefined {
  let all = noConditions;

  for (const alternatives of conditions) {
    if (alternatives === undefined) return undefined;

    for (const [field, key, value] of alternatives) {
      // Two values of one key hold for no pod, which is left to whoever applies the policy.
      if (all[field][key] !== undefined && all[field][key] !== value) return undefined;
      all = { ...all, [field]: { ...all[field], [key]: value } };
    }
  }

  return all;
}

const fieldOf = (path: string): keyof PodConditions => {
  if (path.endsWith('labels')) return 'labels';
  return 'nodeSelector';
};

/** A value of a pod's map as Kyverno writes it, which is the empty text if the pod has none. Its quotes may still be those of YAML. */
const kyvernoField =
  /^\{\{\s*request\.object\.(spec\.nodeSelector|metadata\.labels)\.\\?"([\w./-]{1,317})\\?"\s*(?:\|\|\s*(?:'{2}|'{4}|"")\s*)?\}\}$/;

const equals: ReadonlySet<string> = new Set(['equal', 'equals', 'anyin', 'allin', 'in']);

/**
 * The preconditions of a rule of Kyverno. Undefined if one is about anything but exact values of the node selector and the labels.
 * Source: kyverno.io/docs/policy-types/cluster-policy/preconditions.
 */
export function kyvernoConditions(preconditions: Value | undefined): PodConditions | undefined {
  if (preconditions === undefined) return noConditions;

  const { all, any, ...others } = asMapping(preconditions) ?? {};
  const alternatives = asList(any);
  if (!isObject(preconditions) || Object.keys(others).length > 0 || alternatives.length > 1) return undefined;

  return conditionsOf([...asList(all), ...alternatives].map(kyvernoCondition));
}

function kyvernoCondition(entry: Value): readonly Condition[] | undefined {
  const { key, operator, value, message: _, ...others } = asMapping(entry) ?? {};
  const [, path, label] = kyvernoField.exec(asText(key) ?? '') ?? [];
  const values = (Array.isArray(value) ? asList(value) : [value]).map((item) => asText(item));
  const [only] = values;

  if (path === undefined || label === undefined || Object.keys(others).length > 0) return undefined;
  if (!equals.has((asText(operator) ?? '').toLowerCase()) || values.length !== 1 || !only) return undefined;
  if (only.includes('{{') || /[*?]/.test(only)) return undefined;

  return [[fieldOf(path), label, only]];
}

const celPath = String.raw`object\.(?:\?)?(spec\.\??nodeSelector|metadata\.\??labels)`;
const celKey = String.raw`\[\??['"]([\w./-]{1,317})['"]\]`;
const celEquals = new RegExp(`^${celPath}${celKey}(?:\\.orValue\\(['"]{2}\\))?\\s*==\\s*['"]([\\w.-]{1,63})['"]$`);
const celIsThere = new RegExp(`^(?:has\\(${celPath}\\)|['"][\\w./-]{1,317}['"]\\s+in\\s+${celPath})$`);

/**
 * The match conditions of a MutatingAdmissionPolicy, which must all hold. Undefined if one is about anything but exact values of the node
 * selector and the labels. Source: kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy.
 */
export const celConditions = (conditions: Value | undefined): PodConditions | undefined =>
  conditionsOf(
    asList(conditions)
      .flatMap((condition): string[] => (asText(asMapping(condition)?.expression) ?? '?').split('&&'))
      .map((clause) => celCondition(clause.trim())),
  );

function celCondition(clause: string): readonly Condition[] | undefined {
  // That a map or a key is there follows from the value that is compared. Alone it is no condition that is read.
  if (celIsThere.test(clause)) return [];

  const [, path, key, value] = celEquals.exec(clause) ?? [];
  if (path === undefined || key === undefined || value === undefined) return undefined;
  return [[fieldOf(path), key, value]];
}

/** Whether a pod has the values that a policy requires. */
export function meetsConditions(pod: Mapping, { nodeSelector, labels }: PodConditions): boolean {
  const has = (values: Value | undefined, wanted: Readonly<Record<string, string>>): boolean =>
    Object.entries(wanted).every(([key, value]) => asText(asMapping(values)?.[key]) === value);

  return has(asMapping(pod.spec)?.nodeSelector, nodeSelector) && has(asMapping(pod.metadata)?.labels, labels);
}
