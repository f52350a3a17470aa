import type { TakenReferences } from '../../files/sources/root/root.ts';

import { type NamedPaths, ownersOf } from '../../karpenter/api/environment.ts';

import type { Removals } from '../../manifest/kept-in-cluster.ts';

import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Module } from '../../manifest/terraform/modules/module.ts';
import type { KnownResources } from '../../manifest/terraform/resources/resource-makers.ts';
import type { HclFile } from '../../manifest/terraform/syntax/read-hcl.ts';
import type { Source } from '../../text/source.ts';
import type { RepositoryChange } from './changed-file.ts';
import type { SideName } from './line-changes.ts';

/** A kustomization or chart, and the files that it uses. */
export interface ReadRoot {
  readonly name: string;
  readonly files: readonly string[];
  /** The name of its rendered text as a Source; null if it was not rendered, although it may have objects that matter. */
  readonly rendered: string | null;
  /** Nothing that it uses has an object that a review needs, or the change does not affect it, so it was not rendered. */
  readonly isIdle?: true;
  /** It was rendered, to nothing that a review needs or that may create an object of Karpenter. Only if `isIdle`. */
  readonly isQuiet?: true;
  /** A clause that says why its rendered text may not be all that the cluster gets. */
  readonly gap?: string;
  /** A chart renders only what is in some of its folders. */
  readonly isChart?: true;
  /** The file that defines it, and the environment that the configuration gives to it. */
  readonly file: string;
  readonly environment?: string;
  /** What defines it, if anything does: `HelmRelease flux-system/pools`. */
  readonly by?: string;
  /** The ConfigMaps and Secrets that its definition takes values or variables from, and that plumbline does not read. */
  readonly takes?: TakenReferences;
  /** What the repository says about it, without the contents of its files: equal on both sides if the change edits none of that. */
  readonly given: string;
  /** A clause that says why nobody sees what it applies; absent if it is rendered, or needs no rendering. */
  readonly unseen?: string;
}

/** What is known about one side of a change. */
export interface LedgerSide {
  /** Everything that was read as manifests. */
  readonly set: ManifestSet;
  /** The texts that were read, with rendered ones. */
  readonly sources: readonly Source[];
  readonly roots: readonly ReadRoot[];
  /** The definitions whose objects were all read, by `definitionKey`. */
  readonly seenDefinitions?: ReadonlySet<string> | undefined;
  /** The addresses of Terraform's blocks that apply files as they are. */
  readonly plainAddresses?: ReadonlySet<string> | undefined;
  /** Those files. */
  readonly plainFiles?: ReadonlySet<string> | undefined;
  /** Files whose entries in a kustomization are commented out, so that nothing applies them. */
  readonly commented?: ReadonlySet<string> | undefined;
  /** Blocks of Terraform that only the defaults of variables leave out, by `placeOfBlock`. */
  readonly blocksLeftOut?: ReadonlySet<string> | undefined;
  /** Blocks of Terraform of which no call creates an instance, by `placeOfBlock`. */
  readonly blocksWithoutInstances?: ReadonlySet<string> | undefined;
  /** The instances of blocks with `count` or `for_each`, by `placeOfBlock`. */
  readonly instancesOfBlocks?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** The root modules of Terraform, by name. */
  readonly modules?: ReadonlyMap<string, Module> | undefined;
  /** What happens to the objects of texts that only this side has. */
  readonly removals?: Removals | undefined;
  /** The files of Terraform that were evaluated. */
  readonly terraform: readonly HclFile[];
  /** Files that roots and functions of Terraform use. */
  readonly usedFiles: ReadonlySet<string>;
}

/** What the ledger is made of. */
export interface LedgerInput {
  readonly changed: RepositoryChange;
  readonly base: LedgerSide;
  readonly head: LedgerSide;
  readonly resources: readonly KnownResources[];
  /** The configured environments. Absent if there are none. */
  readonly environments?: NamedPaths;
}

/** Whether everything that applies one text also applies another one, as far as the configuration says it. */
export function isInSameEnvironments(
  source: Source,
  other: Source,
  { environments = {} }: Pick<LedgerInput, 'environments'>,
): boolean {
  const owners = new Set(ownersOf(other, environments));
  return ownersOf(source, environments).every((name) => owners.has(name));
}

/** What is known of one side. */
export const ledgerSide = ({ base, head }: Pick<LedgerInput, 'base' | 'head'>, side: SideName): LedgerSide => {
  if (side === 'before') return base;
  return head;
};
