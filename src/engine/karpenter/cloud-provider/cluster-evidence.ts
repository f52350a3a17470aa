/** What one object says about the cluster that it belongs to. */
export interface ClusterEvidence {
  /** Names of the cluster. None of them contains a placeholder. */
  readonly names: readonly ClusterName[];
  /** Set if the object creates a whole cluster. */
  readonly createsCluster?: true;
}

/** A name of a cluster, as one object writes it. */
export interface ClusterName {
  readonly name: string;
  /** The object creates or configures the cluster of this name. Otherwise the name is part of a tag, which may be wrong. */
  readonly isDefined: boolean;
}
