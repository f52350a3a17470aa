import { canonicalQuantity } from '../api/quantity.ts';
import { canonical } from '../diff/typed-equality.ts';
import { isObject, type Value } from '../manifest/manifest.ts';
import type { Schema } from '../schema/definitions/crd-pack.ts';
import { fieldSchema } from '../schema/definitions/defaults.ts';

type Fields = Readonly<Record<string, Value>>;

/** What the API server and its clients write into metadata themselves: it is no part of what somebody wants. */
const bookkeeping = new Set([
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
]);
const clientAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The object as it is sent: without status and bookkeeping, each quantity of a typed field in Kubernetes' own spelling.
 * Nothing is filled in, for who writes a default out owns the field.
 */
export function desiredObject(object: Fields, schema: Schema): Fields {
  const { status: _, ...rest } = object;
  const { metadata, ...typed } = rest;
  return {
    ...(spelled(typed, schema) as Fields),
    ...(metadata !== undefined && { metadata: isObject(metadata) ? ownMetadata(metadata) : metadata }),
  };
}

/** One text for all spellings of an object that send the same: JSON with sorted keys and no white space. */
export const canonicalJson = (value: Value): string => canonical(value);

function ownMetadata(metadata: Fields): Fields {
  const { annotations, ...rest } = Object.fromEntries(
    Object.entries(metadata).filter(([key]) => !bookkeeping.has(key)),
  );
  if (!isObject(annotations)) return annotations === undefined ? rest : { ...rest, annotations };
  const { [clientAnnotation]: _, ...own } = annotations;
  return Object.keys(own).length === 0 && Object.keys(annotations).length > 0 ? rest : { ...rest, annotations: own };
}

/** Only what the CRD types as a quantity: a string map such as `kubeReserved` is hashed as it is written, so it stays. */
function spelled(value: Value, schema: Schema | undefined): Value {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => spelled(item, schema.items));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, spelled(inner, fieldSchema(schema, key))]),
    );
  if (!isQuantity(schema) || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return canonicalQuantity(value) ?? value;
}

/**
 * What controller-gen writes for resource.Quantity. A quantity that the CRD types as a string (`volumeSize`) takes only some
 * spellings, `18432Gi` but not `18Ti`, so it stays as well.
 */
const isQuantity = (schema: Schema): boolean =>
  schema['x-kubernetes-int-or-string'] === true && (schema.pattern?.includes('[KMGTPE]i') ?? false);
