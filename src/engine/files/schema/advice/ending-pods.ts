import { asText, type Manifest } from '../../../manifest/model/manifest.ts';

/** Whether the pods of an object run once and end, so that someone who runs it again deletes it first. */
export function hasEndingPods(manifest: Manifest): boolean {
  if (manifest.kind === 'Job') return true;
  return manifest.kind === 'Pod' && /^(?:Never|OnFailure)$/.test(asText(manifest.get(['spec', 'restartPolicy'])) ?? '');
}

/**
 * Whether an object of pods that end may be deleted before it is applied again: by Kubernetes some time after it has finished, or by whoever runs it,
 * because no program that keeps what it has applied is known to apply it.
 * Source: https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/
 */
export function mayBeDeleted(manifest: Manifest): boolean {
  if (!hasEndingPods(manifest)) return false;
  if (manifest.get(['spec', 'ttlSecondsAfterFinished']) !== undefined) return true;

  const { origin, namespace, fileRoots } = manifest.source;
  const tool = origin?.tool ?? 'kustomize';
  return tool === 'kustomize' && namespace === undefined && fileRoots === undefined;
}
