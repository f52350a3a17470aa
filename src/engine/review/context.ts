import { karpenter as capabilities, type Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import type { Facts } from '../facts.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { CrdPack } from '../schema/definitions/crd-pack.ts';
import type { Origins } from './findings/origins.ts';
import { catalogOf, type Target } from './target.ts';

/** What all stages of one review share: of all that is reviewed, or of one environment (`scopesOf`). */
export interface Context extends Known {
  /** What judges base: another Karpenter, or other settings of it, where the change brings them. */
  readonly before: Known;
  readonly facts: Facts;
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  readonly live: ManifestSet | null;
  /** Live state of environments that have their own. */
  readonly lives: ReadonlyMap<string, ManifestSet>;
  readonly origins: { readonly base: Origins; readonly head: Origins };
  /** Null: of everything, or of what belongs to no environment. */
  readonly environment: string | null;
  /** Whether findings of a file, by its name as a Source, are this context's to tell. */
  owns(file: string): boolean;
  /** Whether what a file holds is of this context's cluster, its own or shared. */
  sees(file: string): boolean;
}

/** What is known of a target. */
export interface Known {
  readonly target: Target;
  /** With what the repository says of Karpenter's settings and of Kubernetes below what was set. */
  readonly settings: Settings;
  readonly pack: CrdPack;
  readonly karpenter: Karpenter;
  /** Null where nothing is known of the region's instance types. */
  readonly catalog: Catalog | null;
}

/** The facts of a target, and the settings with what it says. */
export const knownOf = (
  target: Target,
  { settings, facts }: { readonly settings: Settings; readonly facts: Facts },
): Known => ({
  target,
  settings: {
    ...settings,
    karpenter: { ...target.karpenterSettings, ...settings.karpenter },
    kubernetesVersion: target.kubernetesVersion,
  },
  pack: facts.crds(target.karpenterVersion),
  karpenter: capabilities(target.karpenterVersion),
  catalog: catalogOf(target.region, facts),
});

/** What judges a side. */
export const knownOn = (scope: Context, side: 'base' | 'head'): Known => (side === 'head' ? scope : scope.before);

/** The objects of a side; none where there is no base. */
export const manifestsOn = ({ base, head }: Context, side: 'base' | 'head'): readonly Manifest[] =>
  (side === 'head' ? head : base)?.manifests ?? [];
