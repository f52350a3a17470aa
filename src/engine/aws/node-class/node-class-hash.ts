import { hashOrNull, hashReaders } from '../../changes/diff/hash/drift-hash.ts';
import { hashSet, hashText, hashValue, NotHashable } from '../../changes/diff/hash/go-hash.ts';
import { goJson } from '../../changes/diff/hash/go-json.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import { asList, asMapping, asText, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { aliasedFamily } from '../catalog/ami-families.ts';
import type { EC2NodeClass } from './ec2-node-class.ts';
import { ec2NodeClassSpec, ec2NodeClassSpecV1beta1, specWithoutKubelet } from './hashed-node-class.ts';

/**
 * The `karpenter.k8s.aws/ec2nodeclass-hash` of an EC2NodeClass with the API server's defaults, for a hash version of Karpenter
 * (aws pkg/apis/v1/ec2nodeclass.go). Null if it cannot be known.
 */
export const ec2NodeClassHash = (nodeClass: EC2NodeClass, version: string | undefined, caBundle = ''): string | null =>
  hashOrNull(() => {
    if (version === 'v2') return hashValue(nodeClass.spec, ec2NodeClassSpecV1beta1, hashReaders);
    return hashSet(hashedParts(nodeClass, version, caBundle));
  });

function hashedParts({ spec }: EC2NodeClass, version: string | undefined, caBundle: string): bigint[] {
  const family = (): bigint => hashText(resolvedAmiFamily(spec));
  const whole = (): bigint => hashValue(spec, ec2NodeClassSpec, hashReaders);
  const bare = (): bigint => hashValue(spec, specWithoutKubelet, hashReaders);

  switch (version) {
    case 'v3':
      return [bare(), family()];
    case 'v4':
      return [whole(), family()];
    case 'v5':
      return [whole(), family(), hashText(caBundle)];
    case 'v6':
      return [bare(), family(), hashText(caBundle), hashText(kubeletText(spec))];
    default:
      throw new NotHashable('hash version');
  }
}

/** KubeletConfiguration.String of 1.15: all fields, as JSON. */
function kubeletText(spec: EC2NodeClass['spec']): string {
  const { kubelet = {} } = (spec ?? {}) as Readonly<Record<string, unknown>>;
  if (kubelet === null || typeof kubelet !== 'object' || Array.isArray(kubelet)) throw new NotHashable('kubelet');
  if (Object.keys(kubelet).length === 0) return 'null';
  return goJson(kubelet);
}

/** The AMI family that Karpenter uses: amiFamily, else the family of the alias, else Custom. A file may contain any value there. */
function resolvedAmiFamily(spec: EC2NodeClass['spec']): string {
  const { amiFamily, amiSelectorTerms: terms = [] } = (spec ?? {}) as Readonly<Record<string, unknown>>;
  if (amiFamily) return textOf(amiFamily);
  if (!Array.isArray(terms)) throw new NotHashable('amiSelectorTerms');

  const aliased: { alias?: unknown } | null | undefined = terms.find((term) => term?.alias);
  if (!aliased) return 'Custom';

  const alias = textOf(aliased.alias);
  const family = aliasedFamily(alias);
  if (!family) throw new NotHashable(alias);

  return family.name;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new NotHashable('not a string');
  return value;
}

/**
 * Both sides with the family that one of them names, if the alias of both is the same placeholder. The API server
 * accepts only the family of the alias or Custom, and Karpenter hashes the family of the alias if none is named.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go, the rules "if set, amiFamily must be …" of EC2NodeClassSpec, and
 * AMIFamily.
 */
function withFamilyOfAlias([before, after]: readonly [Value, Value]): readonly Value[] {
  const [old, now] = [before, after].map((object) => asMapping(asMapping(object)?.spec) ?? {});
  const [oldAlias, newAlias] = [old!, now!].map(aliasOf);
  const families = [old!.amiFamily, now!.amiFamily].filter((family) => family !== undefined);
  if (
    families.length !== 1 ||
    families[0] === 'Custom' ||
    oldAlias === undefined ||
    oldAlias !== newAlias ||
    !hasPlaceholder(oldAlias)
  )
    return [before, after];

  return [before, after].map((object) => {
    const fields = asMapping(object)!;
    return { ...fields, spec: { ...asMapping(fields.spec), amiFamily: families[0]! } };
  });
}

/** The alias of the only term that selects images. */
function aliasOf({ amiSelectorTerms }: Mapping): string | undefined {
  const [term, ...others] = asList(amiSelectorTerms);
  if (others.length > 0) return undefined;
  return asText(asMapping(term)?.alias);
}

/** Before v6, v5 distinguishes all objects that older versions distinguish. 1.0 has the hash of the kubelet in another annotation. */
export function isSameNodeClassHash(before: Value, after: Value, { nodeClassHashVersion }: Karpenter): boolean {
  const version = nodeClassHashVersion === 'v6' ? 'v6' : 'v5';
  const [oldHash, newHash] = withFamilyOfAlias([before, after]).map((object) =>
    ec2NodeClassHash(object as unknown as EC2NodeClass, version),
  );
  return oldHash !== null && oldHash === newHash;
}

/**
 * Whether two classes have the same AMI family, whatever else differs. An `amiFamily` next to an alias has to be the
 * family of the alias, so that one of them says it, even if the alias is a placeholder (aws
 * pkg/apis/v1/ec2nodeclass.go: `AMIFamily` itself is not hashed, `AMIFamily()` is).
 */
export function isSameFamily(before: Value, after: Value): boolean {
  const [one, other] = [before, after].map(familyAndAlias) as [FamilyAndAlias, FamilyAndAlias];
  if (one.alias === undefined || other.alias === undefined) return false;

  const areDifferent = one.family !== undefined && other.family !== undefined && one.family !== other.family;
  if (one.alias === other.alias) return !areDifferent;

  const [ofOne, ofOther] = [one, other].map(({ family, alias }) => family ?? aliasedFamily(alias!)?.name);
  return ofOne !== undefined && ofOne === ofOther;
}

interface FamilyAndAlias {
  readonly family: string | undefined;
  readonly alias: string | undefined;
}

function familyAndAlias(nodeClass: Value): FamilyAndAlias {
  const spec = asMapping(asMapping(nodeClass)?.spec);
  const alias = asList(spec?.amiSelectorTerms).flatMap((term) => asText(asMapping(term)?.alias) ?? [])[0];
  return { family: asText(spec?.amiFamily), alias };
}
