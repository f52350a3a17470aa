import type { FieldChange } from '../change.ts';
import { type Manifest, type Value, versionOf } from '../manifest/manifest.ts';
import { toV1 } from '../migration/to-v1.ts';
import { v1Objects } from '../migration/v1-objects.ts';
import type { Pair } from './pair.ts';

/** Objects as the API server of Karpenter 1.0 keeps them, whichever version they were written in. */
export interface Converted {
  readonly base: Value;
  readonly head: Value;
  /** False where the conversion hangs on what a placeholder holds. */
  readonly isCertain: boolean;
}

/** An object that both sides have. */
export type Both = { readonly [side in keyof Pair]: Manifest };

/** The objects of the cluster that a manifest is for. */
export type Siblings = (manifest: Manifest, side: keyof Pair) => readonly Manifest[];

/**
 * Both sides of an object whose manifest goes from v1beta1 to v1, or back, in v1; undefined for all others. Karpenter's webhook has
 * converted what the cluster holds by then (core pkg/apis/v1 nodepool_conversion.go, provider-aws ec2nodeclass_conversion.go at v1.0), so that
 * a manifest that says the same in the other version changes nothing.
 */
export function converted(pair: Both, siblings: Siblings): Converted | undefined {
  const { base, head } = pair;
  const versions = [base, head].map(({ apiVersion }) => versionOf(apiVersion));
  if (base.apiVersion === head.apiVersion || !versions.every((version) => version === 'v1' || version === 'v1beta1'))
    return undefined;
  const sides = { base: inV1('base', pair, siblings), head: inV1('head', pair, siblings) };
  if (sides.base === undefined || sides.head === undefined) return undefined;
  const isCertain = [base, head].every((side) => toV1(side).remarks.every(({ kind }) => kind !== 'impossible'));
  return { base: sides.base, head: sides.head, isCertain };
}

function inV1(side: keyof Pair, pair: Both, siblings: Siblings): Value | undefined {
  const manifest = pair[side];
  if (manifest.kind === 'NodePool') return toV1(manifest).nodePool as Value | undefined;
  // With its pools: they hold the kubelet settings in v1beta1.
  const migrated = v1Objects(siblings(manifest, side)).nodeClasses;
  const object = migrated.find(
    (one) => one.manifest === manifest && one.object.metadata.name === manifest.name,
  )?.object;
  return object && withStoredHopLimit(withFamily(object as unknown as Fields, pair, side), pair);
}

/** The conversion keeps the family beside the alias that stands for it; ours writes the alias alone. */
function withFamily(object: Fields, pair: Both, side: keyof Pair): Fields {
  const [written, other] = [pair[side], pair[side === 'base' ? 'head' : 'base']].map((one) => one.get(family));
  const spec = object.spec as Fields;
  if (typeof written !== 'string' || other === undefined || spec.amiFamily !== undefined) return object;
  return { ...object, spec: { ...spec, amiFamily: written } };
}

/**
 * kubelet settings that stood in a NodePool: what becomes of them shows at its class, where that is among the manifests.
 * What has them in the other version shows here where it is not.
 */
export function lostKubelet(pair: Both, siblings: Siblings): FieldChange | undefined {
  const [before, after] = [toV1(pair.base), toV1(pair.head)];
  if (before.kubelet === undefined && after.kubelet === undefined) return undefined;
  const isClassThere = (['base', 'head'] as const).every((side) => {
    const name = toV1(pair[side]).nodePool?.spec.template.spec.nodeClassRef.name;
    return siblings(pair[side], side).some((one) => one.kind === 'EC2NodeClass' && one.name === name);
  });
  if (isClassThere) return undefined;
  return {
    path: ['spec', 'template', 'spec', 'kubelet'],
    ...(before.kubelet !== undefined && { before: before.kubelet }),
    ...(after.kubelet !== undefined && { after: after.kubelet }),
    effect: 'unknown',
    cause: 'version',
    reason: 'v1 keeps kubelet settings in the EC2NodeClass, which is not among these manifests',
  };
}

type Fields = { readonly [key: string]: Value };

const family = ['spec', 'amiFamily'];
const hopLimit = ['spec', 'metadataOptions', 'httpPutResponseHopLimit'];

/** What neither side writes stays as it was stored, though the default of v1 is another one. */
function withStoredHopLimit(object: Fields, { base, head }: Both): Value {
  if ([base, head].some((side) => side.get(hopLimit) !== undefined)) return object;
  const spec = object.spec as Fields;
  const { httpPutResponseHopLimit: _, ...options } = (spec.metadataOptions ?? {}) as Fields;
  const { metadataOptions: __, ...rest } = spec;
  return { ...object, spec: Object.keys(options).length === 0 ? rest : { ...rest, metadataOptions: options } };
}
