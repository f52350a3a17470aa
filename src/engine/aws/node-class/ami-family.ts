import { type AmiFamily, al2, aliasedFamily, custom, familyNamed } from '../catalog/ami-families.ts';
import type { EC2NodeClass } from './ec2-node-class.ts';

/**
 * The AMI family of a node class: `amiFamily`, else the family of its alias, else Custom.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go AMIFamily, pkg/providers/amifamily.
 */
export function amiFamilyOf(nodeClass: EC2NodeClass): AmiFamily {
  const { amiFamily, amiSelectorTerms } = nodeClass.spec;
  // Like GetAMIFamily, this treats an unknown family as AL2.
  if (amiFamily !== undefined) return familyNamed(amiFamily) ?? al2;
  const alias = amiSelectorTerms?.find((term) => term.alias)?.alias;
  return (alias && aliasedFamily(alias)) || custom;
}
