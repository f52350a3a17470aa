import type { Span } from '../text/source.ts';
import { asMapping, asText, type Manifest, type Mapping, type Value } from './model/manifest.ts';
import { hasPlaceholder } from './yaml/placeholder.ts';

/** Why nothing deletes an object in the cluster that git no longer has. */
export interface Keeping {
  /** A clause for people: "Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is not set)". */
  readonly because: string;
  /** What would delete the object after all, as an instruction. */
  readonly help: string;
  /** Whether somebody wrote for this object, or for this removal, that it stays. Otherwise it may be a surprise. */
  readonly isIntended: boolean;
  /** Whether it is an option of a whole Application, which an option of the object overrides (argo-cd docs/user-guide/sync-options.md). */
  readonly isDefault?: true;
  /** Whether pruning is off, and nothing else keeps the object. */
  readonly isPruningOff?: true;
  /** Whether everything stays that the same owner applied, because it leaves git as a whole and nothing runs it any more. */
  readonly isOfAll?: true;
  /** Whether a value that nothing here says decides, so that the object may be deleted as well. */
  readonly isUnknown?: true;
}

/** What applies objects. Each of them knows its own annotations only. */
export type Applier = 'argocd' | 'flux' | 'helm' | 'terraform';

/** What a definition does with objects that leave git, and what it leaves behind. */
export interface DefinitionRemoval {
  readonly by: Applier;
  /** Why objects stay that leave it; undefined if it deletes them. */
  readonly left: Keeping | undefined;
  /** Why objects stay that it applied, once it is deleted itself; undefined if they are deleted with it. */
  readonly gone: Keeping | undefined;
  /** Why it stays itself although nothing defines it any more. */
  readonly itself: Keeping | undefined;
  /** The ApplicationSet that owns it, and with which it is deleted: `ApplicationSet argocd/pools`. */
  readonly set?: string;
}

/** What happens to the objects of a text that head no longer has. */
export interface Removal {
  readonly by: Applier;
  /** Whether the change also removes what applied the text, so that nothing applies it any more. */
  readonly isApplierGone: boolean;
  /** Why nothing deletes them; undefined if they are deleted. */
  readonly keeping: Keeping | undefined;
  /** The place of what applies it, in head. */
  readonly at?: Span;
  /** What applies the text before the change: `Application argocd/pools`, or an address of Terraform. */
  readonly owner?: string;
  /** The names of the texts that the same owner applies at head. */
  readonly applies?: ReadonlySet<string>;
  /** What begins to apply the same text to the same cluster, while its owner no longer does: `Application argocd/nodes`. */
  readonly successor?: string;
  /** The name of the text at head that a `moved` block makes of it. */
  readonly movedTo?: string;
  /** What owns its owner, if the owner is deleted with it and created again under the same name: `ApplicationSet argocd/pools`. */
  readonly set?: string;
}

/** The name of a Source → what happens to its objects. Who applies the objects of all other texts is unknown. */
export type Removals = ReadonlyMap<string, Removal>;

/** What applies an object and what happens to it is unknown, unless the object itself says so. */
const byHand =
  'Delete it with `kubectl delete` if it should not stay. If it should stay, write down who manages it from now on.';

/** A keeping that somebody asked for. */
export const intended = (because: string): Keeping => ({ because, help: byHand, isIntended: true });

/** A keeping that follows from a setting for all objects. */
export const unintended = (because: string, help: string): Keeping => ({ because, help, isIntended: false });

/** What a placeholder decides. */
export const undecidedKeeping = (because: string): Keeping => ({
  because,
  help: 'Look at the value in the cluster before you merge.',
  isIntended: false,
  isUnknown: true,
});

/** The part of an object that decides about its removal. */
export interface RemovedObject {
  readonly kind: string;
  /** `metadata` of the object. */
  readonly metadata: Mapping;
}

