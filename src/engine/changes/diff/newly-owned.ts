import type { Pair } from '../../files/places/pair.ts';
import {
  type Applier,
  keepingOf,
  type Removal,
  type Removals,
  type RemovedObject,
} from '../../manifest/kept-in-cluster.ts';
import { makerOf } from '../../manifest/makers/makers.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { asMapping, groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { schedulingKinds } from './effect-table.ts';

/** An object that something else applies after the change, while what applied it before deletes it. */
export interface NewlyOwned {
  /** The object in head. */
  readonly manifest: Manifest;
  readonly by: Applier;
  /** What applied it before: `Application argocd/pools`, or an address of Terraform. */
  readonly owner: string;
  /** What applies it after the change instead of its owner, which the change removes. */
  readonly successor?: string;
  /** The change removes its owner, and with it what that applied. */
  readonly isOwnerGone?: true;
  /** The ApplicationSet with which its owner is deleted, before another one creates it again. */
  readonly set?: string;
}

/**
 * The objects of Karpenter, and those that decide about nodes and pods, that leave what applied them, although head
 * still has them. Terraform, Helm, Argo CD and Flux each know only what they applied themselves, and delete what is no
 * longer theirs. Nothing is known about a Terraform root that the change removes.
 */
export function newlyOwned(paired: readonly Pair[], removals: Removals | undefined): readonly NewlyOwned[] {
  return paired.flatMap(({ base, head }): NewlyOwned[] => {
    if (!base || !head || base.isPartial || !isOwned(head)) return [];

    const removal = removals?.get(base.source.file);
    if (removal?.owner === undefined || isSameOwner(removal, base, head)) return [];
    if (removal.by === 'terraform' && removal.isApplierGone) return [];

    const isKept = [base, head].some((object) => keepingOf(removedObject(object), removal) !== undefined);
    if (isKept) return [];
    return [{ manifest: head, by: removal.by, owner: removal.owner, ...successorOf(removal) }];
  });
}

const successorOf = ({
  successor,
  isApplierGone,
  set,
}: Removal): Pick<NewlyOwned, 'successor' | 'set' | 'isOwnerGone'> => {
  if (set !== undefined) return { set };
  if (!isApplierGone) return {};
  return { isOwnerGone: true, ...(successor !== undefined && { successor }) };
};

const removedObject = (manifest: Manifest): RemovedObject => ({
  kind: manifest.kind,
  metadata: asMapping(manifest.get(['metadata'])) ?? {},
});

/** Objects with which nodes or pods go, or what is decided about them. */
const isOwned = (manifest: Manifest): boolean => {
  const { apiVersion, kind, name } = manifest;
  if (kind === 'CustomResourceDefinition') return /\.karpenter\.(?:sh|k8s\.aws)$/.test(name);
  if (schedulingKinds.has(kind) || makerOf(manifest) !== undefined) return true;

  return isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind);
};

/** Whether the same root of Terraform, or what applied the text before, applies it at head, too. */
function isSameOwner({ by, owner, applies, successor, set }: Removal, base: Manifest, head: Manifest): boolean {
  if (set !== undefined) return false;
  if (owner !== undefined && isRootOf(head.source.origin?.root, owner)) return true;
  if (applies?.has(head.source.file) === true) return true;
  if (base.source.file === head.source.file) return successor === undefined;
  if (by !== 'terraform') return applies?.has(placeOf(head)) === true;
  return head.source.origin?.tool === 'terraform' && head.source.origin.root === base.source.origin?.root;
}

/** Whether a root is of a definition, whose file may be in another folder than before: `Application argocd/web (clusters/prod/tenants)`. */
const isRootOf = (root: string | undefined, owner: string): boolean =>
  root !== undefined && (root === owner || root.startsWith(`${owner} (`));

/** The file of the repository that an object is from. */
function placeOf(manifest: Manifest): string {
  const span = manifest.span([]);
  return (manifest.source.origin?.trace(span.start, span.end).span ?? span).file;
}
