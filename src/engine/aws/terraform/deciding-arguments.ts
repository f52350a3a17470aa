import type { ArgumentDecision } from '../../manifest/terraform/resources/resource-makers.ts';
import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

/** Arguments, and what they decide. Names are of the provider for AWS 5 and 6, and of the modules in their last two major versions. */
type Row = readonly [names: RegExp, decision: ArgumentDecision];

const decides = (names: RegExp, what: string): Row => [names, { decides: what }];
/** What neither nodes nor pods nor Karpenter can notice. */
const isHarmless = (names: RegExp, reason: string): Row => [names, { harmless: reason }];

const publicEndpoint = 'who may reach the public endpoint of the API server';
const controlPlaneDoors = 'who may reach the control plane';
const supportEnd = 'what happens, and what the cluster costs, when support of its Kubernetes version ends';
const selfManagedAddons = 'whether a new cluster has CoreDNS, kube-proxy and the VPC CNI from the start';
const controlPlaneLogs = 'logs of the control plane';
const nodePermissions = 'what its nodes may do in AWS';
const securityGroupName = 'the name or description of a security group, which Terraform replaces for another one';

/** Of each role and policy of the modules. */
const ofRoles: readonly Row[] = [
  isHarmless(
    /(?:^|_)iam_role_(?:tags|description|max_session_duration)$|(?:^|_)(?:iam|encryption)_policy_tags$/,
    'it gives and takes no permission',
  ),
  decides(
    /(?:^|_)(?:iam|encryption)_policy_(?:name|use_name_prefix|path|description)$/,
    'the name, path or description of a policy, which Terraform replaces for another one',
  ),
];

/** Of a managed node group, as the module and the resource name it. */
const ofNodeGroup: readonly Row[] = [
  ...ofRoles,
  decides(/^update_config/, 'how many of its nodes are replaced at the same time'),
  decides(
    /^(?:ami_release_version|use_latest_ami_release_version|release_version|ami_id)$/,
    'which image its nodes have',
  ),
  decides(/^(?:disk_size|block_device_mappings|ebs_optimized)/, 'the disks of its nodes'),
  decides(/^(?:version|kubernetes_version|cluster_version)$/, 'the Kubernetes version of its nodes'),
  decides(/^node_repair_config/, 'whether EKS replaces nodes that are not healthy'),
  decides(/^force_update_version$/, 'whether nodes are replaced although a PodDisruptionBudget does not allow it'),
  decides(/^(?:scaling_config\.)?max_size$/, 'how far an autoscaler may grow the group'),
  decides(/^(?:iam_role_(?:name|use_name_prefix|path|arn)|create_iam_role)$/, 'which role its nodes have'),
  decides(/^(?:iam_role_\w+|create_iam_role\w*|cluster_ip_family)/, nodePermissions),
  decides(/^(?:remote_access|key_name)/, 'who may log in to its nodes'),
  decides(
    /^(?:pre_bootstrap_user_data|post_bootstrap_user_data|bootstrap_extra_args|cloudinit_\w+|enable_bootstrap_user_data|user_data_template_path|user_data)/,
    'what its nodes run before they join',
  ),
  decides(/^security_group_(?:name|use_name_prefix|description)$/, securityGroupName),
  decides(/^security_group_tags/, 'the tags of a security group'),
  decides(
    /^(?:vpc_security_group_ids|attach_cluster_primary_security_group|cluster_primary_security_group_id|security_group_\w+|create_security_group)/,
    'who may reach its nodes',
  ),
  decides(
    /^(?:launch_template\w*|use_custom_launch_template|create_launch_template)/,
    'the launch template of its nodes',
  ),
];

