/**
 * Amounts by resource name: `cpu` in millicores, everything else in its base unit (bytes, pods, devices).
 * A name that is absent is zero. Kubernetes keeps thousandths of a byte, so an amount has up to three decimals.
 */
export type Resources = ReadonlyMap<string, number>;

/** The sum of two amounts, exact to the thousandth as Kubernetes adds them: 0.1 and 0.2 make 0.3. */
export function plus(amount: number, other: number): number {
  const sum = amount + other;
  if (Number.isInteger(sum)) return sum;
  return Math.round(sum * 1000) / 1000;
}
