import type { Mapping } from '../../../manifest/model/manifest.ts';
import { stringOf } from '../repository/yaml-data.ts';
import type { ReleaseTarget } from '../root/root.ts';

/** What names the release of a HelmRelease of Flux. */
interface NamedRelease {
  readonly spec: Mapping;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * The name and the namespaces that the release of a HelmRelease has, written or not. Source:
 * https://fluxcd.io/flux/components/helm/helmreleases/#release-name and the fields after it.
 */
export function targetOfRelease({ spec, name, namespace = '' }: NamedRelease): ReleaseTarget {
  const target = stringOf(spec.targetNamespace);

  return {
    name: nameOfRelease({ spec, name }),
    namespace: target ?? namespace,
    storage: stringOf(spec.storageNamespace) ?? namespace,
  };
}

/** Without a name, it is that of the object, after the namespace that it installs into. */
export function nameOfRelease({ spec, name }: Pick<NamedRelease, 'spec' | 'name'>): string {
  const target = stringOf(spec.targetNamespace);
  const ownName = target === undefined ? name : `${target}-${name}`;
  return stringOf(spec.releaseName) ?? ownName;
}
