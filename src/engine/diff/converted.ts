import type { FieldChange } from '../change.ts';
import { type CloudProvider, classProviderOf, providerOf } from '../cloud-provider/cloud-provider.ts';
import { isOfKind } from '../cloud-provider/node-class.ts';
import { type Manifest, type Mapping, type Value, versionOf } from '../manifest/manifest.ts';
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

/** What stands around the two sides of an object. */
interface Around {
  readonly siblings: Siblings;
  readonly providers: readonly CloudProvider[];
}

/**
 * Both sides of an object whose manifest goes from v1beta1 to v1, or back, in v1; undefined for all others. Karpenter's webhook has
 * converted what the cluster holds by then (core pkg/apis/v1 nodepool_conversion.go at v1.0; of classes their provider's), so that a manifest that says the same in the
 * other version changes nothing.
 */
export function converted(pair: Both, around: Around): Converted | undefined {
  const { base, head } = pair;
  const versions = [base, head].map(({ apiVersion }) => versionOf(apiVersion));
  if (base.apiVersion === head.apiVersion || !versions.every((version) => version === 'v1' || version === 'v1beta1'))
    return undefined;
  const sides = { base: inV1('base', pair, around), head: inV1('head', pair, around) };
  if (sides.base === undefined || sides.head === undefined) return undefined;
  const isCertain = [base, head].every((side) => toV1(side).remarks.every(({ kind }) => kind !== 'impossible'));
  return { base: sides.base, head: sides.head, isCertain };
}

function inV1(side: keyof Pair, pair: Both, { siblings, providers }: Around): Value | undefined {
  const manifest = pair[side];
  if (manifest.kind === 'NodePool') return toV1(manifest).nodePool as Value | undefined;
  // With its pools: they hold the kubelet settings in v1beta1.
  const migrated = v1Objects(siblings(manifest, side)).nodeClasses;
  const object = migrated.find((one) => one.manifest === manifest && one.object.metadata.name === manifest.name)
    ?.object as unknown as Mapping | undefined;
  const other = pair[side === 'base' ? 'head' : 'base'];
  return object && (classProviderOf(manifest, providers)?.drift?.asConverted(object, manifest, other) ?? object);
}

/**
 * kubelet settings that stood in a NodePool: what becomes of them shows at its class, where that is among the manifests.
 * What has them in the other version shows here where it is not.
 */
export function lostKubelet(pair: Both, { siblings, providers }: Around): FieldChange | undefined {
  const [before, after] = [toV1(pair.base), toV1(pair.head)];
  if (before.kubelet === undefined && after.kubelet === undefined) return undefined;
  const reference = (side: keyof Pair) => toV1(pair[side]).nodePool?.spec.template.spec.nodeClassRef;
  const kinds = providers.flatMap(({ nodeClasses }) => nodeClasses);
  const isClassThere = (['base', 'head'] as const).every((side) =>
    siblings(pair[side], side).some(
      (one) => one.name === reference(side)?.name && kinds.some((kind) => isOfKind(one, kind)),
    ),
  );
  if (isClassThere) return undefined;
  const kind = providerOf(reference('head') ?? {}, providers)?.kind.kind ?? 'node class';
  return {
    path: ['spec', 'template', 'spec', 'kubelet'],
    ...(before.kubelet !== undefined && { before: before.kubelet }),
    ...(after.kubelet !== undefined && { after: after.kubelet }),
    effect: 'unknown',
    cause: 'version',
    reason: `v1 keeps kubelet settings in the ${kind}, which is not among these manifests`,
  };
}
