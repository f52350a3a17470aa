import { publicModule } from '../fields/terraform-modules.ts';

/** Inputs of the module that have another name since version 21, without the part that is gone: `cluster_name`. */
const withoutPrefix =
  /^cluster_(?:name|version|enabled_log_types|force_update_version|compute_config|upgrade_policy|remote_network_config|zonal_shift_config|additional_security_group_ids|endpoint_(?:private_access|public_access|public_access_cidrs)|ip_family|service_ipv[46]_cidr|encryption_config|timeouts|security_group_(?:id|name|use_name_prefix|description|additional_rules|tags)|addons|addons_timeouts|identity_providers)$/;

const otherNames: Readonly<Record<string, string>> = {
  cluster_version: 'kubernetes_version',
  create_cluster_security_group: 'create_security_group',
  create_cluster_primary_security_group_tags: 'create_primary_security_group_tags',
};

/** The name that an input of the EKS module has now; undefined if it is not another one. */
export function nameNow(input: string): string | undefined {
  if (Object.hasOwn(otherNames, input)) return otherNames[input];
  if (withoutPrefix.test(input)) return input.slice('cluster_'.length);
  return undefined;
}

/**
 * The other name that an argument of a module with this source has in another version of the module; undefined if it has none.
 * Source: terraform-aws-eks, docs/UPGRADE-21.0.md.
 */
export function renamedArgument(kind: string, source: string | undefined, argument: string): string | undefined {
  if (kind !== 'module' || publicModule(source ?? '') !== 'eks') return undefined;
  const before = [`cluster_${argument}`, ...Object.keys(otherNames)].find((name) => nameNow(name) === argument);
  return nameNow(argument) ?? before;
}
