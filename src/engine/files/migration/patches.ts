import type { Manifest } from '../../manifest/model/manifest.ts';

/** The fields of a complete object of an old kind. An object without all of them may be a Kustomize patch. */
const essentials: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'karpenter.sh/v1alpha5 Provisioner': [
    ['spec', 'providerRef'],
    ['spec', 'provider'],
  ],
  'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate': [
    ['spec', 'subnetSelector'],
    ['spec', 'securityGroupSelector'],
  ],
  'karpenter.sh/v1beta1 NodePool': [
    ['spec', 'template', 'spec', 'nodeClassRef'],
    ['spec', 'template', 'spec', 'requirements'],
  ],
  'karpenter.k8s.aws/v1beta1 EC2NodeClass': [
    ['spec', 'subnetSelectorTerms'],
    ['spec', 'securityGroupSelectorTerms'],
  ],
};

const kindOf = ({ apiVersion, kind }: Manifest): string => `${apiVersion} ${kind}`;
const keyOf = (manifest: Manifest): string => `${kindOf(manifest)}/${manifest.name}`;
const isWhole = (manifest: Manifest): boolean =>
  essentials[kindOf(manifest)]?.some((path) => manifest.get(path) !== undefined) !== false;

/** The objects that are patches of an object with the same name in another file. */
export function patchesAmong(manifests: readonly Manifest[]): ReadonlySet<Manifest> {
  const old = manifests.filter((manifest) => Object.hasOwn(essentials, kindOf(manifest)));
  const whole = new Map<string, Set<string>>();
  for (const manifest of old.filter(isWhole)) {
    const key = keyOf(manifest);
    whole.set(key, (whole.get(key) ?? new Set()).add(manifest.source.file));
  }

  const isElsewhere = (manifest: Manifest): boolean =>
    [...(whole.get(keyOf(manifest)) ?? [])].some((file) => file !== manifest.source.file);
  return new Set(old.filter((manifest) => !isWhole(manifest) && isElsewhere(manifest)));
}
