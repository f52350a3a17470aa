import { ownValue } from '../../../text/own-value.ts';
import type { Attribute, Block, Body, Expression } from '../syntax/hcl.ts';
import { ignoresAll, ignoresWhole } from '../syntax/ignored-arguments.ts';
import type { TfValue } from '../values/tf-value.ts';

/** The block of a resource before a change. */
export interface EarlierBlock {
  readonly block: Block;
  /** The value that an expression of the block had, for the instance with these names; undefined if there was no such instance. */
  valueBefore(expression: Expression, names: ReadonlyMap<string, TfValue>): TfValue | undefined;
}

/** The argument that has the whole object of a resource, by its type. */
export const objectArguments: Readonly<Record<string, string>> = {
  kubectl_manifest: 'yaml_body',
  kubernetes_manifest: 'manifest',
  kubernetes_manifest_v1: 'manifest',
};

/** Arguments of Terraform itself, whose changes it never ignores. */
const terraformArguments = new Set([
  ...['count', 'for_each', 'provider', 'depends_on', 'lifecycle', 'provisioner', 'connection'],
]);

/** Where a rule says itself what Terraform ignores. */
const isJudgedElsewhere = (block: Block, name: string): boolean => {
  const type = block.labels[0] ?? '';
  if (type === 'aws_eks_node_group' && name === 'scaling_config') return !ignoresAll(block);
  return ownValue(objectArguments, type) === name;
};

/**
 * Whether Terraform leaves an argument of a resource as it was. What may replace the resource makes it get all of its
 * arguments, so nothing is ignored next to `replace_triggered_by`.
 */
export const staysAsBefore = (block: Block, name: string): boolean =>
  !terraformArguments.has(name) &&
  ignoresWhole(block, name) &&
  !isJudgedElsewhere(block, name) &&
  !mayBeReplaced(block);

/** A resource as Terraform sees it after a change: what `ignore_changes` names is as it was. */
export function withIgnoredArguments(block: Block, earlier: EarlierBlock): Block {
  const isIgnored = (name: string): boolean => staysAsBefore(block, name);
  const before = earlier.block.body;
  const attributes = [...block.body.attributes].flatMap(([name, attribute]): (readonly [string, Attribute])[] => {
    const old = before.attributes.get(name);
    if (!isIgnored(name)) return [[name, attribute]];
    if (old === undefined) return [];
    return [[name, { ...attribute, value: asBefore(old.value, attribute.value, earlier) }]];
  });

  const { head } = block;
  const gone = [...before.attributes.values()]
    .filter(({ name }) => isIgnored(name) && !block.body.attributes.has(name))
    .map(({ name, value }) => [name, { name, nameAt: head, value: asBefore(value, nothing(head), earlier) }] as const);
  const blocks = [
    ...block.body.blocks.filter((inner) => !isIgnored(nestedName(inner))),
    ...before.blocks
      .filter((inner) => isIgnored(nestedName(inner)))
      .map((inner) => ({ ...inner, head, at: head, body: bodyBefore(inner.body, head, earlier) })),
  ];

  return { ...block, body: { attributes: new Map([...attributes, ...gone]), blocks } };
}

const mayBeReplaced = ({ body }: Block): boolean =>
  body.blocks.some(({ type, body: inner }) => type === 'lifecycle' && inner.attributes.has('replace_triggered_by'));

/** A `dynamic` block makes blocks of the type that it names. */
const nestedName = ({ type, labels }: Block): string => {
  if (type === 'dynamic') return labels[0] ?? type;
  return type;
};

const nothing = (at: Block['at']): Expression => ({ kind: 'literal', value: null, at });

const asBefore = (old: Expression, otherwise: Expression, earlier: EarlierBlock): Expression => ({
  kind: 'earlier',
  at: otherwise.at,
  otherwise,
  valueBefore: (names) => earlier.valueBefore(old, names),
});

const bodyBefore = ({ attributes, blocks }: Body, at: Block['at'], earlier: EarlierBlock): Body => ({
  attributes: new Map(
    [...attributes].map(([name, { value }]) => [
      name,
      { name, nameAt: at, value: asBefore(value, nothing(at), earlier) },
    ]),
  ),
  blocks: blocks.map((inner) => ({ ...inner, head: at, at, body: bodyBefore(inner.body, at, earlier) })),
});
