import { type EffectRow, effectRow, hashedRow } from '../../cloud-provider/effect-row.ts';

const selects = (what: string): string =>
  `selects ${what}: nodes with one that is no longer selected drift and are replaced`;

/**
 * Effects for an EC2NodeClass of v1beta1 or v1, on the nodes of every NodePool that refers to it.
 * Source: aws pkg/apis/v1/ec2nodeclass.go Hash, pkg/cloudprovider/drift.go.
 */
export const nodeClassEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the EC2NodeClass itself, which nodes do not get'),
  effectRow(/^spec\.amiSelectorTerms/, ['some-nodes', 'ami'], selects('the AMI')),
  effectRow(/^spec\.subnetSelectorTerms/, ['some-nodes', 'subnets'], selects('the subnets')),
  effectRow(
    /^spec\.securityGroupSelectorTerms/,
    ['all-nodes', 'security-groups'],
    'selects the security groups: if the set differs in any way, all nodes drift and are replaced',
  ),
  effectRow(
    /^spec\.capacityReservationSelectorTerms/,
    ['some-nodes', 'capacity-reservations'],
    selects('the capacity reservations'),
  ),
  effectRow(
    /^spec\.ipPrefixCount/,
    ['new-nodes', 'new-nodes'],
    'applies only to new nodes; running nodes keep their prefixes',
  ),
  hashedRow(/^spec\.amiFamily/, 'the AMI family'),
  hashedRow(/^spec\.tags/, 'a tag'),
  hashedRow(/^spec\.kubelet/, 'a kubelet setting'),
  hashedRow(/^spec\.userData/, 'the user data'),
  hashedRow(/^spec\.(role|instanceProfile)/, 'the role of the nodes'),
  hashedRow(/^spec\.(blockDeviceMappings|instanceStorePolicy)/, 'storage'),
  hashedRow(/^spec\./, 'this field'),
  effectRow(/./, ['none', 'other'], 'affects what Karpenter does from now on; running nodes stay'),
];
