import { asText, type Manifest, type Path } from './model/manifest.ts';
import { hasPlaceholder } from './yaml/placeholder.ts';

/** What deletes an object that is a hook, and when: `Argo CD`, `before each sync, and creates it again`. */
interface HookOf {
  /** The annotation that makes it a hook. */
  readonly key: string;
  readonly tool: 'Helm' | 'Argo CD';
  /** Whether its deletion policy, or the default one, deletes it at each sync or upgrade. */
  readonly isDeleted: boolean;
  readonly when: string;
}

/** What deletes an object instead of an update, and when. */
interface Forced {
  readonly key: string;
  readonly tool: 'Argo CD' | 'Flux';
  /** Whether it is deleted each time, and not only if an update is refused. */
  readonly isEachTime: boolean;
  readonly when: string;
}

const annotationPath = (key: string): Path => ['metadata', 'annotations', key];

/** An annotation as text; undefined if it is absent, or if a placeholder decides about it. */
export function annotationOf(manifest: Manifest, key: string): string | undefined {
  const text = asText(manifest.get(annotationPath(key)));
  if (text === undefined || hasPlaceholder(text)) return undefined;
  return text;
}

/** The words of an annotation that is a list with commas. */
const annotationWords = (manifest: Manifest, key: string): readonly string[] =>
  (annotationOf(manifest, key) ?? '').split(',').flatMap((word) => word.trim() || []);

/** Which hook an object is; undefined if nothing makes it a hook. */
export const hookOf = (manifest: Manifest): HookOf | undefined => hookOfHelm(manifest) ?? hookOfArgo(manifest);

/**
 * A hook of Helm. The default policy is `before-hook-creation` (Helm docs, "Hook deletion policies"). Hooks of an installation run once. Argo CD takes
 * hooks of an installation for hooks of a sync, which is not what this is about.
 */
export function hookOfHelm(manifest: Manifest): HookOf | undefined {
  const key = 'helm.sh/hook';
  const [hooks, policy] = [key, 'helm.sh/hook-delete-policy'].map((name) => annotationWords(manifest, name));
  if (hooks!.length === 0 || hooks!.includes('crd-install')) return undefined;

  const isOfUpgrade = hooks!.some((hook) => /^(?:pre|post)-upgrade$/.test(hook));
  const isByPolicy =
    policy!.length === 0 || policy!.includes('before-hook-creation') || policy!.includes('hook-succeeded');
  const isDeleted = isOfUpgrade && isByPolicy && !isUnknown(manifest, 'helm.sh/hook-delete-policy');
  const when = policy!.includes('hook-succeeded') ? 'after each upgrade' : 'at each upgrade, and creates it again';
  return { key, tool: 'Helm', isDeleted, when };
}

/**
 * A hook of Argo CD. The default policy is `BeforeHookCreation` (argo-cd docs/user-guide/resource_hooks.md). An object with nothing but `Skip` is no hook
 * (gitops-engine pkg/sync/hook/hook.go).
 */
export function hookOfArgo(manifest: Manifest): HookOf | undefined {
  const key = 'argocd.argoproj.io/hook';
  const [hooks, policy] = [key, 'argocd.argoproj.io/hook-delete-policy'].map((name) => annotationWords(manifest, name));
  if (hooks!.every((hook) => hook === 'Skip')) return undefined;

  const isOfSync = hooks!.some((hook) => /^(?:Pre|Post)?Sync$/.test(hook));
  const isByPolicy =
    policy!.length === 0 || policy!.includes('BeforeHookCreation') || policy!.includes('HookSucceeded');
  const isDeleted = isOfSync && isByPolicy && !isUnknown(manifest, 'argocd.argoproj.io/hook-delete-policy');
  const when = policy!.includes('HookSucceeded') ? 'after each sync' : 'at each sync, and creates it again';
  return { key, tool: 'Argo CD', isDeleted, when };
}

const ifRefused = 'if an update is refused, and creates it again';

/**
 * What replaces an object by deletion. Argo CD runs `kubectl replace --force` for `Replace=true,Force=true`, and `kubectl apply --force` for `Force=true`
 * alone. It never replaces CRDs and Namespaces: with `Replace=true`, it updates them (gitops-engine pkg/sync/sync_context.go applyObject). Flux deletes
 * what it cannot update (kustomize-controller docs, "Force").
 */
export function forcedBy(manifest: Manifest): Forced | undefined {
  const key = 'argocd.argoproj.io/sync-options';
  const options = annotationWords(manifest, key);
  const isReplaced = options.includes('Replace=true');
  const isContainer = manifest.kind === 'CustomResourceDefinition' || manifest.kind === 'Namespace';

  if (options.includes('Force=true') && !(isReplaced && isContainer)) {
    const when = isReplaced ? 'at each sync, and creates it again' : ifRefused;
    return { key, tool: 'Argo CD', isEachTime: isReplaced, when };
  }

  const ofFlux = 'kustomize.toolkit.fluxcd.io/force';
  const isForced = ['annotations', 'labels'].some((field) =>
    /^enabled$/i.test(asText(manifest.get(['metadata', field, ofFlux])) ?? ''),
  );
  if (isForced) return { key: ofFlux, tool: 'Flux', isEachTime: false, when: ifRefused };

  return undefined;
}

/** Whether a placeholder decides about an annotation. */
const isUnknown = (manifest: Manifest, key: string): boolean => hasPlaceholder(manifest.get(annotationPath(key)));
