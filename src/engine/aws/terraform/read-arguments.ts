import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

const all = /./;

/** The arguments of each resource that rules and the simulation read. A resource that is not listed is read nowhere. */
const ofResources: Readonly<Record<string, RegExp>> = {
  aws_default_tags: all,
  aws_vpc: /^(?:tags|cidr_block)/,
  aws_vpc_endpoint: /^(?:service_name|vpc_id)/,
  aws_route: all,
  aws_route_table: all,
  aws_route_table_association: all,
  aws_nat_gateway: all,
  aws_internet_gateway: all,
  aws_egress_only_internet_gateway: all,
  aws_vpn_gateway: all,
  aws_vpc_peering_connection: all,
  aws_ec2_transit_gateway_vpc_attachment: all,
  aws_networkmanager_vpc_attachment: all,
  aws_subnet: /^(?:tags|cidr_block|availability_zone|vpc_id|map_public_ip_on_launch)/,
  aws_security_group: /^(?:tags|name|vpc_id)/,
  aws_ec2_tag: all,
  aws_eks_cluster:
    /^(?:name|version|role_arn|tags|vpc_config|access_config|kubernetes_network_config|bootstrap_self_managed_addons|encryption_config|remote_network_config|outpost_config|compute_config|storage_config)/,
  aws_eks_addon: /^(?:addon_name|addon_version|cluster_name|configuration_values)/,
  aws_eks_access_entry: /^(?:cluster_name|principal_arn|type)/,
  aws_eks_access_policy_association: /^(?:cluster_name|principal_arn|policy_arn)/,
  aws_eks_node_group:
    /^(?:cluster_name|node_group_name|node_role_arn|subnet_ids|instance_types|capacity_type|ami_type|disk_size|labels|taint|scaling_config\.(?:desired_size|min_size)|scaling_config$)/,
  aws_eks_fargate_profile: /^selector/,
  aws_eks_pod_identity_association: /^(?:cluster_name|namespace|service_account|role_arn)/,
  aws_ec2_capacity_reservation: all,
  aws_iam_role: /^(?:name|name_prefix|path|assume_role_policy|inline_policy)/,
  aws_iam_policy: /^(?:name|policy)/,
  aws_iam_role_policy: /^(?:policy|role)/,
  aws_iam_policy_document: all,
  aws_iam_instance_profile: /^(?:name|role)/,
  aws_kms_grant: all,
  aws_kms_key: /^policy/,
  aws_kms_key_policy: all,
  aws_sqs_queue: /^(?:name|policy)/,
  aws_sqs_queue_policy: all,
  aws_cloudwatch_event_rule: /^(?:name|event_pattern)/,
  aws_cloudwatch_event_target: /^(?:rule|arn)/,
  aws_ami: all,
  aws_ssm_parameter: /^name/,
  kubernetes_config_map: /^data/,
};

/** The arguments of public modules that rules and the simulation read. */
const ofModules: Readonly<Record<PublicModule, RegExp>> = {
  eks: /^(?:cluster_name|name|cluster_version|kubernetes_version|cluster_tags|node_security_group_tags|(?:cluster_)?security_group_tags|create_(?:node_|cluster_)?security_group|create_(?:cluster_)?primary_security_group_tags|subnet_ids|control_plane_subnet_ids|(?:cluster_)?addons(?:\.configuration_values.*)?$|access_entries|aws_auth_roles|authentication_mode|(?:cluster_)?ip_family|endpoint_public_access|cluster_endpoint_public_access|fargate_profiles(?:\.selectors.*|\.name)?$|eks_managed_node_groups(?:\.(?:name|instance_types|capacity_type|ami_type|labels|taints|min_size|desired_size|subnet_ids|metadata_options).*)?$|bootstrap_self_managed_addons|(?:cluster_)?compute_config)/,
  'aws-auth': /^(?:create|create_aws_auth_configmap|manage_aws_auth_configmap|aws_auth_roles)/,
  karpenter:
    /^(?:cluster_name|queue_name|create_iam_role|iam_role_\w+|node_iam_role_(?:name|arn|use_name_prefix)|create_node_iam_role|create_instance_profile|create_access_entry|access_entry_type|enable_irsa|create_irsa|irsa_\w+|enable_spot_termination|create_pod_identity_association|namespace|service_account)/,
  'eks-pod-identity': /^(?:associations|association_defaults)/,
  vpc: /^(?:name|cidr|azs|private_subnets|public_subnets|intra_subnets|(?:private_|public_|intra_)?subnet_tags|enable_nat_gateway|single_nat_gateway|one_nat_gateway_per_az|enable_vpn_gateway|propagate_private_route_tables_vgw|create_egress_only_igw|enable_ipv6|map_public_ip_on_launch|create_igw|tags)/,
};

/** Whether a rule or the simulation reads an argument of a resource, or of a module with this source; anything of it, if the argument is empty. */
export function readsArgument(kind: string, source: string | undefined, argument: string): boolean {
  const names = argumentsRead(kind, source);
  return names !== undefined && (argument === '' || names.test(argument));
}

/** A pattern of the arguments that are read; undefined if none is. */
function argumentsRead(kind: string, source: string | undefined): RegExp | undefined {
  const called = kind === 'module' ? publicModule(source ?? '') : undefined;
  if (called) return ofModules[called];

  if (Object.hasOwn(ofResources, kind)) return ofResources[kind];
  return undefined;
}
