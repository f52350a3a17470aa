import type { ModuleCall } from '../../manifest/terraform/resources/resource-makers.ts';
import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

/** Arguments with one default, a text without quotes, anything else as JSON. */
type Row = readonly [names: RegExp, value: string, majors: Majors];

/** The major versions of a module in which it is the default, both included. Without them, all versions since 19. */
interface Majors {
  readonly since?: number;
  readonly until?: number;
}

const defaultsTo = (value: string, names: RegExp, majors: Majors = {}): Row => [names, value, majors];

/** Of roles and policies of the modules. */
const ofRoles: readonly Row[] = [
  defaultsTo('true', /^(?:\w+_)?(?:iam_role|encryption_policy|security_group)_use_name_prefix$/),
  defaultsTo(
    'null',
    /^(?:node_)?iam_role_(?:arn|permissions_boundary|max_session_duration)$|^node_iam_role_(?:name|description)$/,
  ),
  defaultsTo('{}', /^(?:\w+_)?iam_role_(?:additional_policies|policies|tags)$|^(?:\w+_)?tags$/),
];

/** Source: modules/eks-managed-node-group/variables.tf of terraform-aws-eks, v19.21.0 to v21.19.0. */
const ofNodeGroup: readonly Row[] = [
  ...ofRoles,
  defaultsTo('ON_DEMAND', /^capacity_type$/),
  defaultsTo('AL2023_x86_64_STANDARD', /^ami_type$/, { since: 21 }),
  defaultsTo('null', /^ami_type$/, { until: 20 }),
  defaultsTo('3', /^max_size$/),
  defaultsTo('0', /^min_size$/, { until: 20 }),
  defaultsTo('1', /^min_size$/, { since: 21 }),
  defaultsTo('1', /^desired_size$/),
  defaultsTo(
    'true',
    /^(?:create|create_iam_role|create_launch_template|iam_role_attach_cni_policy|update_launch_template_default_version|use_custom_launch_template|use_name_prefix|launch_template_use_name_prefix)$/,
  ),
  defaultsTo('true', /^enable_monitoring$/, { until: 20 }),
  defaultsTo('false', /^enable_monitoring$/, { since: 21 }),
  defaultsTo('true', /^use_latest_ami_release_version$/, { since: 21 }),
  defaultsTo('false', /^use_latest_ami_release_version$/, { since: 20, until: 20 }),
  defaultsTo('false', /^enable_bootstrap_user_data$/),
  defaultsTo(
    'null',
    /^(?:ami_release_version|disk_size|ebs_optimized|force_update_version|instance_types|key_name|labels)$/,
  ),
  defaultsTo('[]', /^vpc_security_group_ids$/),
];

