import type { Value } from '../../manifest/model/manifest.ts';

/**
 * A number, or a percentage of a total. Undefined if the value is neither.
 * Source: k8s.io/apimachinery pkg/util/intstr GetScaledValueFromIntOrPercent.
 */
export function scaledValue(
  value: Value | undefined,
  total: number,
  round: (figure: number) => number,
): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;

  const [, percent] = /^(\d{1,9})%$/.exec(value) ?? [];
  if (percent === undefined) return undefined;
  return round((Number(percent) * total) / 100);
}
