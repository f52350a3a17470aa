import { type EffectRow, effectRow, hashedRow } from '../../karpenter/cloud-provider/effect-row.ts';
import { selectorEffects, selectsForNodes } from './selector-effects.ts';

/**
 * Effects for an EC2NodeClass of v1beta1 or v1, on the nodes of every NodePool that refers to it.
 * Source: aws pkg/apis/v1/ec2nodeclass.go Hash, pkg/cloudprovider/drift.go.
 */
export const nodeClassEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the EC2NodeClass itself, which nodes do not get'),
  effectRow(/^spec\.amiSelectorTerms/, ['some-nodes', 'ami'], selectsForNodes('the AMI', ['with', 'an AMI'])),
  ...selectorEffects,
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
