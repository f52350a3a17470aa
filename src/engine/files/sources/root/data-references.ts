import { asList, asMapping, asText, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** A ConfigMap or Secret that a definition names, in the namespace of the definition. */
export interface DataReference {
  readonly kind: string;
  readonly name: string;
}

/** Lists of references to data: of Flux, its operator, its controller for Terraform, and k3s. */
const referenceLists = /^(?:valuesFrom|substituteFrom|varsFrom|inputsFrom|backendConfigsFrom|valuesSecrets)$/;

/**
 * The data that the `spec` of a definition takes values, variables or the cluster from.
 *
 * Sources: https://fluxcd.io/flux/components/helm/helmreleases/#values-references,
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
 */
export function dataReferencesIn(value: Value | undefined): readonly DataReference[] {
  if (Array.isArray(value)) return value.flatMap(dataReferencesIn);

  return Object.entries(asMapping(value) ?? {}).flatMap(([key, inner]) => {
    if (referenceLists.test(key)) return asList(inner).flatMap(referenceOf);
    // The Secret says which cluster it is.
    if (key === 'kubeConfig') return referenceOf(asMapping(inner)?.secretRef);
    // Values of a chart may have any key.
    if (key === 'values') return [];
    return dataReferencesIn(inner);
  });
}

function referenceOf(value: Value | undefined): readonly DataReference[] {
  const { kind, name } = asMapping(value) ?? {};
  const text = asText(name);
  if (text === undefined || hasPlaceholder(text)) return [];
  return [{ kind: asText(kind) ?? 'Secret', name: text }];
}
