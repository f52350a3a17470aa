import type { Diagnostic } from '../diagnostic.ts';
import type { Source } from '../source.ts';

/** A kustomization, chart or release whose manifests were not reviewed as the cluster gets them. */
export interface NotRendered {
  /** Its name, as `plumbline sources` lists it. */
  readonly root: string;
  readonly reason: string;
}

/** One side's files as a host read them. */
export interface SourceSet {
  /** Files that may hold manifests. */
  readonly sources: readonly Source[];
  /** Files that may tell region, Karpenter version and settings. */
  readonly hintSources: readonly Source[];
  /** `io/…` findings: what those files hold is unknown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files that some sources were made from (`Source.origin`): quoted, edited and searched for suppressions, but no manifests. */
  readonly originals?: readonly Source[];
  /** Texts that could not be made, by the name that they would have as a Source: what they hold is unknown. Null: another finding says why. */
  readonly unmade?: readonly { readonly file: string; readonly diagnostic: Diagnostic | null }[];
  /** Kustomizations, charts and releases that were not rendered. */
  readonly notRendered?: readonly NotRendered[];
}
