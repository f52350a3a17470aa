import type { Pod } from '../../karpenter/api/pod.ts';
import {
  asList,
  asMapping,
  asText,
  isObject,
  type Manifest,
  type Mapping,
  type Path,
  type Value,
} from '../../manifest/model/manifest.ts';
import { matchesPattern } from '../../manifest/pod-policies/patched-pod.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../text/own-value.ts';

/** Pods that a Fargate profile takes: those of a namespace, with all of its labels. Both may contain `*` and `?`. */
interface FargateSelector {
  readonly profile: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly manifest: Manifest;
  readonly path: Path;
}

interface Written {
  readonly name: string;
  readonly selectors: Value | undefined;
  readonly path: Path;
}

/** Where objects of a kind have Fargate profiles. */
const profilesIn: Readonly<Record<string, (manifest: Manifest) => readonly Written[]>> = {
  // Terraform: the resource, and the inputs of the EKS module and of its submodule for one profile.
  aws_eks_fargate_profile: (manifest) => [
    {
      name: asText(manifest.get(['spec', 'fargate_profile_name'])) ?? manifest.name,
      selectors: manifest.get(['spec', 'selector']),
      path: ['spec', 'selector'],
    },
  ],
  module: (manifest) => [
    ...entries(manifest, ['spec', 'fargate_profiles'], 'selectors'),
    ...(/\/fargate-profile\b/.test(asText(manifest.get(['spec', 'source'])) ?? '')
      ? [
          {
            name: asText(manifest.get(['spec', 'name'])) ?? manifest.name,
            selectors: manifest.get(['spec', 'selectors']),
            path: ['spec', 'selectors'],
          },
        ]
      : []),
  ],
  // eksctl.
  ClusterConfig: (manifest) => entries(manifest, ['fargateProfiles'], 'selectors'),
  // Controllers that create AWS resources: ACK and Crossplane.
  FargateProfile: (manifest) => [
    { name: manifest.name, selectors: manifest.get(['spec', 'selectors']), path: ['spec', 'selectors'] },
    {
      name: manifest.name,
      selectors: manifest.get(['spec', 'forProvider', 'selector']),
      path: ['spec', 'forProvider', 'selector'],
    },
  ],
};

/** Profiles in a list or in a mapping of names. */
function entries(manifest: Manifest, at: Path, field: string): readonly Written[] {
  const value = manifest.get(at);

  const named = (): readonly (readonly [string | number, Value])[] => {
    if (isObject(value)) return Object.entries(value);
    return asList(value).map((entry, index) => [index, entry]);
  };

  return named().flatMap(([key, entry]): Written[] => {
    const profile = asMapping(entry);
    if (profile === undefined || profile.create === false) return [];
    return [{ name: asText(profile.name) ?? `${key}`, selectors: profile[field], path: [...at, key, field] }];
  });
}

/** The selectors of all Fargate profiles. One with an unknown value takes no pods here. */
const fargateSelectors = (manifests: readonly Manifest[]): readonly FargateSelector[] =>
  manifests.flatMap((manifest) => {
    const read = ownValue(profilesIn, manifest.kind);
    return (read?.(manifest) ?? []).flatMap(({ name, selectors, path }) =>
      (Array.isArray(selectors) ? selectors : [selectors]).flatMap((selector): FargateSelector[] => {
        const { namespace, labels } = asMapping(selector) ?? {};
        const texts = labelsOf(asMapping(labels) ?? {});
        if (typeof namespace !== 'string' || hasPlaceholder(namespace) || texts === undefined) return [];
        return [{ profile: name, namespace, labels: texts, manifest, path }];
      }),
    );
  });

function labelsOf(labels: Mapping): Readonly<Record<string, string>> | undefined {
  const texts = Object.entries(labels).map(([key, value]) => [key, asText(value)] as const);
  if (texts.some(([key, text]) => text === undefined || hasPlaceholder(key) || hasPlaceholder(text))) return undefined;

  return Object.fromEntries(texts) as Record<string, string>;
}

/**
 * Names the Fargate profile that runs a pod, among these objects. A webhook of EKS gives such a pod the scheduler of Fargate. Pods on the
 * network of the node stay where they are. Source: docs.aws.amazon.com/eks/latest/userguide/fargate-profile.html.
 */
export function runsOnFargate(manifests: readonly Manifest[]): ((pod: Pod) => string | undefined) | undefined {
  const selectors = fargateSelectors(manifests);
  if (selectors.length === 0) return undefined;

  return ({ metadata, spec }) => {
    if (spec.hostNetwork === true) return undefined;

    const taker = selectors.find(
      ({ namespace, labels }) =>
        matchesPattern(namespace, metadata.namespace) &&
        Object.entries(labels).every(([key, value]) => {
          return Object.entries(metadata.labels).some(
            ([label, text]) => matchesPattern(key, label) && matchesPattern(value, text),
          );
        }),
    );

    return taker && `Fargate profile \`${taker.profile}\``;
  };
}