/**
 * Why an object stays that head no longer has: because of what applied it, or of its own annotations. Undefined if it is deleted, or if nothing
 * says who applies it.
 */
export function keepingOf(object: RemovedObject, removal: Removal | undefined): Keeping | undefined {
  const ofObject = objectKeeping(object, removal);
  if (ofObject !== undefined) return ofObject;
  const isOverridden =
    removal?.keeping?.isDefault === true && argoOptions(object).some((option) => option.startsWith('Prune='));
  if (isOverridden) return undefined;
  return removal?.keeping;
}

/** Why nothing deletes an object that leaves git. */
export const keepingOfManifest = (manifest: Manifest, removal: Removal | undefined): Keeping | undefined =>
  keepingOf({ kind: manifest.kind, metadata: asMapping(manifest.get(['metadata'])) ?? {} }, removal);

function objectKeeping(object: RemovedObject, removal: Removal | undefined): Keeping | undefined {
  const { by, isApplierGone = false } = removal ?? {};
  return (
    (by === undefined || by === 'argocd' ? keptByArgo(object, by, isApplierGone) : undefined) ??
    (by === undefined || by === 'flux' ? keptByFlux(object) : undefined) ??
    (by === undefined || by === 'helm' || (by === 'argocd' && isApplierGone) ? keptByHelm(object) : undefined)
  );
}

const marked = (mark: string): Keeping => intended(`its annotation \`${mark}\` keeps it`);

/**
 * Argo CD prunes an object that left git unless it says `Prune=false`, and deletes it together with its Application unless it says `Delete=false`
 * or is a CRD (gitops-engine pkg/sync/sync_context.go pruneObject, argo-cd controller/appcontroller.go shouldBeDeleted).
 */
function keptByArgo(object: RemovedObject, by: Applier | undefined, isApplierGone: boolean): Keeping | undefined {
  const kept = argoOptions(object).find((option) => {
    const [name, value] = option.split('=');
    const isAsked = by === undefined || name === (isApplierGone ? 'Delete' : 'Prune');
    return isAsked && (name === 'Prune' || name === 'Delete') && (value === 'false' || value === 'confirm');
  });

  if (kept !== undefined) return marked(`argocd.argoproj.io/sync-options: ${kept}`);
  if (by === 'argocd' && isApplierGone && object.kind === 'CustomResourceDefinition')
    return intended('Argo CD does not delete CRDs together with an Application');

  return undefined;
}

/** The options are a list: `Prune=false, ServerSideApply=true`. */
const argoOptions = ({ metadata }: RemovedObject): readonly string[] =>
  (textIn(metadata.annotations, 'argocd.argoproj.io/sync-options') ?? '').split(',').map((option) => option.trim());

/** Values with which Flux leaves an object alone (kustomize-controller kustomization_controller.go prune, docs of the Kustomization API). */
const fluxMarks = [
  ['kustomize.toolkit.fluxcd.io/prune', 'disabled'],
  ['kustomize.toolkit.fluxcd.io/reconcile', 'disabled'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'ignore'],
] as const;

function keptByFlux({ metadata }: RemovedObject): Keeping | undefined {
  for (const [name, value] of fluxMarks) {
    const text = textIn(metadata.annotations, name) ?? textIn(metadata.labels, name);
    if (text?.toLowerCase() === value) return marked(`${name}: ${text}`);
  }
  return undefined;
}

/** Helm reads the annotation of the release that is there (helm pkg/kube/client.go Update, pkg/action/resource_policy.go). */
const keptByHelm = ({ metadata }: RemovedObject): Keeping | undefined => {
  if (textIn(metadata.annotations, 'helm.sh/resource-policy')?.trim().toLowerCase() === 'keep')
    return marked('helm.sh/resource-policy: keep');

  return undefined;
};

function textIn(map: Value | undefined, key: string): string | undefined {
  const text = asText(asMapping(map)?.[key]);
  if (text === undefined || hasPlaceholder(text)) return undefined;
  return text;
}
