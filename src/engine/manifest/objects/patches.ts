import { onceForSource } from '../../source.ts';
import { groupOf, type Manifest, type Path } from '../manifest.ts';
import { asPartial } from './document-manifest.ts';

/** What a whole object of a kind has, all of it: who leaves one of them out has forgotten it, who leaves out all writes a patch. */
const essentials: Readonly<Record<string, { readonly group: string; readonly paths: readonly Path[] }>> = {
  NodePool: {
    group: 'karpenter.sh',
    paths: [
      ['spec', 'template', 'spec', 'nodeClassRef'],
      ['spec', 'template', 'spec', 'requirements'],
    ],
  },
  EC2NodeClass: {
    group: 'karpenter.k8s.aws',
    paths: [
      ['spec', 'subnetSelectorTerms'],
      ['spec', 'securityGroupSelectorTerms'],
    ],
  },
};

const essentialsOf = ({ kind, apiVersion }: Manifest): readonly Path[] | undefined => {
  const found = Object.hasOwn(essentials, kind) ? essentials[kind] : undefined;
  return found?.group === groupOf(apiVersion) ? found.paths : undefined;
};

const keyOf = ({ kind, name }: Manifest): string => `${kind}/${name}`;

const mayDirect = onceForSource(({ text }) => text.includes('$patch'));

/** Whether Kustomize is told what to do with something, by `$patch`: an object that is applied has no such key. */
const isDirective = ({ source, object }: Manifest): boolean =>
  mayDirect(source) && JSON.stringify(object).includes('"$patch":');

/**
 * Takes an object for a patch of Kustomize's where the whole of it stands in another file under the same name: then it is
 * a part, and what it does not say is not missing.
 */
export function withPatches(manifests: readonly Manifest[]): readonly Manifest[] {
  const whole = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const paths = essentialsOf(manifest);
    if (paths?.every((path) => manifest.get(path) !== undefined)) whole.set(keyOf(manifest), manifest);
  }
  return manifests.map((manifest) => {
    const paths = essentialsOf(manifest);
    if (!paths && isDirective(manifest)) return asPartial(manifest);
    if (!paths || paths.some((path) => manifest.get(path) !== undefined)) return manifest;
    const other = whole.get(keyOf(manifest));
    return other && other.source.file !== manifest.source.file ? asPartial(manifest) : manifest;
  });
}
