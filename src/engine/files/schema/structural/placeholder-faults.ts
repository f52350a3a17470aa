import { parseQuantity } from '../../../karpenter/api/quantity.ts';
import { isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { standsForName, standsForOther } from '../../../manifest/yaml/placeholder.ts';
import type { Fault } from '../definitions/fault.ts';

/** Mappings of quantities, wherever they are in an object. */
const amounts: ReadonlySet<string> = new Set(['requests', 'limits', 'hard', 'capacity', 'allocatable']);

/** Places of amounts in an object that are no quantities, in order. */
export function wrongQuantities(value: Value | undefined, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => wrongQuantities(item as Value, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    if (!amounts.has(String(path.at(-1)))) return wrongQuantities(inner, at);
    if (typeof inner === 'string' && parseQuantity(inner) === undefined) return [at];
    return [];
  });
}

/** Whether the name of an object, or an amount in it, is a word that a script replaces, so that the object is not applied as it is. */
export const isTemplateOfObject = ({ object }: Pick<Manifest, 'object'>): boolean => {
  const { metadata } = object;
  const names = isObject(metadata) ? [metadata.name, metadata.namespace, metadata.generateName] : [];
  return (
    names.some(standsForName) ||
    wrongQuantities(object as Value).some((path) => standsForName(at(object as Value, path)))
  );
};

const at = (value: Value, path: Path): Value | undefined =>
  path.reduce<Value | undefined>(
    (inner, step) => (inner as Readonly<Record<string | number, Value>> | undefined)?.[step],
    value,
  );

/** Whether a fault is about the form of a name or an amount. */
const isOfForm = ({ code, message }: Fault): boolean =>
  /^schema\/(?:metadata|pattern|format)$/.test(code) ||
  /RFC 1123|RFC 1035|qualified name|valid label must be|quantities must match/.test(message);

/** Checks of a single value. */
const ofValues: ReadonlySet<string> = new Set([
  'schema/enum',
  'schema/format',
  'schema/metadata',
  'schema/pattern',
  'schema/refused',
]);

/** Whether a fault is about a value that stands for another one. */
export function isAboutPlaceholder(fault: Fault, manifest: Manifest): boolean {
  if (fault.path.length === 0 || fault.isKey || !ofValues.has(fault.code)) return false;

  const value = manifest.get(fault.path);
  if (isOfForm(fault)) return standsForName(value);
  return standsForOther(value);
}
