import type { Manifest, Mapping } from '../../manifest/model/manifest.ts';

/**
 * Turns an EC2NodeClass that plumbline migrated into the v1 object that Karpenter's conversion webhook stores.
 * Source: provider-aws pkg/apis/v1 ec2nodeclass_conversion.go at v1.0.
 */
export const asConverted = (object: Mapping, written: Manifest, other: Manifest): Mapping =>
  withStoredHopLimit(withFamily(object, written, other), written, other);

const family = ['spec', 'amiFamily'];
const hopLimit = ['spec', 'metadataOptions', 'httpPutResponseHopLimit'];

/** The webhook keeps the family in addition to its alias, but plumbline's migration writes only the alias. */
function withFamily(object: Mapping, written: Manifest, other: Manifest): Mapping {
  const amiFamily = written.get(family);
  const spec = object.spec as Mapping;
  if (typeof amiFamily !== 'string' || other.get(family) === undefined || spec.amiFamily !== undefined) return object;
  return { ...object, spec: { ...spec, amiFamily } };
}

/** A hop limit that neither side sets stays as it was stored, although v1 has another default. */
function withStoredHopLimit(object: Mapping, written: Manifest, other: Manifest): Mapping {
  if ([written, other].some((side) => side.get(hopLimit) !== undefined)) return object;
  const spec = object.spec as Mapping;
  const { httpPutResponseHopLimit: _, ...options } = (spec.metadataOptions ?? {}) as Mapping;
  const { metadataOptions: __, ...rest } = spec;
  return { ...object, spec: Object.keys(options).length === 0 ? rest : { ...rest, metadataOptions: options } };
}
