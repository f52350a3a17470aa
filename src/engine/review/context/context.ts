import type { KeptObject } from '../../changes/diff/kept-objects.ts';
import type { NewlyOwned } from '../../changes/diff/newly-owned.ts';
import type { ClusterMap } from '../../files/clusters/cluster-map.ts';
import type { RelatedObjects } from '../../files/clusters/related-objects.ts';
import type { Pair } from '../../files/places/pair.ts';
import type { SplitFile } from '../../files/places/split-files.ts';
import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { OldObject } from '../../files/schema/definitions/judging-kind.ts';
import type { UncountedPods } from '../../files/sources/uncounted-pods.ts';
import { karpenter as capabilities, type Karpenter } from '../../karpenter/api/karpenter.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import { type InstalledGates, installedGates } from '../../karpenter/installation/feature-gates.ts';
import type { Change } from '../../manifest/change.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Facts } from './facts.ts';
import { type OlderCrds, olderCrds } from './older-crds.ts';
import type { Origins } from './origins.ts';
import type { NotRendered } from './source-set.ts';
import { catalogOf, type Target } from './target.ts';

/** The data that all stages of a review share, for everything that is reviewed or for one environment (`scopesOf`). */
export interface Context extends Known {
  /** What base is checked against: another Karpenter or other settings, if the change upgrades or changes them. */
  readonly before: Known;
  readonly facts: Facts;
  readonly base: ManifestSet | null;
  /** The objects of head, with those that stay in the cluster although git no longer has them. */
  readonly head: ManifestSet;
  /** The objects that git has at head, across all environments. */
  readonly written: ManifestSet;
  /** The objects of head that only the cluster has, across all environments. */
  readonly kept: readonly KeptObject[];
  /** What something else applies after the change, across all environments. */
  readonly newlyOwned: readonly NewlyOwned[];
  /** The objects of both sides across all environments; empty without a base. */
  readonly paired: readonly Pair[];
  /** The files of base that become several environments. */
  readonly splits: ReadonlyMap<string, SplitFile>;
  /** The counterpart of an object of head in base, if it has the same API version; undefined if there is none. */
  readonly oldOf: OldObject;
  readonly live: ManifestSet | null;
  /** Live state that has pods but none of their nodes, so nothing is computed from it. */
  readonly unusedLive?: ManifestSet;
  /** The roots of head that were not rendered. */
  readonly notRendered: readonly NotRendered[];
  /** What makes pods on each side that figures do not count. */
  readonly uncounted: { readonly base: readonly UncountedPods[]; readonly head: readonly UncountedPods[] };
  /** Live state of environments that have their own snapshot. */
  readonly lives: ReadonlyMap<string, ManifestSet>;
  readonly origins: { readonly base: Origins; readonly head: Origins };
  readonly clusters: ClusterMap;
  /** Which objects of a side belong to the same cluster, across all environments. Computed on first use. */
  readonly related: { readonly base: () => RelatedObjects; readonly head: () => RelatedObjects };
  /** Null for everything, or for objects that belong to no environment. */
  readonly environment: string | null;
  /** Whether base has no file of the environment, so that its cluster is new. */
  readonly isAdded?: true;
  /** Workloads of head that the API server's code refuses, although it accepts those of base. Absent until its verdicts are known. */
  readonly refused?: ReadonlySet<Manifest>;
  /** Whether this context reports the findings of a file, by its name as a Source. */
  owns(file: string): boolean;
  /** Whether a file's objects are in this context's cluster, including shared files. */
  sees(file: string): boolean;
}

/** The known facts about a target. */
export interface Known {
  readonly target: Target;
  /** The feature gates of the release of Karpenter in the files, if all of its values are there. */
  readonly installedGates: InstalledGates | undefined;
  /** The configured settings, completed with Karpenter's settings and the Kubernetes version from the repository. */
  readonly settings: Settings;
  /** The definitions by which the API server judges: those of the target, or older ones that the files install. */
  readonly pack: CrdPack;
  /** Set if `pack` is that of older CRDs. */
  readonly olderCrds: OlderCrds | undefined;
  readonly karpenter: Karpenter;
  /** Null if the region's instance types are unknown. */
  readonly catalog: Catalog | null;
}

/** The facts about a target, and the settings completed with it and with the objects of its side. */
export function knownOf(
  target: Target,
  { settings, facts }: { readonly settings: Settings; readonly facts: Facts },
  side: ManifestSet,
): Known {
  const installed = installedGates(side);
  const older = olderCrds(side, target, facts);
  const karpenter = { ...target.karpenterSettings, ...settings.karpenter };
  const featureGates = installed && { ...installed.gates, ...karpenter.featureGates };

  return {
    target,
    installedGates: installed,
    settings: {
      ...settings,
      karpenter: { ...karpenter, ...(featureGates && { featureGates }) },
      kubernetesVersion: target.kubernetesVersion,
    },
    pack: facts.crds(older?.minor ?? target.karpenterVersion),
    olderCrds: older,
    karpenter: capabilities(target.karpenterVersion),
    catalog: catalogOf(target.region, facts),
  };
}

/** What a side is checked against. */
export const knownOn = (scope: Context, side: 'base' | 'head'): Known => {
  if (side === 'head') return scope;
  return scope.before;
};

/** The objects of a side; none if there is no base. */
export const manifestsOn = ({ base, head }: Context, side: 'base' | 'head'): readonly Manifest[] =>
  (side === 'head' ? head : base)?.manifests ?? [];

/** The changes that a scope sees. */
export const changesFor = ({ sees }: Context, changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ span }) => sees(span.file));
