import { annotationWords, isAnnotationUnknown } from './annotations.ts';
import type { Manifest } from './model/manifest.ts';

/** What deletes an object that is a hook, and when: `Argo CD`, `before each sync, and creates it again`. */
interface HookOf {
  /** The annotation that makes it a hook. */
  readonly key: string;
  readonly tool: 'Helm' | 'Argo CD';
  /** Whether its deletion policy, or the default one, deletes it at each sync or upgrade. */
  readonly isDeleted: boolean;
  readonly when: string;
}

/** Which hook an object is; undefined if nothing makes it a hook. */
export const hookOf = (manifest: Manifest): HookOf | undefined => hookOfHelm(manifest) ?? hookOfArgo(manifest);

/**
 * A hook of Helm. The default policy is `before-hook-creation` (Helm docs, "Hook deletion policies"). Hooks of an
 * installation run once. Argo CD takes hooks of an installation for hooks of a sync, which is not what this is about.
 */
export function hookOfHelm(manifest: Manifest): HookOf | undefined {
  const key = 'helm.sh/hook';
  const [hooks, policy] = [key, 'helm.sh/hook-delete-policy'].map((name) => annotationWords(manifest, name));
  if (hooks!.length === 0 || hooks!.includes('crd-install')) return undefined;

  const isOfUpgrade = hooks!.some((hook) => /^(?:pre|post)-upgrade$/.test(hook));
  const isByPolicy =
    policy!.length === 0 || policy!.includes('before-hook-creation') || policy!.includes('hook-succeeded');
  const isDeleted = isOfUpgrade && isByPolicy && !isAnnotationUnknown(manifest, 'helm.sh/hook-delete-policy');
  const when = policy!.includes('hook-succeeded') ? 'after each upgrade' : 'at each upgrade, and creates it again';
  return { key, tool: 'Helm', isDeleted, when };
}

/**
 * A hook of Argo CD. The default policy is `BeforeHookCreation` (argo-cd docs/user-guide/resource_hooks.md). An object
 * with nothing but `Skip` is no hook (gitops-engine pkg/sync/hook/hook.go).
 */
export function hookOfArgo(manifest: Manifest): HookOf | undefined {
  const key = 'argocd.argoproj.io/hook';
  const [hooks, policy] = [key, 'argocd.argoproj.io/hook-delete-policy'].map((name) => annotationWords(manifest, name));
  if (hooks!.every((hook) => hook === 'Skip')) return undefined;

  const isOfSync = hooks!.some((hook) => /^(?:Pre|Post)?Sync$/.test(hook));
  const isByPolicy =
    policy!.length === 0 || policy!.includes('BeforeHookCreation') || policy!.includes('HookSucceeded');
  const isDeleted = isOfSync && isByPolicy && !isAnnotationUnknown(manifest, 'argocd.argoproj.io/hook-delete-policy');
  const when = policy!.includes('HookSucceeded') ? 'after each sync' : 'at each sync, and creates it again';
  return { key, tool: 'Argo CD', isDeleted, when };
}
