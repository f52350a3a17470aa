import { type EffectRow, effectRow } from '../../karpenter/cloud-provider/effect-row.ts';
import { selectorEffects } from '../node-class/selector-effects.ts';

const hashed = (path: RegExp, what: string): EffectRow =>
  effectRow(
    path,
    ['all-nodes', 'hash'],
    `${what} is part of the hash that EKS writes on the NodeClass: all nodes drift and must be replaced`,
  );

/**
 * Effects of the fields of a NodeClass of EKS Auto Mode, on the nodes of every NodePool that refers to it. EKS does not publish its code. It
 * writes `eks.amazonaws.com/nodeclass-hash` on the class as Karpenter does on its own, so fields have the same effects as there.
 */
export const autoModeEffects: readonly EffectRow[] = [
  effectRow(/^metadata\./, ['none', 'metadata'], 'is metadata of the NodeClass itself, which nodes do not get'),
  ...selectorEffects,
  hashed(/^spec\.tags/, 'a tag'),
  hashed(/^spec\.ephemeralStorage/, 'storage'),
  hashed(/^spec\.(role|instanceProfile)/, 'the role of the nodes'),
  hashed(
    /^spec\.(networkPolicy|networkPolicyEventLogs|snatPolicy|advancedNetworking|pod\w+SelectorTerms)/,
    'a network setting',
  ),
  hashed(/^spec\.(advancedSecurity|certificateBundles)/, 'a security setting'),
  effectRow(/^spec\./, ['unknown', 'other'], 'is a field whose effect on running nodes EKS does not document'),
  effectRow(/./, ['none', 'other'], 'affects what EKS does from now on; running nodes stay'),
];
