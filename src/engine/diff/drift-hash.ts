import { parseDuration } from '../api/duration.ts';
import type { NodePool } from '../api/node-pool.ts';
import { canonicalQuantity } from '../api/quantity.ts';
import type { EC2NodeClass } from '../aws/node-class/ec2-node-class.ts';
import { hashSet, hashText, hashValue, NotHashable, type Readers } from './go-hash.ts';
import { goJson } from './go-json.ts';
import {
  ec2NodeClassSpec,
  ec2NodeClassSpecV1beta1,
  nodeClaimTemplate,
  nodeClaimTemplateV1beta1,
  specWithoutKubelet,
} from './hashed-types.ts';

const readers: Readers = { durationNanos: parseDuration, canonicalQuantity };

/** `karpenter.sh/nodepool-hash` of a NodePool with the API server's defaults filled in, by its hash version; null where it cannot be known. */
export const nodePoolHash = ({ spec }: NodePool, version: string | undefined): string | null =>
  orNull(() => {
    if (version === 'v2') return hashValue(spec?.template, nodeClaimTemplateV1beta1, readers);
    if (version === 'v3') return hashValue(withoutNever(spec?.template), nodeClaimTemplate, readers);
    throw new NotHashable('hash version');
  });

/**
 * `karpenter.k8s.aws/ec2nodeclass-hash` of an EC2NodeClass with the API server's defaults filled in, by the hash version of the
 * Karpenter in question (aws pkg/apis/v1/ec2nodeclass.go); null where it cannot be known.
 */
export const ec2NodeClassHash = (nodeClass: EC2NodeClass, version: string | undefined, caBundle = ''): string | null =>
  orNull(() =>
    version === 'v2'
      ? hashValue(nodeClass.spec, ec2NodeClassSpecV1beta1, readers)
      : hashSet(hashedParts(nodeClass, version, caBundle)),
  );

function hashedParts({ spec }: EC2NodeClass, version: string | undefined, caBundle: string): bigint[] {
  const family = (): bigint => hashText(resolvedAmiFamily(spec));
  const whole = (): bigint => hashValue(spec, ec2NodeClassSpec, readers);
  const bare = (): bigint => hashValue(spec, specWithoutKubelet, readers);
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

/** KubeletConfiguration.String of 1.15: any fields at all, as JSON. */
function kubeletText(spec: EC2NodeClass['spec']): string {
  const { kubelet = {} } = (spec ?? {}) as Readonly<Record<string, unknown>>;
  if (kubelet === null || typeof kubelet !== 'object' || Array.isArray(kubelet)) throw new NotHashable('kubelet');
  return Object.keys(kubelet).length === 0 ? 'null' : goJson(kubelet);
}

const families = ['AL2', 'AL2023', 'Bottlerocket', 'Windows2019', 'Windows2022', 'Windows2025'];

/** The AMI family Karpenter works with: amiFamily, else the alias' family, else Custom. What stands in a file may be anything. */
function resolvedAmiFamily(spec: EC2NodeClass['spec']): string {
  const { amiFamily, amiSelectorTerms: terms = [] } = (spec ?? {}) as Readonly<Record<string, unknown>>;
  if (amiFamily) return textOf(amiFamily);
  if (!Array.isArray(terms)) throw new NotHashable('amiSelectorTerms');
  const aliased: { alias?: unknown } | null | undefined = terms.find((term) => term?.alias);
  if (!aliased) return 'Custom';
  const alias = textOf(aliased.alias);
  const family = families.find((name) => name.toLowerCase() === alias.split('@')[0]);
  if (!family) throw new NotHashable(alias);
  return family;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new NotHashable('not a text');
  return value;
}

/** `Never` decodes to no duration at all. */
function withoutNever(template: NodePool['spec']['template'] | undefined): unknown {
  if (template?.spec?.expireAfter !== 'Never') return template;
  const { expireAfter: _, ...spec } = template.spec;
  return { ...template, spec };
}

function orNull(hash: () => bigint): string | null {
  try {
    return hash().toString();
  } catch (error) {
    if (error instanceof NotHashable) return null;
    throw error;
  }
}
