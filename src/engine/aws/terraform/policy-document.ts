import type { Span } from '../../source.ts';
import type { Instance } from '../../terraform/modules/module.ts';
import { blockObject, terraformObject } from '../../terraform/resources/block-object.ts';
import {
  knownText,
  madeText,
  objectOf,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfValue,
  tfValueAt,
  unknown,
} from '../../terraform/values/tf-value.ts';
import { decodeYaml, encodeYaml } from '../../terraform/values/yaml-text.ts';

/** An IAM policy as an object whose `spec` is the policy in IAM's JSON grammar. */
const policyText = (name: string, at: Span, spec: TfObject): TfString =>
  encodeYaml(terraformObject('IamPolicy', { name, at, spec }));

/** The policy of an `aws_iam_policy_document`. */
export function policyDocument(instance: Instance): TfString {
  const { labels, head } = instance.block;
  const document = blockObject(instance);
  const statements = tfValueAt(document, 'statement');
  const items = statements?.kind === 'list' ? statements.items.map(statement) : [];
  // The document extends another one, or is unknown.
  const isPartial =
    document.entries.has('source_policy_documents') || document.entries.has('override_policy_documents');
  const list: TfEntry = { value: { kind: 'list', items, at: head } };
  return policyText(labels[1] ?? '', head, objectOf([['Statement', list]] as const, head, isPartial));
}

/** The policy of an `aws_iam_policy` or `aws_iam_role_policy` with JSON. */
export function writtenPolicy(instance: Instance): TfString | undefined {
  const { labels, head } = instance.block;
  const policy = tfValueAt(blockObject(instance), 'policy');
  // Rules check a JSON file as a separate file.
  const isFile = policy?.kind === 'string' && policy.pieces.every(({ form }) => form === 'file');
  const document = policy?.kind === 'string' && !isFile ? decodeYaml(policy) : undefined;
  if (document?.kind !== 'object' || !document.entries.has('Statement')) return undefined;
  const { yaml: _, ...spec } = document;
  return policyText(labels[1] ?? '', head, spec);
}

const names: Readonly<Record<string, string>> = {
  sid: 'Sid',
  effect: 'Effect',
  actions: 'Action',
  not_actions: 'NotAction',
  resources: 'Resource',
  not_resources: 'NotResource',
};

function statement(value: TfValue): TfValue {
  if (value.kind !== 'object') return value;
  const entries = [...value.entries].flatMap(([name, entry]): [string, TfEntry][] =>
    names[name] === undefined ? [] : [[names[name], entry]],
  );
  const hasEffect = value.entries.has('effect');
  const effect: [string, TfEntry][] = hasEffect ? [] : [['Effect', { value: madeText('Allow', value.at) }]];
  const conditions = tfValueAt(value, 'condition');
  const condition: [string, TfEntry][] =
    conditions?.kind === 'list' ? [['Condition', { value: tests(conditions) }]] : [];
  return objectOf([...entries, ...effect, ...condition], value.at, value.isPartial);
}

/** `condition` blocks in the nesting of IAM: test, variable, values. */
function tests(conditions: TfValue & { readonly kind: 'list' }): TfObject {
  const byTest = new Map<string, TfEntry>();
  for (const condition of conditions.items) {
    const test = knownText(tfValueAt(condition, 'test') ?? unknown(condition.at)) ?? 'unknown';
    const variable = knownText(tfValueAt(condition, 'variable') ?? unknown(condition.at)) ?? 'unknown';
    const before = byTest.get(test)?.value;
    const earlier = before?.kind === 'object' ? [...before.entries] : [];
    const values = tfValueAt(condition, 'values') ?? unknown(condition.at);
    byTest.set(test, { value: objectOf([...earlier, [variable, { value: values }]], condition.at) });
  }
  return objectOf(byTest, conditions.at);
}
