import { meetsOperator } from '../../../karpenter/api/label-selector.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from '../../../karpenter/api/pod.ts';
import type { SchedulerNode } from './scheduler-node.ts';

type Match = (node: SchedulerNode) => boolean;

/** The required node affinity and node selector of a pod; undefined if it has none. Source: component-helpers nodeaffinity. */
export function requiredNodes({ nodeSelector, affinity }: PodSpec): Match | undefined {
  const wanted = Object.entries(nodeSelector ?? {});
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (nodeSelector === undefined && terms === undefined) return undefined;
  return (node) =>
    wanted.every(([key, value]) => labelOf(node, key) === value) &&
    (terms === undefined || terms.some((term) => matchesTerm(term, node)));
}

/** An empty term matches no node. */
export function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  node: SchedulerNode,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => matches(requirement, labelOf(node, requirement.key))) &&
    matchFields.every((requirement) => matches(requirement, requirement.key === 'metadata.name' ? node.name : ''))
  );
}

/** Whether all requirements hold for the labels of a node. */
export const matchesAll = (requirements: readonly NodeSelectorRequirement[], node: SchedulerNode): boolean =>
  requirements.every((requirement) => matches(requirement, labelOf(node, requirement.key)));

function matches(requirement: NodeSelectorRequirement, value: string | undefined): boolean {
  const { operator, values = [] } = requirement;
  if (operator === 'Gt') return compares(value, values, (actual, bound) => actual > bound);
  if (operator === 'Lt') return compares(value, values, (actual, bound) => actual < bound);
  return meetsOperator(requirement, value);
}

function compares(
  value: string | undefined,
  [bound = '', ...others]: readonly string[],
  test: (actual: bigint, bound: bigint) => boolean,
): boolean {
  if (others.length > 0 || !isInteger(value) || !isInteger(bound)) return false;
  return test(BigInt(value), BigInt(bound));
}

const isInteger = (text: string | undefined): text is string => text !== undefined && /^-?\d{1,18}$/.test(text);

/** Looks up only own keys, because labels come from manifests. */
export const labelOf = ({ labels }: SchedulerNode, key: string): string | undefined => {
  if (Object.hasOwn(labels, key)) return labels[key];
  return undefined;
};
