import type { Span } from '../../../text/source.ts';
import { evaluate } from '../modules/evaluate.ts';
import type { Instance } from '../modules/module.ts';
import { bounded, itemsOf, type TfScope, withNames } from '../modules/tf-scope.ts';
import type { Block, Body } from '../syntax/hcl.ts';
import { madeText, objectOf, type TfEntry, type TfObject, type TfValue, unknown } from '../values/tf-value.ts';

/** Arguments that control how often and by which provider a resource is created, not what it is. */
const metaArguments = new Set(['count', 'for_each', 'provider', 'providers', 'depends_on', 'lifecycle', 'provisioner']);

/** A block as an object: its attributes, and lists of its nested blocks by type. */
export function blockObject({ block, scope }: Instance): TfObject {
  const object = bounded(bodyObject(block.body, scope, block.head), scope);
  if (object.kind === 'object') return object;
  return objectOf([], block.head, true);
}

function bodyObject(body: Body, scope: TfScope, at: Span): TfObject {
  const entries = new Map<string, TfEntry>();
  for (const [name, { value, nameAt }] of body.attributes) {
    if (metaArguments.has(name)) continue;
    entries.set(name, { value: evaluate(value, scope), key: { text: name, at: nameAt, form: 'key' } });
  }

  for (const block of body.blocks) {
    const type = block.type === 'dynamic' ? (block.labels[0] ?? '') : block.type;
    if (metaArguments.has(type)) continue;

    const items = () => {
      if (block.type === 'dynamic') return dynamicItems(block, scope);
      return [bodyObject(block.body, scope, block.head)];
    };

    const before = entries.get(type)?.value;
    const earlier = before?.kind === 'list' ? before.items : [];
    const key = { text: type, at: block.head, form: 'made' } as const;

    entries.set(type, { value: { kind: 'list', items: [...earlier, ...items()], at: block.head }, key });
  }

  return objectOf(entries, at);
}

/** The blocks that a `dynamic` block generates. */
function dynamicItems({ body, labels, head }: Block, scope: TfScope): TfValue[] {
  const forEach = body.attributes.get('for_each')?.value;
  const content = body.blocks.find(({ type }) => type === 'content');
  const items = forEach && itemsOf(evaluate(forEach, scope), scope);
  if (!items || !content) return [unknown(head)];

  return items.map(({ key, value }) => {
    const item = objectOf(
      [
        ['key', { value: key }],
        ['value', { value }],
      ] as const,
      value.at,
    );

    return bodyObject(content.body, withNames(scope, [labels[0] ?? ''], { key, value: item }), head);
  });
}

/** An object that represents something in Terraform, so that rules can check it like any other object. */
export function terraformObject(
  kind: string,
  { name, at, spec }: { name: string; at: Span; spec: TfObject },
): TfObject {
  const text = (value: string): TfEntry => ({ value: madeText(value, at) });
  return objectOf(
    [
      ['apiVersion', text('terraform/v1')],
      ['kind', text(kind)],
      ['metadata', { value: objectOf([['name', text(name)]] as const, at) }],
      ['spec', { value: spec }],
    ],
    at,
  );
}
