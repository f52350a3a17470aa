import type { Manifest, Mapping } from '../../manifest/manifest.ts';

/**
 * An EC2NodeClass that was written in v1beta1 or v1 as Karpenter's webhook keeps it in v1, made of what our migration writes.
 * Source: provider-aws pkg/apis/v1 ec2nodeclass_conversion.go at v1.0.
 */
export const asConverted = (object: Mapping, written: Manifest, other: Manifest): Mapping =>
  withStoredHopLimit(withFamily(object, written, other), written, other);

const family = ['spec', 'amiFamily'];
const hopLimit = ['spec', 'metadataOptions', 'httpPutResponseHopLimit'];

/** The conversion keeps the family beside the alias that stands for it; ours writes the alias alone. */
function withFamily(object: Mapping, written: Manifest, other: Manifest): Mapping {
  const amiFamily = written.get(family);
  const spec = object.spec as Mapping;
  if (typeof amiFamily !== 'string' || other.get(family) === undefined || spec.amiFamily !== undefined) return object;
  return { ...object, spec: { ...spec, amiFamily } };
}

/** What neither side writes stays as it was stored, though the default of v1 is another one. */
function withStoredHopLimit(object: Mapping, written: Manifest, other: Manifest): Mapping {
  if ([written, other].some((side) => side.get(hopLimit) !== undefined)) return object;
  const spec = object.spec as Mapping;
  const { httpPutResponseHopLimit: _, ...options } = (spec.metadataOptions ?? {}) as Mapping;
  const { metadataOptions: __, ...rest } = spec;
  return { ...object, spec: Object.keys(options).length === 0 ? rest : { ...rest, metadataOptions: options } };
}
