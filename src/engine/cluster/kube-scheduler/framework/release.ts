/** What the default profile does differently from one Kubernetes minor version to another. */
export interface SchedulerRelease {
  /** Pods without requests are not scored by balance. From 1.33 on. */
  readonly skipsBalanceOfBestEffort: boolean;
  /** Balance counts what the pod changes, and not only how balanced the node is afterwards. From 1.36 on. */
  readonly scoresChangeOfBalance: boolean;
  /** A rejection for a taint names the taint. Until 1.33. */
  readonly namesTaint: boolean;
  /** Reason if a node is outside the topology of a bound volume. */
  readonly volumeConflict: string;
}

/** The behavior of a minor version such as `1.34`. Unknown versions, and newer ones than those that are known, behave like the newest. */
export function schedulerRelease(minor: string | undefined): SchedulerRelease {
  const number = Number(/^1\.(\d+)/.exec(minor ?? '')?.[1] ?? newest);
  return {
    skipsBalanceOfBestEffort: number >= 33,
    scoresChangeOfBalance: number >= 36,
    namesTaint: number <= 33,
    volumeConflict: volumeConflictIn(number),
  };
}

function volumeConflictIn(minor: number): string {
  if (minor <= 32) return 'node(s) had volume node affinity conflict';
  return "node(s) didn't match PersistentVolume's node affinity";
}

const newest = 36;
