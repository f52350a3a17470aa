import { formatTaint } from '../../../karpenter/scheduling/taints.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { amountText } from './amount-text.ts';
import { type Exclusion, isAllowed } from './exclusion.ts';

const list = (names: readonly string[]): string => firstNames([...names].sort(), 4);

/** Why a new node of a NodePool cannot run a pod: a clause that follows the NodePool's name and a colon. */
export function exclusionText(exclusion: Exclusion): string {
  switch (exclusion.kind) {
    case 'limits':
      return `\`limits.${exclusion.resource}\` leaves no room for another node`;
    case 'taints':
      return `the pods do not tolerate the ${byCount(exclusion.taints.length, 'taint', 'taints')} ${list(exclusion.taints.map((taint) => `\`${formatTaint(taint)}\``))}`;
    case 'requirement':
      return requirementText(exclusion);
    case 'topology':
      return topologyText(exclusion);
    case 'ports':
      return 'a DaemonSet already uses the host port on every node';
    case 'static':
      if (exclusion.isOff)
        return 'the feature gate `StaticCapacity` is off, so Karpenter launches no nodes for its `replicas`';

      return `its \`replicas: ${exclusion.replicas}\` fixes the number of nodes, and Karpenter adds none for pods`;
    case 'resource':
      return resourceText(exclusion);
    case 'daemons':
      return daemonsText(exclusion);
    case 'empty':
      return 'no instance type meets its own requirements';
    case 'together':
      return 'no instance type meets all constraints together';
    case 'offering':
      return 'no remaining instance type is offered in the remaining zones and capacity types';
    case 'min-values':
      return `\`minValues\` of \`${exclusion.label}\` requires ${exclusion.wanted} values, but only ${exclusion.found} ${byCount(exclusion.found, 'remains', 'remain')}`;
    case 'reserved':
      return 'matching reserved capacity is full, and Karpenter waits for it';
  }
}

function topologyText({ type, key, neediest }: Extract<Exclusion, { kind: 'topology' }>): string {
  if (neediest.length === 0) return `no remaining value of \`${key}\` satisfies the ${type}`;
  return `the ${type} over \`${key}\` needs the next pods in ${list(neediest.map(quoted))}, where no new node of this NodePool can be`;
}

function requirementText({ wanted, allowed, by }: Extract<Exclusion, { kind: 'requirement' }>): string {
  const who = by === 'pod' ? 'the pods require' : 'a volume requires';
  if (isAllowed(allowed, wanted)) return `${who} \`${wanted}\`, but no remaining instance type matches it`;
  if (allowed === undefined) return `${who} \`${wanted}\`, but its nodes do not have the label \`${wanted.key}\``;
  return `${who} \`${wanted}\`, but the NodePool allows \`${allowed}\``;
}

function resourceText({
  resource,
  requested,
  largest,
  instanceType,
}: Extract<Exclusion, { kind: 'resource' }>): string {
  if (instanceType === undefined) return `no remaining instance type has ${amountText(resource, requested)}`;
  return `each pod requests ${amountText(resource, requested)}, but the largest remaining instance type, ${instanceType}, has only ${amountText(resource, largest)} available`;
}

const daemonsText = ({ daemonSets, resource, requested }: Extract<Exclusion, { kind: 'daemons' }>): string =>
  `Karpenter counts the ${byCount(daemonSets.length, 'DaemonSet', 'DaemonSets')} ${list(daemonSets.map(quoted))} on its nodes, and no remaining instance type has ${amountText(resource, requested)} for ${byCount(daemonSets.length, 'it', 'them')}`;