/** Source: variables.tf of each module, v19.21.0 to v21.19.0 of terraform-aws-eks and v4.0.0 to v6.0.0 of terraform-aws-vpc. */
const ofModules: Readonly<Partial<Record<PublicModule, readonly Row[]>>> = {
  eks: [
    ...ofRoles,
    defaultsTo('true', /^(?:cluster_)?endpoint_private_access$/),
    defaultsTo('false', /^(?:cluster_)?endpoint_public_access$/),
    defaultsTo('["0.0.0.0/0"]', /^(?:cluster_)?endpoint_public_access_cidrs$/),
    defaultsTo('true', /^addons\.(?:most_recent|preserve)$/, { since: 21 }),
    defaultsTo('true', /^cluster_addons\.preserve$/, { since: 20, until: 20 }),
    defaultsTo('NONE', /^addons\.resolve_conflicts_on_create$/, { since: 21 }),
    defaultsTo('OVERWRITE', /^(?:cluster_)?addons\.resolve_conflicts_on_update$/, { since: 20 }),
    defaultsTo('false', /^(?:cluster_)?addons\.before_compute$/),
    defaultsTo('API_AND_CONFIG_MAP', /^authentication_mode$/, { since: 20 }),
    defaultsTo('false', /^enable_cluster_creator_admin_permissions$/, { since: 20 }),
    defaultsTo(
      'true',
      /^(?:create|create_iam_role|create_kms_key|enable_kms_key_rotation|enable_irsa|include_oidc_root_ca_thumbprint|attach_(?:cluster_)?encryption_policy)$/,
    ),
    defaultsTo('true', /^create_(?:(?:node_|cluster_)?security_group|(?:cluster_)?primary_security_group_tags)$/),
    defaultsTo('true', /^node_security_group_enable_recommended_rules$/),
    defaultsTo('{}', /^(?:node_security_group|(?:cluster_)?security_group)_additional_rules$/),
    defaultsTo('true', /^create_cloudwatch_log_group$/),
    defaultsTo('90', /^cloudwatch_log_group_retention_in_days$/),
    defaultsTo('["audit","api","authenticator"]', /^(?:cluster_)?enabled_log_types$/),
    defaultsTo('ipv4', /^(?:cluster_)?ip_family$/, { since: 20 }),
    defaultsTo('false', /^create_cni_ipv6_iam_policy$/),
    defaultsTo('[]', /^(?:(?:cluster_)?additional_security_group_ids|control_plane_subnet_ids|kms_key_\w+s)$/),
    defaultsTo('null', /^(?:cluster_)?(?:service_ipv[46]_cidr|force_update_version)$|^bootstrap_self_managed_addons$/),
    defaultsTo('{}', /^(?:access_entries|(?:cluster_)?upgrade_policy|(?:cluster_)?zonal_shift_config)$/, { until: 20 }),
  ],
  'eks-managed-node-group': ofNodeGroup,
  karpenter: [
    ...ofRoles,
    defaultsTo('true', /^(?:create|create_iam_role|enable_spot_termination|queue_managed_sse_enabled)$/),
    defaultsTo(
      'true',
      /^(?:create_node_iam_role|create_access_entry|node_iam_role_attach_cni_policy|iam_policy_use_name_prefix)$/,
      { since: 20 },
    ),
    defaultsTo('EC2_LINUX', /^access_entry_type$/, { since: 20 }),
    defaultsTo('true', /^create_instance_profile$/, { until: 19 }),
    defaultsTo('false', /^create_instance_profile$/, { since: 20 }),
    defaultsTo('false', /^create_pod_identity_association$/, { since: 20, until: 20 }),
    defaultsTo('true', /^create_pod_identity_association$/, { since: 21 }),
    defaultsTo('false', /^(?:enable_irsa|enable_v1_permissions)$/, { since: 20, until: 20 }),
    defaultsTo('true', /^enable_pod_identity$/, { since: 20, until: 20 }),
    defaultsTo('false', /^enable_inline_policy$/, { since: 21 }),
    defaultsTo('kube-system', /^namespace$/, { since: 20 }),
    defaultsTo('karpenter', /^service_account$/, { since: 20 }),
    defaultsTo('KarpenterController', /^iam_(?:role|policy)_name$/, { since: 20 }),
    defaultsTo('/', /^(?:iam_policy|iam_role|node_iam_role)_path$/, { since: 20 }),
    defaultsTo('Karpenter', /^rule_name_prefix$/),
    defaultsTo('null', /^queue_(?:name|kms_master_key_id|kms_data_key_reuse_period_seconds)$/),
    defaultsTo('ipv4', /^cluster_ip_family$/, { since: 20 }),
    defaultsTo('[]', /^(?:iam_policy_statements|ami_id_ssm_parameter_arns)$/, { since: 20, until: 20 }),
  ],
  vpc: [
    defaultsTo('true', /^(?:create_vpc|create_igw|create_egress_only_igw|enable_dns_support)$/),
    defaultsTo(
      'false',
      /^(?:enable_nat_gateway|single_nat_gateway|one_nat_gateway_per_az|reuse_nat_ips|enable_ipv6|enable_vpn_gateway|enable_flow_log|enable_dhcp_options)$/,
    ),
    defaultsTo('true', /^(?:enable_dns_hostnames|manage_default_(?:network_acl|route_table|security_group))$/, {
      since: 4,
    }),
    defaultsTo('false', /^map_public_ip_on_launch$/, { since: 4 }),
    defaultsTo('default', /^instance_tenancy$/),
  ],
};

