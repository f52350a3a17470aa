import { isObject, type Mapping } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { stringOf } from '../repository/yaml-data.ts';
import type { Definition } from './definition.ts';

/** How Argo CD names the cluster that it runs in (argo-cd pkg/apis/application/v1alpha1/types.go, util/db/cluster.go). */
const ofArgoItself: ReadonlySet<string> = new Set(['https://kubernetes.default.svc', 'in-cluster']);

/** The cluster that the definitions of one place are in. */
export const clusterOfPlace = (place: string): string => `the cluster of ${place}`;

/**
 * The cluster to which a definition is applied, equal for two definitions that certainly have the same one. The cluster
 * that Argo CD or Flux runs in is the same only for definitions of one place, because each cluster may have an Argo CD
 * of its own. Undefined if it is unknown.
 */
export function destinationOf({ kind, spec, place }: Definition): string | undefined {
  if (kind === 'Application' || kind === 'ApplicationSet') return destinationOfArgo(spec, place);

  const { kubeConfig } = spec;
  if (kubeConfig === undefined) return clusterOfPlace(place);

  const secret =
    isObject(kubeConfig) && isObject(kubeConfig.secretRef) ? stringOf(kubeConfig.secretRef.name) : undefined;
  if (secret === undefined || hasPlaceholder(secret)) return undefined;
  return `kubeconfig ${secret} of ${place}`;
}

function destinationOfArgo({ destination }: Mapping, place: string): string | undefined {
  if (!isObject(destination)) return undefined;

  const cluster = stringOf(destination.server) ?? stringOf(destination.name);
  if (cluster === undefined || cluster === '' || hasPlaceholder(cluster) || cluster.includes('{{')) return undefined;
  if (ofArgoItself.has(cluster)) return clusterOfPlace(place);
  return `cluster ${cluster}`;
}

/** A destination for people. */
export interface NamedDestination {
  readonly kind: 'itself' | 'address' | 'name' | 'kubeconfig';
  /** What Argo CD calls the cluster, or the Secret with its kubeconfig; undefined for the cluster that the definition is in. */
  readonly name: string | undefined;
}

/** What `destinationOf` says, without the place of the definition. A definition that moves to another file keeps its cluster. */
export function namedDestination(destination: string | undefined): NamedDestination | undefined {
  if (destination === undefined) return undefined;
  if (destination.startsWith(clusterOfPlace(''))) return { kind: 'itself', name: undefined };

  const [first = '', name = ''] = destination.split(' ');
  if (first === 'kubeconfig') return { kind: 'kubeconfig', name };
  return { kind: name.includes('://') ? 'address' : 'name', name };
}
