import { evaluate } from '../../manifest/terraform/modules/evaluate.ts';
import type { Instance } from '../../manifest/terraform/modules/module.ts';
import type { TfScope } from '../../manifest/terraform/modules/tf-scope.ts';
import { blockObject, terraformObject } from '../../manifest/terraform/resources/block-object.ts';
import type { NamedText } from '../../manifest/terraform/resources/named-text.ts';
import { type ResourceMaker, resourceAsItIs, withIgnored } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Body } from '../../manifest/terraform/syntax/hcl.ts';
import {
  madeText,
  objectOf,
  placeholder,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfValue,
  textOf,
  tfValueAt,
  unknown,
} from '../../manifest/terraform/values/tf-value.ts';
import { decodeYaml, encodeYaml } from '../../manifest/terraform/values/yaml-text.ts';
import { ownValue } from '../../text/own-value.ts';
import type { Span } from '../../text/source.ts';

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

/** The policy of an `aws_iam_policy` or `aws_iam_role_policy` with JSON; else the resource as it is, with what its policy refers to. */
export const writtenPolicy: ResourceMaker = (instance) => {
  const { block, scope, address } = instance;
  const { labels, head } = block;
  const spec = policyIn(block.body, 'policy', scope);
  if (spec) return [{ name: address, text: policyText(labels[1] ?? '', head, spec) }];
  return resourceAsItIs(instance);
};

/** An `aws_iam_role`, whose trust policy is an object if it is written in the role, and its inline policies. */
export function iamRole(instance: Instance): NamedText[] {
  const { block, scope, address } = instance;
  const { labels, head, body } = block;
  const { entries, at, isPartial } = blockObject(instance);
  const key = 'assume_role_policy';
  const trust = policyIn(body, key, scope);
  const fields = trust ? new Map([...entries, [key, { ...entries.get(key), value: trust }]]) : entries;
  const role = terraformObject('aws_iam_role', {
    name: labels[1] ?? '',
    at: head,
    spec: objectOf(fields, at, isPartial),
  });

  const inline = body.blocks.flatMap((block, index): NamedText[] => {
    const spec = block.type === 'inline_policy' ? policyIn(block.body, 'policy', scope) : undefined;
    if (spec)
      return [{ name: `${address}.inline_policy[${index}]`, text: policyText(labels[1] ?? '', block.head, spec) }];

    return [];
  });

  return [{ name: address, text: encodeYaml(role) }, ...inline];
}

/** A resource as it is, whose `policy` is an object if it is written in the resource. */
export const resourceWithPolicy: ResourceMaker = (instance) => withPolicyAt('policy', instance);

/** A policy of an organization, whose content is an object if it is written in the resource. */
export const organizationPolicy: ResourceMaker = (instance) => withPolicyAt('content', instance);

function withPolicyAt(key: string, instance: Instance): NamedText[] {
  const { block, scope, address } = instance;
  const { entries, at, isPartial } = withIgnored(blockObject(instance), block);
  const policy = policyIn(block.body, key, scope);
  const fields = policy ? new Map([...entries, [key, { ...entries.get(key), value: policy }]]) : entries;
  const spec = objectOf(fields, at, isPartial);
  const [kind = '', name = ''] = block.labels;

  return [{ name: address, text: encodeYaml(terraformObject(kind, { name, at: block.head, spec })) }];
}

/** The policy in an attribute, if it is written there as JSON. */
function policyIn({ attributes }: Body, name: string, scope: TfScope): TfObject | undefined {
  const expression = attributes.get(name)?.value;
  if (!expression) return undefined;

  const within = { ...scope, keepsPartialKeys: true };
  // As a text, unknown values would make the policy unreadable.
  const isEncoded = expression.kind === 'call' && expression.name === 'jsonencode' && expression.args.length === 1;
  const policy = evaluate(isEncoded ? expression.args[0]! : expression, within);
  // Rules check a JSON file as a separate file.
  const isFile = policy.kind === 'string' && policy.pieces.every(({ form }) => form === 'file');
  const document = policy.kind === 'string' && !isFile ? decodeYaml(policy) : policy;
  if (document.kind !== 'object' || !document.entries.has('Statement')) return undefined;

  const { yaml: _, ...spec } = document;
  return spec;
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

  const entries = [...value.entries].flatMap(([name, entry]): [string, TfEntry][] => {
    const element = ownValue(names, name);
    if (element === undefined) return [];
    return [[element, entry]];
  });

  const hasEffect = value.entries.has('effect');

  const effect = (): [string, TfEntry][] => {
    if (hasEffect) return [];
    return [['Effect', { value: madeText('Allow', value.at) }]];
  };

  const principals = (['principals', 'not_principals'] as const).flatMap((key): [string, TfEntry][] => {
    const blocks = tfValueAt(value, key);
    if (blocks?.kind === 'list') return [[principalNames[key], { value: identifiers(blocks) }]];
    return [];
  });

  const conditions = tfValueAt(value, 'condition');
  const condition: [string, TfEntry][] =
    conditions?.kind === 'list' ? [['Condition', { value: tests(conditions) }]] : [];

  return objectOf([...entries, ...effect(), ...principals, ...condition], value.at, value.isPartial);
}

const principalNames = { principals: 'Principal', not_principals: 'NotPrincipal' } as const;

/** `principals` blocks in the nesting of IAM: type, identifiers. */
function identifiers(blocks: TfValue & { readonly kind: 'list' }): TfObject {
  const byType = new Map<string, TfEntry>();
  for (const block of blocks.items) {
    const type = keyText(tfValueAt(block, 'type'), block);
    const list = tfValueAt(block, 'identifiers') ?? unknown(block.at);
    const before = byType.get(type)?.value;
    const items = [before, list].flatMap((value) => {
      if (value?.kind === 'list') return value.items;
      if (value) return [value];
      return [];
    });

    byType.set(type, { value: { kind: 'list', items, at: block.at } });
  }

  return objectOf(byType, blocks.at);
}

/** The text of a name, with placeholders for what is unknown. */
const keyText = (value: TfValue | undefined, { at }: TfValue): string => {
  if (value?.kind === 'string') return textOf(value);
  return placeholder(value?.kind === 'unknown' ? value : unknown(at)).text;
};

/** `condition` blocks in the nesting of IAM: test, variable, values. */
function tests(conditions: TfValue & { readonly kind: 'list' }): TfObject {
  const byTest = new Map<string, TfEntry>();
  for (const condition of conditions.items) {
    const test = keyText(tfValueAt(condition, 'test'), condition);
    const variable = keyText(tfValueAt(condition, 'variable'), condition);
    const before = byTest.get(test)?.value;
    const earlier = before?.kind === 'object' ? [...before.entries] : [];
    const values = tfValueAt(condition, 'values') ?? unknown(condition.at);

    byTest.set(test, { value: objectOf([...earlier, [variable, { value: values }]], condition.at) });
  }

  return objectOf(byTest, conditions.at);
}
