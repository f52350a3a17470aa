/** What one part of the cluster makes of a pod while it is created: an entry of the answer to "why is this pod as it is". */
export interface AdmissionStep {
  /** Who does it: `LimitRange`, `ClusterPolicy requests`. */
  readonly by: string;
  /** What it does, as a clause without its subject: `sets cpu 100m`. */
  readonly what: string;
}
