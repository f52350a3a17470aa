import { toV1 } from '../../files/migration/to-v1.ts';
import { v1Objects } from '../../files/migration/v1-objects.ts';
import type { Pair } from '../../files/places/pair.ts';
import { type CloudProvider, classProviderOf, providerOf } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { isOfKind } from '../../karpenter/cloud-provider/node-class.ts';
import type { FieldChange } from '../../manifest/change.ts';
import { type Manifest, type Mapping, type Value, versionOf } from '../../manifest/model/manifest.ts';

/** Both sides of an object as Karpenter 1.0 stores it, whichever API version it was written in. */
export interface Converted {
  readonly base: Value;
  readonly head: Value;
  /** False if the conversion depends on the value of a placeholder. */
  readonly isCertain: boolean;
}

/** An object that both sides have. */
export type Both = { readonly [side in keyof Pair]: Manifest };

/** The other objects of a manifest's cluster. */
export type Siblings = (manifest: Manifest, side: keyof Pair) => readonly Manifest[];

/** What the conversion of an object needs in addition to the object. */
interface Around {
  readonly siblings: Siblings;
  readonly providers: readonly CloudProvider[];
}

/**
 * Both sides in v1, for an object whose manifest goes from v1beta1 to v1 or back; undefined for all others. Karpenter's webhook has
 * converted the stored object (core pkg/apis/v1 nodepool_conversion.go at v1.0; node classes by their provider), so a manifest with
 * the same meaning in the other version changes nothing.
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

  // NodePools are converted along, because in v1beta1 they hold the kubelet settings.
  const migrated = v1Objects(siblings(manifest, side)).nodeClasses;
  const object = migrated.find(
    (migration) => migration.manifest === manifest && migration.object.metadata.name === manifest.name,
  )?.object as unknown as Mapping | undefined;
  const other = pair[side === 'base' ? 'head' : 'base'];

  return object && (classProviderOf(manifest, providers)?.drift?.asConverted(object, manifest, other) ?? object);
}

/**
 * The change of kubelet settings that one version keeps in the NodePool and v1 keeps in the node class. If the node class is among
 * the manifests, its own changes show them; otherwise this change of the NodePool does.
 */
export function lostKubelet(pair: Both, { siblings, providers }: Around): FieldChange | undefined {
  const [before, after] = [toV1(pair.base), toV1(pair.head)];
  if (before.kubelet === undefined && after.kubelet === undefined) return undefined;

  const reference = (side: keyof Pair) => toV1(pair[side]).nodePool?.spec.template.spec.nodeClassRef;
  const kinds = providers.flatMap(({ nodeClasses }) => nodeClasses);

  const isClassThere = (['base', 'head'] as const).every((side) =>
    siblings(pair[side], side).some(
      (sibling) => sibling.name === reference(side)?.name && kinds.some((kind) => isOfKind(sibling, kind)),
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
