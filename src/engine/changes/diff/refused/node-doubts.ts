import type { CrdPack } from '../../../files/schema/definitions/crd-pack.ts';
import { nodeClassRefOf } from '../../../karpenter/api/pool-fields.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import { type CloudProvider, classProviderOf } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { FieldChange } from '../../../manifest/change.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { plural } from '../../../text/words/plural.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { isRefusedBy } from './refused-objects.ts';

/** What is known about a cluster before the change. */
interface KnownBefore {
  /** The objects of the cluster. */
  readonly before: readonly Manifest[];
  readonly catalog: Catalog | undefined;
  readonly kubernetesBefore: string | undefined;
  readonly packBefore: CrdPack;
  readonly providers: readonly CloudProvider[];
  readonly runsNodes: (nodeClass: Manifest) => boolean;
  /** Whether a NodePool could launch no nodes. */
  readonly isIdle: (pool: Manifest) => boolean;
}

/**
 * Why it is unknown whether a node class had nodes before the change: it was not ready, or the API server refuses all NodePools that refer to
 * it, or they could launch no nodes. Undefined if nothing speaks against it. A clause.
 */
export function doubtAboutNodes(base: Manifest, earlier: KnownBefore): string | undefined {
  const { before, catalog, kubernetesBefore, packBefore, providers, runsNodes, isIdle } = earlier;
  if (runsNodes(base)) return undefined;

  const drift = classProviderOf(base, providers)?.drift;
  if (kubernetesBefore !== undefined && drift?.hasNoImages?.(base, kubernetesBefore, catalog ?? null))
    return `before the change, it selects no image for Kubernetes ${kubernetesBefore}`;

  const pools = before.filter((manifest) => manifest.kind === 'NodePool' && refersTo(manifest, base));
  const [first, ...others] = pools;
  if (first === undefined) return undefined;

  const more = textIf(others.length > 0, ` and ${plural(others.length, 'other NodePool')}`);
  if (pools.every((pool) => isRefusedBy(packBefore, pool)))
    return `before the change, the API server refuses its NodePool \`${first.name}\`${more}`;

  if (!pools.every(isIdle)) return undefined;
  return `before the change, NodePool \`${first.name}\`${more} could launch no nodes`;
}

/** Whether a NodePool certainly refers to a node class. */
function refersTo(pool: Manifest, { kind, name }: Manifest): boolean {
  const reference = nodeClassRefOf(pool);
  return reference?.name === name && (reference.kind === undefined || reference.kind === kind);
}

/** The effect of a field of a class that may have no nodes. */
export const withDoubt = (field: FieldChange, doubt: string | undefined): FieldChange => {
  if (doubt === undefined || field.effect === 'none' || field.effect === 'new-nodes') return field;
  return { ...field, effect: 'unknown', reason: `${field.reason}, if it has nodes: ${doubt}` };
};

/** Why it is unknown whether an object has nodes; undefined if nothing speaks against it. */
export function remarkOf(
  { kind, name }: Manifest,
  { wasRefused, doubt }: { readonly wasRefused: boolean; readonly doubt: string | undefined },
): string | undefined {
  if (doubt !== undefined) return `Whether ${kind} \`${name}\` has nodes is unknown: ${doubt}`;
  if (!wasRefused) return undefined;
  return `The API server refuses ${kind} \`${name}\` before the change, so whether it has nodes is unknown`;
}
