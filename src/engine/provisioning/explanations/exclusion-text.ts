import { formatTaint } from '../../scheduling/taints.ts';
import { amountText } from './amount-text.ts';
import type { Exclusion } from './exclusion.ts';

const list = (names: Iterable<string>, shown = 4): string => {
  const all = [...names].sort();
  const rest = all.length - shown;
  return all.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

/** Why a NodePool does not take a pod, in plain words that go on after its name. */
export function exclusionText(exclusion: Exclusion): string {
  switch (exclusion.kind) {
    case 'limits':
      return `\`limits.${exclusion.resource}\` leaves no room for another node`;
    case 'taints':
      return `the pods do not tolerate ${list(exclusion.taints.map((taint) => `\`${formatTaint(taint)}\``))}`;
    case 'requirement':
      return requirementText(exclusion);
    case 'topology':
      return `no value of \`${exclusion.key}\` is left that the ${exclusion.type} allows`;
    case 'ports':
      return 'a DaemonSet holds the host port on every node';
    case 'resource':
      return resourceText(exclusion);
    case 'offering':
      return 'no type left is sold in the zones and capacity types that are left';
    case 'min-values':
      return `\`minValues\` of \`${exclusion.label}\` asks for ${exclusion.wanted} values, and ${exclusion.found} are left`;
    case 'reserved':
      return 'reserved capacity would suit and is taken, and Karpenter waits for it';
  }
}

function requirementText({ wanted, own, by }: Extract<Exclusion, { kind: 'requirement' }>): string {
  const who = by === 'pod' ? 'the pods ask for' : 'a volume asks for';
  if (own === undefined) return `${who} \`${wanted}\`, and its nodes have no label \`${wanted.key}\``;
  return `${who} \`${wanted}\`, and it allows \`${own}\``;
}

function resourceText({
  resource,
  requested,
  largest,
  instanceType,
}: Extract<Exclusion, { kind: 'resource' }>): string {
  if (instanceType === undefined) return `no type left has ${amountText(resource, requested)}`;
  return `the pods ask for ${amountText(resource, requested)}, and the largest type left, ${instanceType}, has ${amountText(resource, largest)} for them`;
}