/** Source: https://registry.terraform.io/providers/hashicorp/aws, versions 5 and 6. */
const ofResources: Readonly<Record<string, readonly Row[]>> = {
  aws_eks_cluster: [
    defaultsTo('false', /^vpc_config\.endpoint_private_access$/),
    defaultsTo('true', /^(?:vpc_config\.endpoint_public_access|bootstrap_self_managed_addons)$/),
    defaultsTo('["0.0.0.0/0"]', /^vpc_config\.public_access_cidrs$/),
    defaultsTo('true', /^access_config\.bootstrap_cluster_creator_admin_permissions$/),
    defaultsTo('ipv4', /^kubernetes_network_config\.ip_family$/),
    defaultsTo('EXTENDED', /^upgrade_policy\.support_type$/),
  ],
  aws_eks_node_group: [
    defaultsTo('ON_DEMAND', /^capacity_type$/),
    defaultsTo('["t3.medium"]', /^instance_types$/),
    defaultsTo('false', /^force_update_version$/),
  ],
  aws_eks_addon: [defaultsTo('false', /^preserve$/)],
  aws_eks_access_entry: [defaultsTo('STANDARD', /^type$/)],
  aws_iam_role: [
    defaultsTo('/', /^path$/),
    defaultsTo('3600', /^max_session_duration$/),
    defaultsTo('false', /^force_detach_policies$/),
  ],
  aws_iam_policy: [defaultsTo('/', /^path$/)],
  aws_iam_instance_profile: [defaultsTo('/', /^path$/)],
  aws_security_group: [
    defaultsTo('Managed by Terraform', /^description$/),
    defaultsTo('false', /^revoke_rules_on_delete$/),
  ],
  aws_security_group_rule: [defaultsTo('false', /^self$/)],
  aws_subnet: [
    defaultsTo('false', /^(?:map_public_ip_on_launch|assign_ipv6_address_on_creation|enable_dns64|ipv6_native)$/),
  ],
  aws_vpc: [
    defaultsTo('true', /^enable_dns_support$/),
    defaultsTo('false', /^(?:enable_dns_hostnames|assign_generated_ipv6_cidr_block)$/),
    defaultsTo('default', /^instance_tenancy$/),
  ],
  aws_nat_gateway: [defaultsTo('public', /^connectivity_type$/)],
  aws_vpc_endpoint: [defaultsTo('Gateway', /^vpc_endpoint_type$/)],
  aws_sqs_queue: [
    defaultsTo('0', /^(?:delay_seconds|receive_wait_time_seconds)$/),
    defaultsTo('30', /^visibility_timeout_seconds$/),
    defaultsTo('345600', /^message_retention_seconds$/),
    defaultsTo('false', /^fifo_queue$/),
  ],
  aws_cloudwatch_event_rule: [defaultsTo('default', /^event_bus_name$/)],
};

/**
 * What an argument of a resource, or of a module, is if nobody writes it; undefined if nothing is known of it. Arguments of named groups stand
 * without the name.
 */
export function defaultOfArgument(kind: string, call: ModuleCall, argument: string): string | undefined {
  const group = /^eks_managed_node_groups\.(?<inner>.+)$/.exec(argument)?.groups?.inner;
  const major = majorOf(call);
  const isIn = ({ since, until }: Majors): boolean => {
    if (since === undefined && until === undefined) return true;
    return major !== undefined && (since ?? 0) <= major && major <= (until ?? major);
  };

  const rows = group === undefined ? rowsOf(kind, call.source) : ofNodeGroup;
  return rows.find(([names, , majors]) => names.test(group ?? argument) && isIn(majors))?.[1];
}

/** The major version that a call of a module asks for; undefined if it may be several. */
function majorOf({ source = '', version }: ModuleCall): number | undefined {
  // `>=` allows every later version, and so does `~> 19`. `~> 19.0` allows only 19.
  const major = /(?:^\s{0,5}(?:~>\s{0,5}(?=\d+\.)|=\s{0,5})?|ref=v?)(\d+)/.exec(version ?? source)?.[1];
  if (major === undefined) return undefined;
  return Number(major);
}

function rowsOf(kind: string, source: string | undefined): readonly Row[] {
  const called = kind === 'module' ? publicModule(source ?? '') : undefined;
  if (called) return ofModules[called] ?? [];

  if (Object.hasOwn(ofResources, kind)) return ofResources[kind]!;
  return [];
}
