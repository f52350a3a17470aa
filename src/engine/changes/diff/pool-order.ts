import { fieldOf } from '../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';

/**
 * `, which Karpenter tries before `general` (weight 50, not 10)`: the NodePools of the cluster that come after a new
 * one. For a pod that both can run, Karpenter launches a node of the first: the highest weight, then the last name.
 * NodePools with other taints are for other pods. Empty if none comes after it, or if a weight is unknown. Source: core
 * pkg/utils/nodepool OrderByWeight.
 */
export function orderText(pool: Manifest, others: readonly Manifest[]): string {
  const weight = weightIn(pool);
  if (weight === undefined) return '';

  const after = others.flatMap((other) => {
    const otherWeight = weightIn(other);
    if (otherWeight === undefined || other.ref.name === pool.ref.name) return [];
    if (isFixed(other) || taintsOf(other) !== taintsOf(pool)) return [];

    const isLater = weight > otherWeight || (weight === otherWeight && compareNames(pool.ref.name, other.ref.name) > 0);
    if (!isLater) return [];
    return [{ name: other.ref.name, weight: otherWeight }];
  });
  if (after.length === 0) return '';

  const names = firstNames([...new Set(after.map(({ name }) => quoted(name)))].sort(), 2);
  return `, and Karpenter tries it before ${names} (${reasonText(weight, new Set(after.map((pool) => pool.weight)))})`;
}

/** `weight 50, not 10`, or why the name decides. */
function reasonText(weight: number, lower: ReadonlySet<number>): string {
  const [first] = lower;
  if (lower.size > 1) return `weight ${weight}`;
  if (first !== weight) return `weight ${weight}, not ${first}`;
  return 'of equal weights, the last name comes first';
}

const isFixed = (pool: Manifest): boolean => pool.get(['spec', 'replicas']) !== undefined;

/** Taints of a NodePool, to compare them. */
const taintsOf = (pool: Manifest): string =>
  JSON.stringify(fieldOf(pool, ['spec', 'template', 'spec', 'taints']).value ?? []);

/** The weight of a NodePool; undefined if it is not a number that can be read. */
function weightIn(pool: Manifest): number | undefined {
  const { isKnown, value } = fieldOf(pool, ['spec', 'weight']);
  if (!isKnown) return undefined;
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number') return value;
  return undefined;
}
