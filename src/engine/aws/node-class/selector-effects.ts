import { type EffectRow, effectRow } from '../../karpenter/cloud-provider/effect-row.ts';

/** The effect of a selector on the nodes that use what it selected before. */
export const selectsForNodes = (what: string, [preposition, noun]: readonly ['in' | 'with', string]): string =>
  `selects ${what}: nodes ${preposition} ${noun} that is no longer selected drift and must be replaced`;

/** The selectors that the node classes of Karpenter and of EKS Auto Mode have in common. Source: aws pkg/cloudprovider/drift.go. */
export const selectorEffects: readonly EffectRow[] = [
  effectRow(
    /^spec\.subnetSelectorTerms/,
    ['some-nodes', 'subnets'],
    selectsForNodes('the subnets', ['in', 'a subnet']),
  ),
  effectRow(
    /^spec\.securityGroupSelectorTerms/,
    ['all-nodes', 'security-groups'],
    'selects the security groups: if the set differs in any way, all nodes drift and must be replaced',
  ),
  effectRow(
    /^spec\.capacityReservationSelectorTerms/,
    ['some-nodes', 'capacity-reservations'],
    selectsForNodes('the capacity reservations', ['in', 'a capacity reservation']),
  ),
];