const ofModules: Readonly<Partial<Record<PublicModule, readonly Row[]>>> = {
  eks: [
    ...ofRoles,
    isHarmless(/^(?:(?:cluster_)?enabled_log_types|(?:create_)?cloudwatch_log_group)/, controlPlaneLogs),
    isHarmless(
      /^(?:cluster_)?addons\.(?:before_compute|timeouts|tags)(?:\.|$)/,
      'when Terraform installs an add-on, not what it is',
    ),
    decides(/^(?:cluster_)?addons\.most_recent$/, 'whether the add-on gets the newest version at each apply'),
    decides(
      /^(?:cluster_)?addons\.resolve_conflicts/,
      'whether EKS overwrites what somebody else changed in the add-on',
    ),
    isHarmless(/^(?:\w+_)?timeouts|^dataplane_wait_duration$/, 'how long Terraform waits'),
    isHarmless(/^deletion_protection$/, 'whether the cluster may be deleted'),
    isHarmless(
      /^(?:enable_kms_key_rotation|kms_key_(?:description|deletion_window_in_days|rotation_period_in_days|administrators|aliases))$/,
      'who manages the key of the Secrets in the cluster',
    ),
    decides(/^create_kms_key$/, 'whether the module creates a key for the Secrets in the cluster'),
    decides(/^kms_key_\w+$/, 'who may use the key of the Secrets in the cluster'),
    decides(
      /^(?:(?:cluster_)?encryption_config|attach_(?:cluster_)?encryption_policy|(?:cluster_)?encryption_policy_\w+)/,
      'how Secrets in the cluster are encrypted',
    ),
    decides(/^enable_cluster_creator_admin_permissions$/, 'whether whoever runs Terraform may administer the cluster'),
    decides(/^(?:cluster_)?force_update_version$/, 'whether an upgrade starts although EKS finds something against it'),
    decides(/^(?:cluster_)?upgrade_policy/, supportEnd),
    decides(/^control_plane_scaling_config/, 'how much the control plane can do, and what it costs'),
    decides(/^(?:cluster_)?remote_network_config/, 'which networks of hybrid nodes the cluster reaches'),
    decides(/^(?:cluster_)?zonal_shift_config/, 'whether AWS may move traffic away from a zone'),
    decides(/^(?:cluster_)?endpoint_public_access_cidrs/, publicEndpoint),
    decides(/^(?:cluster_)?endpoint_private_access$/, 'whether nodes reach the API server inside of the VPC'),
    decides(/^(?:cluster_)?endpoint_public_access$/, 'whether the API server has a public endpoint'),
    decides(/^(?:cluster_)?service_ipv[46]_cidr$/, 'the addresses of Services, which only a new cluster can change'),
    decides(/^enable_irsa$/, 'whether service accounts can have roles by web identity'),
    decides(
      /^(?:openid_connect_audiences|include_oidc_root_ca_thumbprint|custom_oidc_thumbprints)/,
      'which tokens roles by web identity accept',
    ),
    decides(/^(?:iam_role_(?:name|use_name_prefix|path|arn)|create_iam_role)$/, 'which role the control plane has'),
    decides(/^iam_role_\w+/, 'what the control plane may do in AWS'),
    decides(
      /^(?:node_iam_role_(?:name|use_name_prefix|path)|create_node_iam_role)$/,
      'which role nodes of Auto Mode have',
    ),
    decides(/^node_iam_role_\w+/, 'what nodes of Auto Mode may do in AWS'),
    decides(
      /^(?:enable_auto_mode_custom_tags|enable_node_custom_tags_permissions|create_auto_mode_iam_resources)/,
      'what Auto Mode may do in AWS',
    ),
    decides(/^(?:cluster_)?identity_providers/, 'which identity providers may sign people in'),
    decides(
      /^node_security_group_(?:additional_rules|enable_recommended_rules)/,
      'who may reach nodes, and whom nodes may reach',
    ),
    decides(
      /^(?:(?:cluster_)?additional_security_group_ids|(?:cluster_)?security_group_(?:id|additional_rules))/,
      controlPlaneDoors,
    ),
    decides(/^(?:node_|cluster_)?security_group_(?:name|use_name_prefix|description)$/, securityGroupName),
    decides(/^create_cni_ipv6_iam_policy$/, 'whether there is a policy for nodes with IPv6'),
    decides(
      /^(?:fargate_profile|eks_managed_node_group|self_managed_node_group)_defaults/,
      'what its groups have unless they say otherwise',
    ),
    decides(/^bootstrap_self_managed_addons$/, selfManagedAddons),
    decides(/^fargate_profiles/, 'which pods run on Fargate'),
  ],
  'eks-managed-node-group': ofNodeGroup,
  karpenter: [
    ...ofRoles,
    isHarmless(/^queue_kms_data_key_reuse_period_seconds$/, 'how often the queue asks for its key'),
    decides(/^enable_v1_permissions$/, 'whether Karpenter gets the permissions that version 1 needs'),
    decides(/^iam_policy_statements/, 'what Karpenter may do in addition'),
    decides(/^ami_id_ssm_parameter_arns/, 'which parameters of images Karpenter may read'),
    decides(/^(?:iam_role_(?:name|use_name_prefix|path)|create_iam_role)$/, 'which role Karpenter has'),
    decides(/^(?:iam_policy_\w+|iam_role_\w+|enable_inline_policy)/, 'what Karpenter may do in AWS'),
    decides(
      /^(?:node_iam_role_(?:name|arn|use_name_prefix|path)|create_node_iam_role)$/,
      'which role nodes of Karpenter have',
    ),
    decides(/^(?:node_iam_role_\w+|cluster_ip_family)/, 'what nodes of Karpenter may do in AWS'),
    decides(/^queue_policy_statements/, 'who may write to the interruption queue'),
    decides(/^rule_name_prefix$/, 'the names of the rules that send events to the interruption queue'),
    decides(/^(?:namespace|service_account)$/, 'which service account has the role of Karpenter'),
  ],
  vpc: [
    isHarmless(/^(?:dhcp_options|vpn_gateway|customer_gateway)_tags/, 'tags that no selector of Karpenter reads'),
    isHarmless(/flow_log/, 'logs of the traffic'),
    isHarmless(
      /^create_(?:database|redshift|elasticache)_subnet_group$|^(?:database|redshift|elasticache)_subnet_group_name$/,
      'a group of subnets for databases',
    ),
    decides(/^(?:database|redshift|elasticache)_(?:acl_rules|dedicated)/, 'which traffic enters and leaves subnets'),
    isHarmless(
      /^(?:database|redshift|elasticache)_|^(?:create|enable)_\w*(?:database|redshift|elasticache)/,
      'subnets that are made for databases',
    ),
    decides(/^\w+_(?:acl_rules|dedicated_network_acl)$/, 'which traffic enters and leaves subnets'),
    decides(
      /^manage_default_|^default_(?:security_group|network_acl|route_table)_/,
      'the default security group, routes and network ACL of the VPC',
    ),
    isHarmless(
      /^(?:single_nat_gateway|one_nat_gateway_per_az)$/,
      'how many NAT gateways carry the traffic; nodes keep their way out',
    ),
    decides(/^enable_nat_gateway$/, 'whether nodes in private subnets reach the internet'),
    decides(/^(?:azs|(?:private|public|intra)_subnets)$/, 'which subnets there are, and in which zones'),
    decides(/^map_public_ip_on_launch$/, 'whether instances in public subnets get public addresses'),
    decides(/^enable_ipv6$/, 'whether the VPC and its subnets have IPv6 addresses'),
    decides(/^(?:create_igw|create_egress_only_igw)$/, 'whether the VPC has an internet gateway'),
    decides(/^name$/, 'the names of the VPC and of its subnets'),
    decides(/^cidr$/, 'the range of the VPC, which cannot change in place'),
    decides(/^create_vpc$/, 'whether the VPC exists'),
    decides(/^(?:enable_)?dhcp_options/, 'how instances find names and the time'),
    decides(/^enable_dns_(?:hostnames|support)$/, 'whether names inside of the VPC lead to addresses'),
    decides(/^secondary_cidr_blocks/, 'which further addresses the VPC has'),
    decides(/^instance_tenancy$/, 'whether instances share hardware with others, and what they cost'),
    decides(
      /^(?:customer_gateways|vpn_gateway\w*|enable_vpn_gateway|amazon_side_asn|propagate_\w+_vgw)/,
      'how other networks are reached',
    ),
    decides(/^(?:external_nat_ip_ids|external_nat_ips|reuse_nat_ips)/, 'the public addresses of outgoing traffic'),
    decides(/^\w+_subnet_(?:names|suffix)$/, 'the names of subnets'),
  ],
};

