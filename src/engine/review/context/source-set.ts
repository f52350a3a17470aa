import type { ReadRoot } from '../../changes/ledger/ledger-input.ts';
import type { IgnoredField } from '../../files/sources/root/root.ts';
import type { UncountedPods } from '../../files/sources/uncounted-pods.ts';
import type { Removals } from '../../manifest/kept-in-cluster.ts';
import type { DefinitionKind } from '../../manifest/model/definition-kinds.ts';
import type { Module } from '../../manifest/terraform/modules/module.ts';
import type { HclFile } from '../../manifest/terraform/syntax/read-hcl.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Source } from '../../text/source.ts';

/** What a root is: one of the objects of Argo CD and Flux, a kustomization or a chart. */
export type NotRenderedKind = DefinitionKind | 'kustomization' | 'chart';

/** A kustomization, chart or release that was not rendered, so its manifests were not reviewed as the cluster gets them. */
export interface NotRendered {
  /** Its name, as `plumbline sources` lists it. */
  readonly root: string;
  readonly kind: NotRenderedKind;
  /** Why, as a clause that holds for other roots, too, if possible: `kustomize v5 is not installed`. */
  readonly reason: string;
  /** Whether it may hold objects that are in no file of the repository. Other objects are read from their files as they are. */
  readonly hidesObjects?: true;
  /** The change adds it, or edits its definition or files. */
  readonly isEdited?: true;
  /** Where its objects would be, without their text. Absent if nothing looked at the root. */
  readonly place?: Source;
}

/** An edit of what something applies that does not reach the cluster at first. */
export interface WaitingEdit {
  /** A clause: "Kustomization `flux-system/pools` is suspended". */
  readonly because: string;
  /** The files of which nothing is applied, and the names of rendered texts. */
  readonly texts: ReadonlySet<string>;
  /** The file of the definition, if the edit is in it. */
  readonly definition?: string;
}

/** What applies objects, and the fields of them that it does not apply. */
export interface IgnoringOwner {
  /** `Application argocd/web`. */
  readonly owner: string;
  readonly texts: ReadonlySet<string>;
  readonly fields: readonly IgnoredField[];
}

/** One side's files as a host read them. */
export interface SourceSet {
  /** Files that may contain manifests. */
  readonly sources: readonly Source[];
  /** Files that may name the region, the Karpenter version or settings. */
  readonly hintSources: readonly Source[];
  /** `io/…` findings about files whose content is unknown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files that sources were rendered from (`Source.origin`). They are quoted, edited and searched for suppressions, but are not manifests. */
  readonly originals?: readonly Source[];
  /** Texts that could not be rendered, by the name they would have as a Source. Null if another finding explains why. */
  readonly unmade?: readonly { readonly file: string; readonly diagnostic: Diagnostic | null }[];
  /** The files that charts, kustomizations and Terraform use, apart from those that are not rendered. Undefined if nothing looked for them. */
  readonly usedFiles?: ReadonlySet<string>;
  /** Kustomizations, charts and releases that were not rendered. */
  readonly notRendered?: readonly NotRendered[];
  /** Objects of operators, and releases of charts from elsewhere, whose pods are not counted. */
  readonly uncounted?: readonly UncountedPods[];
  /** The kustomizations and charts of the repository. Undefined if nothing looked for them. */
  readonly roots?: readonly ReadRoot[];
  /** The definitions of Argo CD and Flux whose objects were all read, by `definitionKey`. */
  readonly seenDefinitions?: ReadonlySet<string>;
  /** The addresses of Terraform's blocks that apply files as they are, so that the files are read instead. */
  readonly plainAddresses?: ReadonlySet<string>;
  /** Those files. */
  readonly plainFiles?: ReadonlySet<string>;
  /** Only of base: what happens in the cluster to objects that head no longer has. Who applies all other objects is unknown. */
  readonly removals?: Removals;
  /** Only of head: edits that do not reach the cluster at first. */
  readonly waiting?: readonly WaitingEdit[];
  /** Only of head: the fields that are never applied, by what applies their objects. */
  readonly ignored?: readonly IgnoringOwner[];
  /** Files that the side has and that nothing applies any more. */
  readonly notApplied?: ReadonlySet<string>;
  /** Files whose entries in a kustomization are commented out, so that nothing applies them. */
  readonly commented?: ReadonlySet<string>;
  /** Blocks of Terraform that only the defaults of variables leave out, by `placeOfBlock`. */
  readonly blocksLeftOut?: ReadonlySet<string>;
  /** Blocks of which no call creates an instance, by `placeOfBlock`. */
  readonly blocksWithoutInstances?: ReadonlySet<string>;
  /** The instances of blocks with `count` or `for_each`, by `placeOfBlock`. */
  readonly instancesOfBlocks?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The root modules of Terraform, by name. */
  readonly modules?: ReadonlyMap<string, Module>;
  /** The files of Terraform that were evaluated. */
  readonly terraform?: readonly HclFile[];
}
