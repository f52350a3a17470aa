import { isObject, type Path, type Value } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { DraftEntry, DraftList, DraftMap, type DraftNode, DraftText, dataOf, draftOfValue } from './draft.ts';
import { migrateAnnotations } from './draft-fields.ts';
import type { Remarks } from './remarks.ts';

/** Turns a v1alpha1 AWSNodeTemplate into a v1beta1 EC2NodeClass. */
export function nodeClassFromTemplate(object: DraftMap, remarks: Remarks): void {
  object.set('apiVersion', 'karpenter.k8s.aws/v1beta1');
  object.set('kind', 'EC2NodeClass');
  migrateAnnotations(object.child('metadata'));
  nodeClassSpecFromTemplate(object.childOrNew('spec'), remarks, ['spec']);
}

/** Turns the fields of an AWSNodeTemplate, which a Provisioner's inline `provider` shares, into those of a v1beta1 EC2NodeClass. */
export function nodeClassSpecFromTemplate(spec: DraftMap, remarks: Remarks, path: Path): void {
  if (spec.value('launchTemplate') !== undefined)
    remarks.impossible(
      [...path, 'launchTemplate'],
      'What `launchTemplate` sets is unknown here, and newer APIs take none',
      'Write what the launch template sets into this object, and remove the field.',
    );
  spec.drop('launchTemplate');
  for (const kind of ['ami', 'subnet', 'securityGroup']) moveSelector(spec, kind, remarks, path);
  if (remarks.isPatch) return;
  if (spec.index('amiFamily') === -1) spec.set('amiFamily', 'AL2', 0);
  if (spec.value('instanceProfile') === undefined)
    remarks.impossible(
      path,
      'The node role is not named: v1alpha1 took `defaultInstanceProfile` of the global settings, and newer APIs have none',
      'Add `instanceProfile` with the name from there.',
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
        `What \`${field}\` selects is a placeholder here`,
        'Migrate the rendered manifest.',
      );
    spec.drop(field);
    return;
  }
  const values = Object.values(dataOf(selector) as Readonly<Record<string, Value>>);
  if (values.some((value) => isObject(value) || Array.isArray(value))) {
    remarks.impossible(
      [...path, field],
      `\`${field}\` maps keys to texts, and something else stands here`,
      'Correct it first.',
    );
    return;
  }
  if (['aws-ids', 'aws::ids'].some((key) => selector.index(key) !== -1) && selector.entries.length > 1)
    remarks.changed(
      [...path, field],
      `\`${field}\` named ids and more; an id stands alone in newer APIs, so only the ids count`,
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
  // One term with the very entries that are written there, comments included.
  if (isPlainTags(selector)) {
    stringify(selector);
    return new DraftList([new DraftEntry('', new DraftMap([new DraftEntry('tags', selector)]))]);
  }
  return draftOfValue(selectorTerms(dataOf(selector) as Readonly<Record<string, Value>>) as Value);
}

/** Tag values are texts; unquoted numbers and booleans were read leniently. */
function stringify(selector: DraftMap): void {
  for (const entry of selector.entries) {
    const value = dataOf(entry.value);
    if (typeof value !== 'string') entry.value = new DraftText(String(value ?? ''));
  }
}

/** More terms than this come of no real selector. */
const mostTerms = 100;

type Term = { readonly [key: string]: Value };

/**
 * Terms that select what a v1alpha1 map did. Values hold alternatives between commas, which become one term each; entries of the map all had
 * to match, so they stand together in every term.
 */
function selectorTerms(selector: Readonly<Record<string, Value>>): readonly Term[] {
  let found: Term[] = [{}];
  for (const key of Object.keys(selector).sort()) {
    const text = String(selector[key] ?? '');
    const values = hasPlaceholder(text) && !text.includes(',') ? [text] : text.split(',').map((value) => value.trim());
    found = found.flatMap((term) => values.map((value) => withSelector(term, key, value))).slice(0, mostTerms);
  }
  // An id selects by itself, and v1 lets nothing stand beside it.
  const byId = found.filter((term) => term.id !== undefined).map(({ id }) => id!);
  return byId.length > 0 ? [...new Set(byId)].map((id) => ({ id })) : found;
}

function withSelector(term: Term, key: string, value: string): Term {
  switch (key) {
    case 'aws-ids':
    case 'aws::ids':
      return { ...term, id: value };
    case 'aws::name':
      return { ...term, name: value };
    case 'aws::owners':
      return { ...term, owner: value };
    default:
      return { ...term, tags: { ...(isObject(term.tags) ? term.tags : {}), [key]: value } };
  }
}
