import type { SpotPricing } from '../../karpenter/api/settings.ts';
import type { Ec2Catalog } from './ec2-catalog.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';

/**
 * The spot price of a type in a zone in USD per hour, by the mode in the settings. NaN if it is unknown.
 * `advisor` uses the price of the zone if a refreshed catalog has it. Otherwise it subtracts the savings of the Spot Advisor from the
 * on-demand price that users pay, with the same result in all zones. `flat` and `zoned` are for tests: 0.4 × on-demand, and
 * on-demand × (0.25 + (fnv1a32(type/zone) mod 1000) / 2000).
 */
export function spotPrice(
  catalog: Ec2Catalog,
  { name }: InstanceTypeInfo,
  at: { zone: string; pricing: SpotPricing },
): number {
  const facts = catalog.regional(name);
  if (facts?.onDemandUsd === undefined || facts.billedUsd === undefined) return Number.NaN;
  if (at.pricing === 'flat') return round6(0.4 * facts.onDemandUsd);
  if (at.pricing === 'zoned') return round6(facts.onDemandUsd * (0.25 + (fnv1a32(`${name}/${at.zone}`) % 1000) / 2000));
  if (facts.spotUsd) return facts.spotUsd[catalog.zones.findIndex(({ zone }) => zone === at.zone)] ?? Number.NaN;

  return round6(facts.billedUsd * (1 - (catalog.spotSavingsPercent(name) ?? Number.NaN) / 100));
}

const round6 = (usd: number): number => Math.round(usd * 1e6) / 1e6;

function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
