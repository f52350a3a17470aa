import { parseResource } from '../api/quantity.ts';
import { canonical } from '../manifest/canonical.ts';
import { isObject, type Value } from '../manifest/manifest.ts';

/** A text that is the same for pod templates of which a controller replaces no pods: the order of fields and `1` or `1000m` do not matter. */
export const podTemplateText = (template: Value | undefined): string => canonical(withAmounts(template ?? null));

function withAmounts(value: Value): Value {
  if (Array.isArray(value)) return value.map(withAmounts);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Value] => [
    key,
    key === 'requests' || key === 'limits' ? amountsOf(inner) : withAmounts(inner),
  ]);
  return Object.fromEntries(entries);
}

const amountsOf = (amounts: Value): Value =>
  isObject(amounts)
    ? Object.fromEntries(Object.entries(amounts).map(([name, one]) => [name, amountOf(name, one)]))
    : amounts;

const amountOf = (name: string, amount: Value): Value =>
  (typeof amount === 'string' || typeof amount === 'number' ? parseResource(name, amount) : undefined) ?? amount;
