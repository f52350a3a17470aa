import type { RepeatedOutputs } from '../../manifest/terraform/modules/repeated-outputs.ts';
import {
  isNull,
  madeText,
  plainOf,
  type TfUnknown,
  type TfValue,
  unknown,
} from '../../manifest/terraform/values/tf-value.ts';
import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

type Inputs = Parameters<RepeatedOutputs>[0];

/**
 * The outputs of public modules that say nothing but what the call says, so that a name in a node class is the name in
 * the tags of subnets, and how many subnets a VPC has. Source: outputs.tf of terraform-aws-modules/eks, of its
 * modules/karpenter (main.tf for the defaults), and of terraform-aws-modules/vpc.
 */
export function repeatedOutputs(source: string): RepeatedOutputs | undefined {
  const module = publicModule(source);
  const outputs = module && outputsOf[module];
  if (outputs === undefined) return undefined;

  return (input, called) => {
    const values = Object.entries(outputs).map(([name, output]) => [name, output(input)] as const);
    const repeated = values.flatMap(([name, value]) => (isKnown(value) ? [[name, value] as const] : []));
    const subnets = module === 'vpc' ? subnetsOf(input, called) : [];

    return new Map([...repeated, ...subnets]);
  };
}

/** The subnets of a VPC, one for each range. */
function subnetsOf(input: Inputs, { at, name: module }: TfUnknown): [string, TfValue][] {
  if (!isTrue(input, 'create_vpc')) return [];

  return ['private_subnets', 'public_subnets', 'intra_subnets'].flatMap((name): [string, TfValue][] => {
    const ranges = input(name);
    if (ranges?.kind !== 'list' || ranges.items.some((range) => isUnnamed(range))) return [];
    const items = ranges.items.map((_, i) => unknown(at, `${module}.${name}.${i}`));
    return [[name, { kind: 'list', items, at }]];
  });
}

/** Whether a value may stand for several items of a list. */
const isUnnamed = (value: TfValue): boolean => value.kind === 'unknown' && value.name === unknown(value.at).name;

type Output = (input: Inputs) => TfValue | undefined;

const outputsOf: Partial<Record<PublicModule, Readonly<Record<string, Output>>>> = {
  eks: {
    // Up to v20, inputs of the cluster start with `cluster_`.
    cluster_name: ofCreated((input) => setInput(input, 'name') ?? setInput(input, 'cluster_name')),
    cluster_version: ofCreated((input) => setInput(input, 'kubernetes_version') ?? setInput(input, 'cluster_version')),
  },
  karpenter: {
    queue_name: ofCreated(queueName),
    node_iam_role_name: ofCreated(nodeRoleName),
  },
  vpc: {
    name: (input) => setInput(input, 'name'),
    azs: (input) => setInput(input, 'azs'),
  },
};

/** What the module creates is empty if `create` is false. */
function ofCreated(output: Output): Output {
  return (input) => {
    if (isTrue(input, 'create')) return output(input);
    return undefined;
  };
}

function queueName(input: Inputs): TfValue | undefined {
  if (isTrue(input, 'enable_spot_termination')) return setInput(input, 'queue_name') ?? namedAfterCluster(input);
  return undefined;
}

/** With a prefix, AWS adds digits. */
function nodeRoleName(input: Inputs): TfValue | undefined {
  if (!isTrue(input, 'create_node_iam_role') || !isFalse(input, 'node_iam_role_use_name_prefix')) return undefined;
  return setInput(input, 'node_iam_role_name') ?? namedAfterCluster(input);
}

function namedAfterCluster(input: Inputs): TfValue | undefined {
  const cluster = setInput(input, 'cluster_name');
  if (cluster?.kind !== 'string') return undefined;
  return { ...cluster, pieces: [...madeText('Karpenter-', cluster.at).pieces, ...cluster.pieces] };
}

/** The value of an input; undefined if the call leaves it out. */
function setInput(input: Inputs, name: string): TfValue | undefined {
  const value = input(name);
  if (value === undefined || isNull(value)) return undefined;
  return value;
}

/** Whether an input that is true by default is true for certain. */
function isTrue(input: Inputs, name: string): boolean {
  const value = setInput(input, name);
  return value === undefined || (value.kind === 'scalar' && value.value === true);
}

function isFalse(input: Inputs, name: string): boolean {
  const value = setInput(input, name);
  return value?.kind === 'scalar' && value.value === false;
}

/** Otherwise the reference to the output says more: which resource has the name. */
const isKnown = (value: TfValue | undefined): value is TfValue => value !== undefined && plainOf(value) !== undefined;
