import { isObject, type Mapping, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { DraftEntry, DraftList, DraftMap, type DraftNode, DraftText, dataOf, draftOfValue } from './draft.ts';
import { migrateAnnotations } from './draft-fields.ts';
import type { Remarks } from './remarks.ts';

/** Converts a v1alpha1 AWSNodeTemplate to a v1beta1 EC2NodeClass. */
export function nodeClassFromTemplate(object: DraftMap, remarks: Remarks): void {
  object.set('apiVersion', 'karpenter.k8s.aws/v1beta1');
  object.set('kind', 'EC2NodeClass');
  migrateAnnotations(object.child('metadata'));
  nodeClassSpecFromTemplate(object.childOrNew('spec'), remarks, ['spec']);
}

/** Converts the fields of an AWSNodeTemplate, which are also those of a Provisioner's inline `provider`, to a v1beta1 EC2NodeClass. */
export function nodeClassSpecFromTemplate(spec: DraftMap, remarks: Remarks, path: Path): void {
  if (spec.value('launchTemplate') !== undefined)
    remarks.impossible(
      [...path, 'launchTemplate'],
      'The content of `launchTemplate` is unknown, and newer APIs do not support launch templates',
      'Copy the settings of the launch template into this object, and remove the field.',
    );

  spec.drop('launchTemplate');
  for (const kind of ['ami', 'subnet', 'securityGroup']) moveSelector(spec, kind, remarks, path);
  if (remarks.isPatch) return;

  if (spec.index('amiFamily') === -1) spec.set('amiFamily', 'AL2', 0);

  if (spec.value('instanceProfile') === undefined)
    remarks.impossible(
      path,
      'The node role is missing. v1alpha1 used `defaultInstanceProfile` of the global settings, which newer APIs do not have',
      'Add `instanceProfile` with the name from the global settings.',
    );
}

/** `subnetSelector` becomes `subnetSelectorTerms`. */
function moveSelector(spec: DraftMap, kind: string, remarks: Remarks, path: Path): void {
  const field = `${kind}Selector`;
  const index = spec.index(field);
  const selector = spec.child(field);

  if (index === -1) return;

  const entry = spec.entries[index]!;

  if (selector === undefined || selector.isEmpty) {
    if (typeof dataOf(entry.value) === 'string')
      remarks.impossible(
        [...path, field],
        `\`${field}\` contains a placeholder that decides how it is migrated`,
        'Migrate the rendered manifest.',
      );

    spec.drop(field);
    return;
  }

  const values = Object.values(dataOf(selector) as Readonly<Record<string, Value>>);
  if (values.some((value) => isObject(value) || Array.isArray(value))) {
    remarks.impossible(
      [...path, field],
      `\`${field}\` must be a mapping of strings`,
      'Correct it, then migrate again.',
    );

    return;
  }

  if (['aws-ids', 'aws::ids'].some((key) => selector.index(key) !== -1) && selector.entries.length > 1)
    remarks.changed(
      [...path, field],
      `\`${field}\` had ids and other keys. Newer APIs allow no other keys with an id, so only the ids are kept`,
    );

  entry.key = `${field}Terms`;
  entry.value = termsOf(selector);
}

const isPlainTags = (selector: DraftMap): boolean =>
  selector.entries.every(({ key, value }) => {
    const text = String(dataOf(value) ?? '');
    return !['aws-ids', 'aws::ids', 'aws::name', 'aws::owners'].includes(key) && !text.includes(',');
  });

function termsOf(selector: DraftMap): DraftNode {
  // One term with the entries as they are written, including comments.
  if (isPlainTags(selector)) {
    stringify(selector);
    return new DraftList([new DraftEntry('', new DraftMap([new DraftEntry('tags', selector)]))]);
  }
  return draftOfValue(selectorTerms(dataOf(selector) as Readonly<Record<string, Value>>) as Value);
}

/** Turns tag values into strings, because v1alpha1 also accepted unquoted numbers and booleans. */
function stringify(selector: DraftMap): void {
  for (const entry of selector.entries) {
    const value = dataOf(entry.value);
    if (typeof value !== 'string') entry.value = new DraftText(String(value ?? ''));
  }
}

/** No real selector results in more terms than this. */
const mostTerms = 100;

/**
 * The terms that select the same as a v1alpha1 map. Values contain alternatives between commas, which become one term each. All entries
 * of the map had to match, so every term has all of them.
 */
function selectorTerms(selector: Readonly<Record<string, Value>>): readonly Mapping[] {
  let terms: Mapping[] = [{}];

  for (const key of Object.keys(selector).sort()) {
    const text = String(selector[key] ?? '');
    const values = hasPlaceholder(text) && !text.includes(',') ? [text] : text.split(',').map((value) => value.trim());
    terms = terms.flatMap((term) => values.map((value) => withSelector(term, key, value))).slice(0, mostTerms);
  }

  // v1 allows no other fields in a term with an id.
  const byId = terms.filter((term) => term.id !== undefined).map(({ id }) => id!);
  if (byId.length > 0) return [...new Set(byId)].map((id) => ({ id }));
  return terms;
}

function withSelector(term: Mapping, key: string, value: string): Mapping {
  switch (key) {
    case 'aws-ids':
    case 'aws::ids':
      return { ...term, id: value };
    case 'aws::name':
      return { ...term, name: value };
    case 'aws::owners':
      return { ...term, owner: value };
    default:
      return { ...term, tags: { ...(isObject(term.tags) && term.tags), [key]: value } };
  }
}
