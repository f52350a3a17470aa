import type { KnownResources, ResourceMaker } from '../../terraform/resources/resource-makers.ts';
import { moduleCall, oneText, perhapsText, resourceAsItIs } from '../../terraform/resources/resource-makers.ts';
import { addonRelease } from './addon-release.ts';
import { moduleNodeGroups, nodeGroup } from './node-groups.ts';
import { policyDocument, writtenPolicy } from './policy-document.ts';

const makers: KnownResources['makers'] = {
  'resource.aws_eks_node_group': oneText(nodeGroup),
  'resource.aws_eks_access_entry': resourceAsItIs,
  'resource.aws_ec2_capacity_reservation': resourceAsItIs,
  'resource.aws_ec2_tag': resourceAsItIs,
  'resource.aws_eks_addon': resourceAsItIs,
  'resource.aws_kms_grant': resourceAsItIs,
  'resource.aws_kms_key': resourceAsItIs,
  'resource.aws_kms_key_policy': resourceAsItIs,
  'resource.aws_sqs_queue': resourceAsItIs,
  'resource.aws_security_group': resourceAsItIs,
  'resource.aws_subnet': resourceAsItIs,
  'resource.aws_iam_policy': perhapsText(writtenPolicy),
  'resource.aws_iam_role_policy': perhapsText(writtenPolicy),
  'data.aws_iam_policy_document': oneText(policyDocument),
};

/** Public modules whose inputs plumbline knows, by their source. */
function moduleMaker(source: string): ResourceMaker | undefined {
  if (/terraform-aws-modules\/(?:terraform-aws-)?eks\b.*\/\/modules\/karpenter\b/.test(source)) return moduleCall;
  if (/terraform-aws-modules\/(?:terraform-aws-)?eks(?:\/aws|\.git)?(?:\?.*)?$/.test(source)) return clusterModule;
  if (/terraform-aws-modules\/(?:terraform-aws-)?vpc(?:\/aws|\.git)?(?:\?.*)?$/.test(source)) return moduleCall;
  if (/eks-blueprints-addons/.test(source) && !source.includes('//')) return perhapsText(addonRelease);
  return undefined;
}

const clusterModule: ResourceMaker = (instance) => [
  ...moduleCall(instance),
  ...moduleNodeGroups(instance).map(({ name, text }) => ({
    name: `${instance.address}.eks_managed_node_group["${name}"]`,
    text,
  })),
];

/** The AWS resources and modules in Terraform that matter to Karpenter. */
export const awsResources: KnownResources = { makers, moduleMaker };
