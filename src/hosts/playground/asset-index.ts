/** The files that the build of the playground lists, because a page cannot list a folder. */
export interface AssetIndex {
  readonly regions: readonly string[];
  readonly karpenterVersions: readonly string[];
  /** The files that every review needs, relative to data/. */
  readonly first: readonly string[];
  /** Sizes of the packed files in bytes. */
  readonly packed: Readonly<Record<string, number>>;
}
