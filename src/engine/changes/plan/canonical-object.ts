import type { Schema } from '../../files/schema/definitions/crd-pack.ts';
import { fieldSchema } from '../../files/schema/definitions/defaults.ts';
import { canonicalQuantity } from '../../karpenter/api/quantity.ts';
import { canonical } from '../../manifest/canonical.ts';
import { appliedAnnotation, isObject, type Mapping, type Value } from '../../manifest/model/manifest.ts';

/** Metadata that the API server and its clients write themselves, so it is not part of the desired object. */
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

/**
 * The object as it is sent: without status and server-managed metadata, and with each typed quantity in Kubernetes' canonical form.
 * Defaults are not filled in, because whoever sends a default owns the field.
 */
export function desiredObject(object: Mapping, schema: Schema): Mapping {
  const { status: _, ...rest } = object;
  const { metadata, ...typed } = rest;
  return {
    ...(spelled(typed, schema) as Mapping),
    ...(metadata !== undefined && { metadata: isObject(metadata) ? ownMetadata(metadata) : metadata }),
  };
}

/** The same text for all notations of an object that send the same: JSON with sorted keys and without white space. */
export const canonicalJson = (value: Value): string => canonical(value);

function ownMetadata(metadata: Mapping): Mapping {
  const { annotations, ...rest } = Object.fromEntries(
    Object.entries(metadata).filter(([key]) => !bookkeeping.has(key)),
  );
  if (!isObject(annotations)) {
    if (annotations === undefined) return rest;
    return { ...rest, annotations };
  }
  const { [appliedAnnotation]: _, ...written } = annotations;
  if (Object.keys(written).length === 0 && Object.keys(annotations).length > 0) return rest;
  return { ...rest, annotations: written };
}

/** Converts only what the CRD declares as a quantity. A string map such as `kubeReserved` is hashed as written, so it stays. */
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
 * Whether a schema is what controller-gen generates for resource.Quantity. A quantity that the CRD declares as a string (`volumeSize`)
 * accepts only some notations, `18432Gi` but not `18Ti`, so it stays as well.
 */
const isQuantity = (schema: Schema): boolean =>
  schema['x-kubernetes-int-or-string'] === true && (schema.pattern?.includes('[KMGTPE]i') ?? false);
