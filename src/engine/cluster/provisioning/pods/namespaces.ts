import type { Manifest } from '../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import type { PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { mapOf, readText } from '../input/value-reader.ts';
import type { LiveState } from './live-state.ts';

/** The labels of every namespace with pods. A namespace that is in no manifest has only the label that the API server adds. */
export function namespacesOf(
  manifests: readonly Manifest[],
  podClasses: readonly PodClass[],
  live: LiveState,
): SchedulerInput['namespaces'] {
  const namespaces = new Map<string, Readonly<Record<string, string>>>();
  const defaultLabels = (name: string): Record<string, string> => ({ 'kubernetes.io/metadata.name': name });
  for (const { pod } of [...podClasses, ...live.pods])
    namespaces.set(pod.metadata.namespace, defaultLabels(pod.metadata.namespace));

  for (const manifest of manifests.filter(({ kind, apiVersion }) => kind === 'Namespace' && apiVersion === 'v1')) {
    const labels = mapOf(readText)(mappingOrEmpty(manifest.object.metadata).labels);
    namespaces.set(manifest.name, { ...labels, ...defaultLabels(manifest.name) });
  }

  return namespaces;
}
