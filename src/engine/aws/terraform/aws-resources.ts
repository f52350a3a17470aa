import { crdVersionIn } from '../../manifest/hints/version-references.ts';
import { blockObject, terraformObject } from '../../manifest/terraform/resources/block-object.ts';
import type { KnownResources, ResourceMaker } from '../../manifest/terraform/resources/resource-makers.ts';
import {
  moduleCall,
  oneText,
  perhapsText,
  resourceAsItIs,
  resourceAsKind,
  unreadModule,
} from '../../manifest/terraform/resources/resource-makers.ts';
import { knownText, objectOf, tfValueAt } from '../../manifest/terraform/values/tf-value.ts';
import { encodeYaml } from '../../manifest/terraform/values/yaml-text.ts';
import { isUnreadValue } from '../fields/chart-values.ts';
import { gateways, mainTables } from '../fields/network-exits.ts';
import { publicModule } from '../fields/terraform-modules.ts';
import { addonRelease, autoscalerRelease } from './addon-release.ts';
import { decisionOfArgument } from './deciding-arguments.ts';
import { defaultOfArgument } from './documented-defaults.ts';
import { decisionOfVersion } from './module-releases.ts';
import { moduleNodeGroup, moduleNodeGroups, nodeGroup } from './node-groups.ts';
import { iamRole, organizationPolicy, policyDocument, resourceWithPolicy, writtenPolicy } from './policy-document.ts';
import { topicOfArgument } from './read-arguments.ts';
import { renamedArgument } from './renamed-inputs.ts';
import { repeatedOutputs } from './repeated-outputs.ts';
import { ruleKinds } from './security-group-rules.ts';

/** The tags that a provider adds to all resources, as an object of kind `aws_default_tags`. */
const providerTags: ResourceMaker = (instance) => {
  const tags = tfValueAt(blockObject(instance), 'default_tags');
  if (tags === undefined) return [];

  const { head } = instance.block;
  const spec = objectOf([['default_tags', { value: tags }]], head);

  return [
    { name: instance.address, text: encodeYaml(terraformObject('aws_default_tags', { name: 'aws', at: head, spec })) },
  ];
};

/** The ConfigMap `aws-auth`, as a whole or its data, as an object of kind `kubernetes_config_map`. */
const awsAuth: ResourceMaker = (instance) => {
  const metadata = tfValueAt(blockObject(instance), 'metadata', 0);
  if (knownText(tfValueAt(metadata, 'name')) !== 'aws-auth') return [];
  return resourceAsKind('kubernetes_config_map')(instance);
};

/** A data source that finds an image. Other parameters concern no node class. */
const imageSource: ResourceMaker = (instance) => {
  const name = knownText(tfValueAt(blockObject(instance), 'name')) ?? '';
  const isOther = instance.block.labels[0] === 'aws_ssm_parameter' && !name.startsWith('/aws/service/');
  if (isOther) return [];
  return resourceAsItIs(instance);
};

/** A file that Terraform downloads, if it has CRDs of Karpenter. */
const downloadedCrds: ResourceMaker = (instance) => {
  if (crdVersionIn(knownText(tfValueAt(blockObject(instance), 'url'))) === undefined) return [];
  return resourceAsItIs(instance);
};

const makers: KnownResources['makers'] = {
  'provider.aws': providerTags,
  ...Object.fromEntries(
    [
      ...gateways,
      ...ruleKinds,
      ...mainTables,
      ...['aws_vpc', 'aws_vpc_endpoint', 'aws_route', 'aws_route_table', 'aws_route_table_association'],
    ].map((kind) => [`resource.${kind}`, resourceAsItIs]),
  ),
  'resource.aws_eks_cluster': resourceAsItIs,
  'resource.aws_eks_node_group': oneText(nodeGroup),
  'resource.aws_eks_access_entry': resourceAsItIs,
  'resource.aws_eks_access_policy_association': resourceAsItIs,
  'resource.aws_ec2_capacity_block_reservation': resourceAsItIs,
  'resource.aws_ec2_capacity_reservation': resourceAsItIs,
  'resource.aws_ec2_tag': resourceAsItIs,
  'resource.aws_eks_addon': resourceAsItIs,
  'resource.aws_iam_instance_profile': resourceAsItIs,
  'resource.aws_kms_alias': resourceAsItIs,
  'resource.aws_kms_grant': resourceAsItIs,
  'resource.aws_kms_key': resourceAsItIs,
  'resource.aws_kms_key_policy': resourceAsItIs,
  'resource.aws_cloudwatch_event_rule': resourceAsItIs,
  'resource.aws_cloudwatch_event_target': resourceAsItIs,
  'resource.aws_sqs_queue': resourceWithPolicy,
  'resource.aws_sqs_queue_policy': resourceWithPolicy,
  'resource.aws_security_group': resourceAsItIs,
  'resource.aws_subnet': resourceAsItIs,
  'resource.aws_eks_fargate_profile': resourceAsItIs,
  'resource.aws_eks_pod_identity_association': resourceAsItIs,
  'resource.aws_organizations_policy': organizationPolicy,
  'resource.aws_iam_role': iamRole,
  'resource.aws_iam_policy': writtenPolicy,
  'resource.aws_iam_policy_attachment': resourceAsItIs,
  'resource.aws_iam_role_policy': writtenPolicy,
  'resource.aws_iam_role_policy_attachment': resourceAsItIs,
  'resource.aws_iam_role_policy_attachments_exclusive': resourceAsItIs,
  'resource.kubernetes_config_map': awsAuth,
  'resource.kubernetes_config_map_v1': awsAuth,
  'resource.kubernetes_config_map_v1_data': awsAuth,
  'data.aws_ami': imageSource,
  'data.aws_ssm_parameter': imageSource,
  'data.http': downloadedCrds,
  'data.aws_iam_policy_document': oneText(policyDocument),
};

/** Public modules whose inputs plumbline knows, by their source. */
function moduleMaker(source: string): ResourceMaker | undefined {
  const moduleName = publicModule(source);
  if (moduleName) {
    if (moduleName === 'eks') return clusterModule;
    if (moduleName === 'eks-managed-node-group') return nodeGroupModule;
    return moduleCall;
  }
  if (/terraform-aws-modules\/(?:terraform-aws-)?iam\b.*\/\/modules\/iam-role-for-service-accounts\b/.test(source))
    return moduleCall;
  if (/eks-blueprints-addons/.test(source) && !source.includes('//')) return addonsModule;
  return undefined;
}

/** The releases that the module creates. It may also create roles and queues. */
const addonsModule: ResourceMaker = (instance) => [
  ...perhapsText(addonRelease)(instance),
  ...perhapsText(autoscalerRelease)(instance).map((text) => ({ ...text, name: `${text.name}.cluster_autoscaler` })),
  unreadModule(instance),
];

const clusterModule: ResourceMaker = (instance) => [
  ...moduleCall(instance),
  ...moduleNodeGroups(instance).map(({ name, text }) => ({
    name: `${instance.address}.eks_managed_node_group["${name}"]`,
    text,
  })),
];

/** A group of its own, next to a cluster of another module. */
const nodeGroupModule: ResourceMaker = (instance) => [
  ...moduleCall(instance),
  { name: instance.address, text: moduleNodeGroup(instance) },
];

/** The AWS resources and modules in Terraform that matter to Karpenter. */
export const awsResources: KnownResources = {
  makers,
  moduleMaker,
  repeatedOutputs,
  topicOfArgument,
  decisionOfArgument,
  defaultOfArgument,
  decisionOfVersion,
  renamedArgument,
  isUnreadValue,
};
