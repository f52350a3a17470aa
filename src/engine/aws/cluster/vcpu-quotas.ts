/** The quotas that AWS has for the vCPUs of groups of instance families, by the letters that these names start with. */
const named: readonly (readonly [letters: string, quota: string])[] = [
  ['hpc', 'hpc'],
  ['inf', 'inf'],
  ['trn', 'trn'],
  ['dl', 'dl'],
  ['vt', 'g'],
  ['f', 'f'],
  ['g', 'g'],
  ['p', 'p'],
  ['x', 'x'],
];

/** The letters of the families of the quota for standard instances. */
const standard = /^(?:[acdhmrtz]|i(?:[ms]\d|\d))/;

/**
 * The quota that an instance type counts towards, as a key of `vcpuQuotas`. On-demand and spot have the same groups. Undefined for dedicated
 * hosts and high-memory instances, and for families that are newer than this table.
 * Source: docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-on-demand-instances.html, using-spot-limits.html.
 */
export function vcpuQuotaOf(instanceType: string): string | undefined {
  const letters = /^[a-z]+/.exec(instanceType)?.[0] ?? '';
  if (letters === 'mac' || letters === 'u') return undefined;
  const own = named.find(([start]) => letters.startsWith(start));
  return own?.[1] ?? (standard.test(instanceType) ? 'standard' : undefined);
}
