import { type EffectRow, effectRow, hashedRow } from '../../cloud-provider/effect-row.ts';

const selected = 'nodes whose choice is no longer selected drift and are replaced';

/**
 * EC2NodeClass, v1beta1 and v1: every NodePool that refers to it is meant.
 * Source: aws pkg/apis/v1/ec2nodeclass.go Hash, pkg/cloudprovider/drift.go.
 */
export const nodeClassEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'describes the EC2NodeClass itself; nodes do not carry it'),
  effectRow(/^spec\.amiSelectorTerms/, ['some-nodes', 'ami'], `the AMI is selected anew: ${selected}`),
  effectRow(/^spec\.subnetSelectorTerms/, ['some-nodes', 'subnets'], `the subnets are selected anew: ${selected}`),
  effectRow(
    /^spec\.securityGroupSelectorTerms/,
    ['all-nodes', 'security-groups'],
    'the security groups are selected anew: when the set differs at all, every node drifts and is replaced',
  ),
  effectRow(
    /^spec\.capacityReservationSelectorTerms/,
    ['some-nodes', 'capacity-reservations'],
    'the capacity reservations are selected anew: nodes in one that is no longer selected drift and are replaced',
  ),
  effectRow(
    /^spec\.ipPrefixCount/,
    ['new-nodes', 'new-nodes'],
    'counts for new nodes only; running nodes keep what they have',
  ),
  hashedRow(/^spec\.amiFamily/, 'the AMI family'),
  hashedRow(/^spec\.tags/, 'a tag'),
  hashedRow(/^spec\.kubelet/, 'a kubelet setting'),
  hashedRow(/^spec\.userData/, 'the user data'),
  hashedRow(/^spec\.(role|instanceProfile)/, 'the role of the nodes'),
  hashedRow(/^spec\.(blockDeviceMappings|instanceStorePolicy)/, 'storage'),
  hashedRow(/^spec\./, 'this field'),
  effectRow(/./, ['none', 'other'], 'steers what Karpenter does from now on; running nodes stay'),
];
