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
  const entry = named.find(([start]) => letters.startsWith(start));
  return entry?.[1] ?? (standard.test(instanceType) ? 'standard' : undefined);
}

/**
 * EC2's quotas for vCPUs by their code in Service Quotas.
 * Source: docs.aws.amazon.com/general/latest/gr/ec2-service.html.
 */
export const vcpuQuotaCodes: ReadonlyMap<string, readonly ['on-demand' | 'spot', group: string]> = new Map([
  ['L-1216C47A', ['on-demand', 'standard']],
  ['L-DB2E81BA', ['on-demand', 'g']],
  ['L-6E869C2A', ['on-demand', 'dl']],
  ['L-74FC7D96', ['on-demand', 'f']],
  ['L-F7808C92', ['on-demand', 'hpc']],
  ['L-1945791B', ['on-demand', 'inf']],
  ['L-417A185B', ['on-demand', 'p']],
  ['L-2C3B7624', ['on-demand', 'trn']],
  ['L-7295265B', ['on-demand', 'x']],
  ['L-34B43A08', ['spot', 'standard']],
  ['L-3819A6DF', ['spot', 'g']],
  ['L-85EED4F7', ['spot', 'dl']],
  ['L-88CF9481', ['spot', 'f']],
  ['L-B5D1601B', ['spot', 'inf']],
  ['L-7212CCBC', ['spot', 'p']],
  ['L-6B0D517C', ['spot', 'trn']],
  ['L-E3A00192', ['spot', 'x']],
]);

/**
 * The code of a quota that is 0 in new accounts, which is true of accelerated instances and of families F and X; undefined for others.
 * Source: docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-limits.html. On-demand has the same groups, and often the same defaults.
 */
export const emptyQuotaCode = (capacityType: 'on-demand' | 'spot', quota: string): string | undefined => {
  if (quota === 'standard' || quota === 'hpc') return undefined;
  return [...vcpuQuotaCodes].find(([, [type, group]]) => type === capacityType && group === quota)?.[0];
};