const ofResources: Readonly<Record<string, readonly Row[]>> = {
  aws_eks_cluster: [
    isHarmless(/^enabled_cluster_log_types/, controlPlaneLogs),
    isHarmless(/^deletion_protection$/, 'whether the cluster may be deleted'),
    decides(/^force_update_version$/, 'whether an upgrade starts although EKS finds something against it'),
    decides(/^upgrade_policy/, supportEnd),
    decides(/^bootstrap_self_managed_addons$/, selfManagedAddons),
    decides(/^zonal_shift_config/, 'whether AWS may move traffic away from a zone'),
    decides(/^control_plane_scaling_config/, 'how much the control plane can do, and what it costs'),
    decides(/^remote_network_config/, 'which networks of hybrid nodes the cluster reaches'),
    decides(/^encryption_config/, 'how Secrets in the cluster are encrypted'),
    decides(/^vpc_config\.public_access_cidrs/, publicEndpoint),
    decides(/^vpc_config\.security_group_ids/, controlPlaneDoors),
    decides(/^vpc_config\.endpoint_private_access$/, 'whether nodes reach the API server inside of the VPC'),
    decides(/^vpc_config\.endpoint_public_access$/, 'whether the API server has a public endpoint'),
    decides(
      /^access_config\.bootstrap_cluster_creator_admin_permissions$/,
      'whether whoever creates the cluster may administer it',
    ),
  ],
  aws_eks_node_group: ofNodeGroup,
  aws_launch_template: [
    decides(/^image_id$/, 'which image instances of the template have'),
    decides(/^user_data$/, 'what instances of the template run when they start'),
    decides(/^block_device_mappings/, 'the disks of instances of the template'),
    decides(/^vpc_security_group_ids/, 'who may reach instances of the template'),
    decides(/^network_interfaces/, 'the network of instances of the template'),
    decides(/^metadata_options/, 'who may read the metadata of instances of the template'),
    decides(/^iam_instance_profile/, 'what instances of the template may do in AWS'),
    decides(/^tag_specifications/, 'the tags of instances of the template'),
  ],
  aws_eks_addon: [decides(/^resolve_conflicts/, 'whether EKS overwrites what somebody else changed in the add-on')],
  aws_iam_role: [
    isHarmless(/^max_session_duration$/, 'how long credentials of a session are valid'),
    isHarmless(/^force_detach_policies$/, 'how Terraform deletes the role'),
    decides(/^permissions_boundary$/, 'the most that the role may do'),
  ],
  aws_iam_openid_connect_provider: [decides(/./, 'which tokens roles by web identity accept')],
  aws_vpc: [
    decides(/^enable_dns_(?:hostnames|support)$/, 'whether names inside of the VPC lead to addresses'),
    decides(/^instance_tenancy$/, 'whether instances share hardware with others, and what they cost'),
  ],
  aws_vpc_endpoint: [
    decides(/^policy$/, 'who may use the endpoint, and for what'),
    decides(/^(?:subnet_ids|security_group_ids|route_table_ids)/, 'from where the endpoint is reached'),
    decides(/^private_dns_enabled$/, 'whether the name of the service leads to the endpoint'),
  ],
  aws_network_acl: [decides(/./, 'which traffic enters and leaves subnets')],
  aws_network_acl_rule: [decides(/./, 'which traffic enters and leaves subnets')],
  aws_flow_log: [isHarmless(/./, 'logs of the traffic')],
  aws_servicequotas_service_quota: [decides(/^value$/, 'how much of a service the account may use')],
};

/**
 * What an argument of a resource, or of a module with this source, decides; undefined if nothing is known of it.
 * Arguments of named groups stand without the name. Source: https://registry.terraform.io/providers/hashicorp/aws and
 * the inputs of https://github.com/terraform-aws-modules.
 */
export function decisionOfArgument(
  kind: string,
  source: string | undefined,
  argument: string,
): ArgumentDecision | undefined {
  const group = /^eks_managed_node_groups\.(?<inner>.+)$/.exec(argument)?.groups?.inner;
  const rows = group === undefined ? rowsOf(kind, source) : ofNodeGroup;
  return rows.find(([names]) => names.test(group ?? argument))?.[1];
}

function rowsOf(kind: string, source: string | undefined): readonly Row[] {
  const called = kind === 'module' ? publicModule(source ?? '') : undefined;
  if (called) return ofModules[called] ?? [];

  if (Object.hasOwn(ofResources, kind)) return ofResources[kind]!;
  return [];
}
