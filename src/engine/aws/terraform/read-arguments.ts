import type { RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

/** All arguments but tags, which rules read of what node classes select. */
const all = /^(?!tags(?:_all)?(?:\.|$))/;
/** Tags and everything else. */
const withTags = /./;

/** Arguments that rules and the simulation read, and what they work out from them. */
type Row = readonly [topic: RuledTopic, names: RegExp];

/** The arguments of each resource that rules and the simulation read. A resource that is not listed is read nowhere. */
const ofResources: Readonly<Record<string, Row>> = {
  aws_default_tags: ['network', withTags],
  aws_vpc: ['network', /^(?:tags|cidr_block|enable_dns_)/],
  aws_vpc_endpoint: ['network', /^(?:service_name|vpc_id)/],
  aws_route: ['network', all],
  aws_route_table: ['network', all],
  aws_route_table_association: ['network', all],
  aws_default_route_table: ['network', all],
  aws_main_route_table_association: ['network', all],
  aws_nat_gateway: ['network', all],
  aws_internet_gateway: ['network', all],
  aws_egress_only_internet_gateway: ['network', all],
  aws_vpn_gateway: ['network', all],
  aws_vpc_peering_connection: ['network', all],
  aws_ec2_transit_gateway_vpc_attachment: ['network', all],
  aws_networkmanager_vpc_attachment: ['network', all],
  aws_subnet: ['network', /^(?:tags|cidr_block|availability_zone|vpc_id|map_public_ip_on_launch)/],
  aws_security_group: ['network', /^(?:tags|name|vpc_id|ingress|egress)/],
  aws_security_group_rule: ['network', all],
  aws_vpc_security_group_ingress_rule: ['network', all],
  aws_vpc_security_group_egress_rule: ['network', all],
  aws_ec2_tag: ['network', withTags],
  aws_eks_cluster: [
    'cluster',
    /^(?:name|version|role_arn|tags|vpc_config|access_config|kubernetes_network_config|bootstrap_self_managed_addons|encryption_config|remote_network_config|outpost_config|compute_config|storage_config)/,
  ],
  aws_eks_addon: [
    'add-ons',
    /^(?:addon_name|addon_version|cluster_name|configuration_values|preserve|service_account_role_arn|pod_identity_association)/,
  ],
  aws_eks_access_entry: ['access', /^(?:cluster_name|principal_arn|type)/],
  aws_eks_access_policy_association: ['access', /^(?:cluster_name|principal_arn|policy_arn)/],
  aws_eks_node_group: [
    'node groups',
    /^(?:cluster_name|node_group_name|node_role_arn|subnet_ids|instance_types|capacity_type|ami_type|disk_size|labels|taint|scaling_config\.(?:desired|min|max)_size|scaling_config$)/,
  ],
  aws_eks_fargate_profile: ['node groups', /^selector/],
  aws_eks_pod_identity_association: ['access', /^(?:cluster_name|namespace|service_account|role_arn)/],
  aws_ec2_capacity_block_reservation: ['reservations', all],
  aws_ec2_capacity_reservation: ['reservations', all],
  aws_iam_role: ['access', /^(?:name|name_prefix|path|assume_role_policy|inline_policy)/],
  aws_iam_policy: ['access', /^(?:name|policy)/],
  aws_iam_role_policy: ['access', /^(?:policy|role)/],
  aws_iam_policy_document: ['access', all],
  aws_iam_role_policy_attachment: ['access', all],
  aws_iam_role_policy_attachments_exclusive: ['access', all],
  aws_iam_instance_profile: ['access', /^(?:name|role)/],
  aws_kms_alias: ['encryption', /^(?:name|target_key_id)/],
  aws_kms_grant: ['encryption', all],
  aws_kms_key: ['encryption', /^policy/],
  aws_kms_key_policy: ['encryption', all],
  aws_sqs_queue: ['interruption', /^(?:name|policy|delay_seconds|kms_master_key_id|sqs_managed_sse_enabled)/],
  aws_sqs_queue_policy: ['interruption', all],
  aws_cloudwatch_event_rule: ['interruption', /^(?:name|event_pattern|state|is_enabled)/],
  aws_cloudwatch_event_target: ['interruption', /^(?:rule|arn)/],
  aws_ami: ['images', all],
  aws_ssm_parameter: ['images', /^name/],
  kubernetes_config_map: ['access', /^data/],
};

/** The arguments of public modules that rules and the simulation read. The first row is that of the module as a whole. */
const ofModules: Readonly<Record<PublicModule, readonly Row[]>> = {
  eks: [
    [
      'cluster',
      /^(?:cluster_name|name|cluster_version|kubernetes_version|subnet_ids|control_plane_subnet_ids|(?:cluster_)?ip_family|(?:cluster_)?endpoint_(?:public|private)_access|authentication_mode|bootstrap_self_managed_addons|(?:cluster_)?compute_config)/,
    ],
    [
      'network',
      /^(?:cluster_tags|node_security_group_(?:tags|enable_recommended_rules|additional_rules)|(?:cluster_)?security_group_tags|create_(?:node_|cluster_)?security_group|create_(?:cluster_)?primary_security_group_tags)/,
    ],
    [
      'add-ons',
      /^(?:cluster_)?addons(?:\.(?:before_compute|configuration_values|service_account_role_arn|pod_identity_association|preserve).*)?$/,
    ],
    [
      'access',
      /^(?:access_entries|aws_auth_roles|node_iam_role_additional_policies|(?:(?:eks|self)_managed_node_group(?:s|_defaults)|fargate_profiles)\.iam_role_additional_policies|iam_role_additional_policies)/,
    ],
    [
      'node groups',
      /^(?:fargate_profiles(?:\.selectors.*|\.name)?$|eks_managed_node_groups(?:\.(?:name|instance_types|capacity_type|ami_type|labels|taints|min_size|desired_size|subnet_ids|metadata_options).*)?$)/,
    ],
  ],
  'eks-managed-node-group': [
    [
      'node groups',
      /^(?:name|cluster_name|subnet_ids|instance_types|capacity_type|ami_type|labels|taints|min_size|desired_size)(?:\.|$)/,
    ],
    ['access', /^iam_role_additional_policies/],
  ],
  'aws-auth': [['access', /^(?:create|create_aws_auth_configmap|manage_aws_auth_configmap|aws_auth_roles)/]],
  karpenter: [
    [
      'access',
      /^(?:cluster_name|create_iam_role|iam_role_\w+|node_iam_role_(?:name|arn|use_name_prefix|attach_cni_policy|additional_policies)|create_node_iam_role|create_instance_profile|create_access_entry|access_entry_type|enable_irsa|create_irsa|irsa_\w+|create_pod_identity_association|namespace|service_account|iam_policy_\w+|enable_v1_permissions|enable_pod_identity|enable_inline_policy)/,
    ],
    [
      'interruption',
      /^(?:rule_name_prefix|queue_name|queue_kms_master_key_id|queue_managed_sse_enabled|enable_spot_termination)/,
    ],
  ],
  'eks-pod-identity': [['access', /^(?:associations|association_defaults)/]],
  vpc: [
    [
      'network',
      /^(?:name|cidr|azs|private_subnets|public_subnets|intra_subnets|(?:private_|public_|intra_)?subnet_tags|enable_nat_gateway|enable_vpn_gateway|propagate_private_route_tables_vgw|create_egress_only_igw|enable_ipv6|enable_dns_(?:support|hostnames)|map_public_ip_on_launch|create_igw|tags)/,
    ],
  ],
};

/**
 * What rules and the simulation work out from an argument of a resource, or of a module with this source. An empty argument is the whole of it.
 * Undefined if none reads it.
 */
export function topicOfArgument(kind: string, source: string | undefined, argument: string): RuledTopic | undefined {
  const rows = rowsOf(kind, source);
  const row = argument === '' ? rows[0] : rows.find(([, names]) => names.test(argument));
  return row?.[0];
}

function rowsOf(kind: string, source: string | undefined): readonly Row[] {
  const called = kind === 'module' ? publicModule(source ?? '') : undefined;
  if (called) return ofModules[called];

  if (Object.hasOwn(ofResources, kind)) return [ofResources[kind]!];
  return [];
}
