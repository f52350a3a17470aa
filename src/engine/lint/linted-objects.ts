import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import { isOfKind, type NodeClassKind } from '../cloud-provider/node-class.ts';
import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { classReferenceOf } from './fields/pool-fields.ts';
import type { Handlers, Rule } from './rule.ts';

/** An object that rules look at. */
export interface LintedObject {
  readonly manifest: Manifest;
  readonly handler: Exclude<keyof Handlers, 'Manifests'>;
  /** Whose it is, by name: null for a provider that nobody knows, undefined for what is no provider's own. */
  readonly provider: string | null | undefined;
}

const coreKinds = ['NodePool', 'Provisioner', 'NodeOverlay'] as const;

/** The objects of a set that rules look at, in its order. */
export const lintedObjects = (all: ManifestSet, providers: readonly CloudProvider[]): LintedObject[] =>
  all.manifests.flatMap((manifest) => linted(manifest, providers) ?? []);

function linted(manifest: Manifest, providers: readonly CloudProvider[]): LintedObject | undefined {
  if (groupOf(manifest.apiVersion) === 'karpenter.sh') {
    const handler = coreKinds.find((kind) => kind === manifest.kind);
    if (handler === undefined) return undefined;
    return { manifest, handler, provider: handler === 'NodeOverlay' ? undefined : providerOfPool(manifest, providers) };
  }
  for (const { name: provider, nodeClasses, nodeTemplate } of providers) {
    if (nodeClasses.some((kind) => isOfKind(manifest, kind))) return { manifest, handler: 'NodeClass', provider };
    if (nodeTemplate && isOfKind(manifest, nodeTemplate)) return { manifest, handler: 'NodeTemplate', provider };
  }
  return undefined;
}

/** Every kind of node class that a provider has or had. */
export const classKinds = ({ nodeClasses, nodeTemplate }: CloudProvider): readonly NodeClassKind[] =>
  nodeTemplate ? [...nodeClasses, nodeTemplate] : nodeClasses;

/** Whose nodes a pool launches, by the group or the kind that it names; the first provider’s where it names none. */
export function providerOfPool(pool: Manifest, providers: readonly CloudProvider[]): string | null {
  const { group, kind } = classReferenceOf(pool) ?? {};
  if (group === undefined && kind === undefined) return providers[0]?.name ?? null;
  const known = providers.find((provider) =>
    classKinds(provider).some((one) => one.group === group || one.kind === kind),
  );
  return known?.name ?? null;
}

/** Whether a rule is for what has this provider. */
export const isFor = ({ providers }: Rule, provider: LintedObject['provider']): boolean =>
  providers === 'every' || provider === undefined || (provider !== null && providers.includes(provider));

/** Whether a rule is for a set: something there is of one of its providers, or nothing of any other. */
export function isInPlay({ providers }: Rule, objects: readonly LintedObject[]): boolean {
  if (providers === 'every') return true;
  const named = objects.flatMap(({ provider }) => (provider === undefined ? [] : [provider]));
  return named.length === 0 || named.some((provider) => provider !== null && providers.includes(provider));
}
