import { annotationWords } from './annotations.ts';
import { asText, type Manifest } from './model/manifest.ts';

/** What deletes an object instead of an update, and when. */
interface Forced {
  readonly key: string;
  readonly tool: 'Argo CD' | 'Flux';
  /** Whether it is deleted each time, and not only if an update is refused. */
  readonly isEachTime: boolean;
  readonly when: string;
}

const ifRefused = 'if an update is refused, and creates it again';

/**
 * What replaces an object by deletion. Argo CD runs `kubectl replace --force` for `Replace=true,Force=true`, and
 * `kubectl apply --force` for `Force=true` alone. It never replaces CRDs and Namespaces: with `Replace=true`, it
 * updates them (gitops-engine pkg/sync/sync_context.go applyObject). Flux deletes what it cannot update
 * (kustomize-controller docs, "Force").
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
